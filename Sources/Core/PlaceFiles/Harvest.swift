import TravelModel

/// Collects the places, paths and problems that the readers of all formats find.
final class Harvest {
  private(set) var list = PlaceList()
  /// The file within a packed file that is being read.
  var entry: String? { didSet { mendedLine = 0 } }
  /// The last line for which `badCharacters` was reported, which is done once for each line.
  private var mendedLine = 0
  private var pointsLeft = Harvest.mostPoints
  /// The coordinates of the places, since a route was first read.
  private var coordinates: Set<Coordinate>?
  /// Whether reading is to end, because there are too many places or points, or because nobody
  /// wants them any more.
  private(set) var isFull = false
  private let isWanted: () -> Bool

  /// The most places of a file: more than a person collects in a life, and as many as a library
  /// holds with pleasure.
  private static let mostPlaces = 500_000
  /// The most points of all paths together, which take 160 megabytes.
  private static let mostPoints = 10_000_000
  /// The most problems that are kept; nobody reads more.
  private static let mostProblems = 1000

  /// Makes an empty harvest, which asks `isWanted` from time to time whether to go on.
  init(isWanted: @escaping () -> Bool) { self.isWanted = isWanted }

  func report(_ kind: PlaceList.Problem.Kind, line: Int) {
    if kind == .badCharacters {
      guard line != mendedLine else { return }
      mendedLine = line
    }
    list.problemCount += 1
    guard list.problems.count < Harvest.mostProblems else { return }
    list.problems.append(PlaceList.Problem(kind: kind, line: line, entry: entry))
  }

  func add(_ draft: Draft, at coordinate: Coordinate) {
    guard list.places.count < Harvest.mostPlaces else { return fill(line: draft.line) }
    list.places.append(
      PlaceList.Place(
        name: draft.name, at: coordinate, note: draft.note, color: draft.color, mark: draft.mark))
    coordinates?.insert(coordinate)
    if list.places.count.isMultiple(of: 1000), !isWanted() { isFull = true }
  }

  /// Adds a stop of a route as a place, unless one stands there.
  func addStop(_ draft: Draft, at coordinate: Coordinate) {
    if coordinates == nil { coordinates = Set(list.places.map(\.coordinate)) }
    if coordinates?.contains(coordinate) == false { add(draft, at: coordinate) }
  }

  /// Adds a path unless it has no points.
  func add(_ draft: Draft, along points: [Coordinate]) {
    guard !points.isEmpty else { return }
    guard points.count <= pointsLeft, list.paths.count < Harvest.mostPlaces else {
      return fill(line: draft.line)
    }
    pointsLeft -= points.count
    list.paths.append(
      PlaceList.Path(
        name: draft.name, points: points, isRoute: draft.isRoute, color: draft.lineColor,
        firstDay: draft.firstDay, lastDay: draft.lastDay))
  }

  /// Adds what one entry of a file shows on the map.
  ///
  /// Points are places, and lines are paths. People mean the place when they outline an area, so an
  /// area is a place in its middle; of several areas the largest, and none beside a point.
  func add(_ draft: Draft, _ shapes: [Shape]) {
    var areas: [(middle: Coordinate, size: Double)] = []
    var hasPoint = false
    for shape in shapes where !isFull {
      switch shape {
      case .point(let coordinate):
        hasPoint = true
        add(draft, at: coordinate)
      case .line(let points): add(draft, along: points)
      case .area(let outline): areas += [area(in: outline)].compactMap { $0 }
      }
    }
    if !hasPoint, let area = areas.max(by: { $0.size < $1.size }) { add(draft, at: area.middle) }
  }

  /// Gives colours to some of the places and paths.
  func paint(
    _ places: Range<Int>, _ placeColor: PinColor?, _ paths: Range<Int>, _ pathColor: PinColor?
  ) {
    for place in places { list.places[place].color = placeColor }
    for path in paths { list.paths[path].color = pathColor }
  }

  private func fill(line: Int) {
    if !isFull { report(.tooMany, line: line) }
    isFull = true
  }
}

/// What an entry of a file says of its places and paths.
struct Draft {
  /// The line where the entry begins.
  let line: Int
  var name: String?
  var note: String?
  var color: PinColor?
  var mark: PinMark?
  /// The colour of its paths.
  var lineColor: PinColor?
  var isRoute = false
  var firstDay: CalendarDay?
  var lastDay: CalendarDay?
}

enum Shape: Equatable {
  case point(Coordinate)
  case line([Coordinate])
  /// The outline of an area, without its holes.
  case area([Coordinate])
}

/// The middle of an outline; and its size in square degrees, which tells the largest of some.
private func area(in outline: [Coordinate]) -> (middle: Coordinate, size: Double)? {
  guard let start = outline.first else { return nil }
  // Relative to its start, an outline across the date line is like any other.
  let points = outline.map { SIMD2(start.degreesEast(to: $0), $0.latitude - start.latitude) }
  var (sum, twice) = (SIMD2<Double>.zero, 0.0)
  for (one, next) in zip(points, points[1...] + points[..<1]) {
    let cross = one.x * next.y - next.x * one.y
    twice += cross
    sum += (one + next) * cross
  }
  let size = abs(twice) / 2
  let middle =
    size > 1e-12 ? sum / (3 * twice) : points.reduce(.zero) { $0 + $1 } / Double(points.count)
  return Coordinate(latitude: start.latitude + middle.y, longitude: start.longitude + middle.x)
    .map { ($0, size) }
}

extension Coordinate {
  /// A coordinate of a file; unlike the initialiser, it rejects what is not on the Earth, which is
  /// often in metres or has latitude and longitude exchanged.
  static func read(latitude: Double?, longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 360 else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Which part of a coordinate of a file makes it unreadable.
  static func flaw(latitude: Double?, longitude: Double?) -> PlaceList.Problem.Kind {
    let isLatitude = latitude.map { abs($0) <= 90 } ?? false
    let isLongitude = longitude.map { abs($0) <= 360 } ?? false
    return isLongitude ? .badLatitude : isLatitude ? .badLongitude : .badCoordinate
  }
}

/// In bytes; no decimal number needs more.
let longestNumber = 400

/// Reads a number with a decimal point, and with nothing else in the text but space around it.
func number(_ text: some StringProtocol) -> Double? {
  // Swift reads "nan" and hexadecimal digits, too.
  let isPlain = text.utf8.allSatisfy {
    $0 <= 0x20 || (0x2B...0x39).contains($0) || $0 | 0x20 == 0x65
  }
  guard isPlain, text.utf8.count <= longestNumber, let number = Double(text) ?? Double(text.trimmed)
  else {
    return nil
  }
  return number.isFinite ? number : nil
}
