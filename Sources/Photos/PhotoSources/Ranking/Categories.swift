/// The categories of photos, each judged once: many photos share them.
struct Categories {
  struct Category {
    let name: String
    let words: [String]
    /// How many photos have it.
    var count = 1
    /// Whether what is in it is no picture of a place.
    let isOfNoPlace: Bool

    init(_ name: String) {
      self.name = name
      words = titleWords(name)
      isOfNoPlace = KindWords.categoryShowsNoPlace(words, name: name)
    }
  }

  private(set) var all: [Category] = []
  private var numbers: [Int] = []
  /// Where the numbers of each photo's categories end.
  private var ends: [Int] = []

  init(of candidates: [Candidate]) {
    var known: [String: Int] = [:]
    ends.reserveCapacity(candidates.count)
    for candidate in candidates {
      for name in candidate.categories {
        let next = all.count
        let number = known[name] ?? next
        if number == next {
          known[name] = next
          all.append(Category(name))
        } else {
          all[number].count += 1
        }
        numbers.append(number)
      }
      ends.append(numbers.count)
    }
  }

  /// The categories of a photo, by their positions in `all`.
  func ofCandidate(_ index: Int) -> ArraySlice<Int> {
    numbers[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
  }
}
