import TravelModel

/// A photo with the properties by which photos are compared.
struct RankedPhoto {
  let author: String?
  let kind: PhotoKind
  let subjects: Set<String>
  let score: Double
  /// Its cell in a grid over the circle; nil if unknown.
  let cell: Int?
  /// When it was taken, in minutes; nil if the time of day is unknown.
  let minute: Int?

  /// The number of cells across the circle.
  private static let cellsAcross = 6

  init(_ candidate: Candidate, _ subjects: Subjects, near place: Coordinate, radius: Double) {
    let words = plainWords(candidate.title)
    let date = candidate.taken.flatMap(TakenDate.init)
    author = candidate.author
    kind = PhotoKind(
      candidate, date: date, words: words, isOfNoPlace: subjects.isOfNoPlace(candidate))
    self.subjects = subjects.stems(of: candidate, words: words)
    score = Score.of(candidate, radius: radius)
    cell = candidate.coordinate.flatMap {
      RankedPhoto.cell(of: $0.metres(from: place), radius: radius)
    }
    minute = date?.minuteInOrder
  }

  private static func cell(of position: (east: Double, north: Double), radius: Double) -> Int? {
    guard radius > 0 else { return nil }
    let across = Double(cellsAcross)
    let column = ((position.east / radius + 1) / 2 * across).rounded(.down)
    let row = ((position.north / radius + 1) / 2 * across).rounded(.down)
    guard (0..<across).contains(column), (0..<across).contains(row) else { return nil }
    return Int(row) * cellsAcross + Int(column)
  }
}

extension TakenDate {
  /// Minutes in order of time; months count 31 days, which is good enough for comparing a series.
  fileprivate var minuteInOrder: Int? {
    guard let month, let day, let time else { return nil }
    return (((year * 12 + month) * 31 + day) * 24 + time.hour) * 60 + time.minute
  }
}
