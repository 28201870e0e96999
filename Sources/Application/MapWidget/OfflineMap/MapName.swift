import MapDrawing
import TravelModel

nonisolated struct MapName: Hashable {
  let text: String
  var point: WorldPoint
  let style: NameStyle
  /// The font size, in pixels.
  var fontSize: Double
  /// How many attempts it makes to get names of countries out of its way.
  var wishes = 0
  /// The wishes of one of the greatest cities: as many other great cities are left out rather than
  /// it.
  static let wishesOfWorldCity = 5
  /// Whether it first tries to avoid the marks of the greatest cities.
  var givesWay = false
  /// How far a country's name may move from its point, in widths of the world.
  var reach = WorldPoint(x: 0, y: 0)
  /// The number of the landmark along whose lines the name may run.
  var landmark: Int?

  /// Whether a mark shows the place; other names lie on their feature.
  var isMarked: Bool { style == .capital || style == .city || style == .peak }

  /// Whether its letters are spread over the whole feature, as on areas.
  var isSpread: Bool { style == .sea || style == .region }

  /// The offsets from its point, in pixels, where the text may begin.
  ///
  /// With a mark, they are beside it: to the right before the left, then above and below, and last
  /// diagonally. Without one, they are around the middle; a country's name may also move within the
  /// country, to the nearest positions first.
  func offsets(width: Double, height: Double, worldSize: Double) -> [(x: Double, y: Double)] {
    let gap = 6.0
    if isMarked {
      return [
        (gap, -height / 2), (-width - gap, -height / 2), (-width / 2, -height - gap),
        (-width / 2, gap), (gap, -height), (gap, 0), (-width - gap, -height), (-width - gap, 0),
      ]
    }
    guard style == .country else { return [(-width / 2, -height / 2)] }
    // What is wider than its country stays in the middle of it, or nearly so.
    let (wide, high) = (reach.x * worldSize, reach.y * worldSize)
    let columns = MapName.steps(wide - width / 2, each: min(width / 4, wide / 2))
    let rows = MapName.steps(high, each: min(height / 2, high))
    let moves = rows.flatMap { y in columns.map { (x: $0, y: y) } }
      .sorted { abs($0.x) + abs($0.y) < abs($1.x) + abs($1.y) }
    return moves.prefix(MapName.mostMoves).map { ($0.x - width / 2, $0.y - height / 2) }
  }

  /// Zero, and then steps in both directions: as many as fit within `reach`, at least one in each.
  private static func steps(_ reach: Double, each step: Double) -> [Double] {
    guard step > 0 else { return [0] }
    let count = Int(min(mostSteps, max(1, reach / step)))
    return [0] + (1...count).flatMap { [Double($0) * step, -Double($0) * step] }
  }

  /// The most steps of a country's name in one direction, and the most positions: all are tried
  /// whenever names are placed.
  private static let (mostSteps, mostMoves) = (4.0, 27)
}
