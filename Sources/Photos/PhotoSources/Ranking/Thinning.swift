/// Chooses photos one by one: always the most valuable one, given those already chosen.
struct Thinning {
  private let photos: [RankedPhoto]
  /// The present worth of each photo.
  private var worth: [Double]
  private var bySubject: [String: [Int]] = [:]
  private var chosenOfAuthor: [String: Int] = [:]

  /// What a photo loses for each chosen one of the same subject or series: as much as any
  /// distinction adds, so that distinctions do not lead to repetitions.
  private static let likeness = 6.0
  /// What a photo loses for each chosen one of the same spot, where many good photos may be taken.
  private static let crowding = 0.75
  /// After this many photos of an author, those of others come first.
  private static let mostOfAuthor = 3
  /// More than any score: the penalty of authors above their share.
  private static let turn = 1000.0

  init(_ photos: [RankedPhoto]) {
    self.photos = photos
    worth = photos.map(\.score)
    for (index, photo) in photos.enumerated() {
      for subject in photo.subjects { bySubject[subject, default: []].append(index) }
    }
  }

  /// How many of the chosen photos came before any author exceeded the share.
  private(set) var countOfFirstTurn = 0

  /// Chooses the photos of a kind, in order.
  mutating func choose(_ kind: PhotoKind, atMost count: Int) -> [Int] {
    var left = photos.indices.filter { photos[$0].kind == kind }
    var chosen: [Int] = []
    while chosen.count < count,
      let best = left.indices.max(by: { worth[left[$0]] < worth[left[$1]] })
    {
      chosen.append(left.remove(at: best))
      recordChoice(of: chosen.last!)
    }
    return chosen
  }

  private mutating func recordChoice(of index: Int) {
    let photo = photos[index]
    var like: Set<Int> = []
    for subject in photo.subjects { like.formUnion(bySubject[subject] ?? []) }
    let ofAuthor = photos.indices.filter { photos[$0].author == photo.author }
    like.formUnion(ofAuthor.filter { isSeries(photo, photos[$0]) })
    for other in like { worth[other] -= Thinning.likeness }
    if let cell = photo.cell {
      for other in photos.indices where photos[other].cell == cell {
        worth[other] -= Thinning.crowding
      }
    }
    guard let author = photo.author else {
      countOfFirstTurn += 1
      return
    }
    if chosenOfAuthor[author] ?? 0 < Thinning.mostOfAuthor { countOfFirstTurn += 1 }
    chosenOfAuthor[author, default: 0] += 1
    if chosenOfAuthor[author]! % Thinning.mostOfAuthor == 0 {
      for other in ofAuthor { worth[other] -= Thinning.turn }
    }
  }

  /// Whether two photos of an author were taken within a minute.
  private func isSeries(_ one: RankedPhoto, _ other: RankedPhoto) -> Bool {
    guard let minute = one.minute, let otherMinute = other.minute else { return false }
    return abs(minute - otherMinute) <= 1
  }
}
