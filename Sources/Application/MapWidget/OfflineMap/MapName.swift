import Atlas
import TravelModel

/// A name on the map.
nonisolated struct MapName: Hashable {
  /// What a name is the name of, as far as it is drawn differently.
  enum Style: Hashable {
    case country, province, capital, city, sea, lake, river, region, peak
  }

  let text: String
  var point: WorldPoint
  let style: Style
  /// In pixels.
  let fontSize: Double
  /// How often it wishes that names of countries make room for it where they can.
  var wishes = 0
  /// Names rather leave out so many other great cities than one of the greatest.
  static let wishesOfWorldCity = 5
  /// Whether it first makes do without the spots of the greatest cities.
  var givesWay = false
  /// How far from its point a country's name may move to find room, in widths of the world.
  var reach = WorldPoint(x: 0, y: 0)
  /// The number of the landmark along whose lines it may be written.
  var landmark: Int?

  /// Whether a spot on the map marks the place; other names lie on what they name.
  var isMarked: Bool { style == .capital || style == .city || style == .peak }

  /// Whether its letters spread along the whole of what it names, as they do on areas.
  var isSpread: Bool { style == .sea || style == .region }

  /// Where the text may begin, in pixels from its point: beside its mark, on the right before the
  /// left, then above and below, and last aslant; without a mark in the middle, for a country also
  /// where it is still well within it, the nearest place first.
  func offsets(
    width: Double, height: Double, worldSize: Double
  ) -> [(x: Double, y: Double)] {
    let gap = 6.0
    if isMarked {
      return [
        (gap, -height / 2), (-width - gap, -height / 2), (-width / 2, -height - gap),
        (-width / 2, gap), (gap, -height), (gap, 0), (-width - gap, -height), (-width - gap, 0),
      ]
    }
    guard style == .country else { return [(-width / 2, -height / 2)] }
    let columns = MapName.steps(reach.x * worldSize - width / 2, each: width / 4)
    let rows = MapName.steps(reach.y * worldSize, each: height / 2)
    let moves = rows.flatMap { y in columns.map { (x: $0, y: y) } }
      .sorted { abs($0.x) + abs($0.y) < abs($1.x) + abs($1.y) }
    return moves.prefix(MapName.mostMoves).map { ($0.x - width / 2, $0.y - height / 2) }
  }

  /// None, and then steps of a length to both sides, as far as they reach, but at least one.
  private static func steps(_ reach: Double, each step: Double) -> [Double] {
    let count = Int(min(mostSteps, max(1, reach / step)))
    return [0] + (1...count).flatMap { [Double($0) * step, -Double($0) * step] }
  }

  /// How many steps a country's name goes in one direction at most, and how many places it tries:
  /// each has to be looked at whenever names are placed.
  private static let (mostSteps, mostMoves) = (4.0, 27)
}
