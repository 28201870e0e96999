import TravelModel

/// The kind of a photo, judged by its metadata.
enum PhotoKind: Hashable {
  /// A present-day view of the place.
  case view
  /// An old picture: different, not worse.
  case old
  /// No picture of a place: a map, a scan, a portrait, a vehicle.
  case other

  /// Pictures taken before this year are old.
  private static let firstYear = 1990

  /// Judges a photo; `isOfNoPlace` is the judgement of its categories.
  init(_ candidate: Candidate, date: TakenDate?, words: [String], isOfNoPlace: Bool) {
    if isOfNoPlace || KindKeywords.showNoPlace(words, title: candidate.title)
      || PhotoKind.namesSpecies(words, candidate)
    {
      self = .other
    } else if let taken = candidate.taken, let year = PhotoKind.year(taken, date),
      year < PhotoKind.firstYear
    {
      self = .old
    } else {
      self = .view
    }
  }

  /// The year in a date, or in a text such as "circa 1900"; nil if the camera's clock was not set.
  private static func year(_ taken: String, _ date: TakenDate?) -> Int? {
    if let date { return date.isUnset ? nil : date.year }
    return taken.utf8.split { !isDigit($0) }.lazy
      .compactMap { $0.count == 4 ? Int(String($0)!) : nil }.first { (1000..<2100).contains($0) }
  }

  /// Whether the title begins with the name of a species, which is then also a category.
  private static func namesSpecies(_ words: [String], _ candidate: Candidate) -> Bool {
    guard words.count >= 2, KindKeywords.isLatin(words[0]), KindKeywords.isLatin(words[1]) else {
      return false
    }
    return candidate.categories.contains { category in
      let parts = category.split(separator: " ")
      return parts.count == 2 && parts[1].first?.isLowercase == true
        && parts[0].lowercased() == words[0] && parts[1] == words[1]
    }
  }
}

/// The words of a text in lower case, without punctuation.
func plainWords(_ text: String) -> [String] {
  text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

func isNumber(_ word: some StringProtocol) -> Bool { word.utf8.allSatisfy(isDigit) }
