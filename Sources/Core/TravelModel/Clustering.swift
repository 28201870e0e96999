/// What the map shows for one or more pins: a pin, or a number where pins would overlap.
public struct MapMarker: Hashable, Identifiable, Sendable {
  /// Identifies a marker across updates, so that its widget can be kept.
  public enum ID: Hashable, Sendable {
    /// A single pin, and the copy of the world it is shown in.
    case pin(Pin.ID, copy: Int)
    /// The pins around a cell, which is named by its level, column and row.
    case cluster(level: Int, column: Int, row: Int)
  }

  public let id: ID
  /// Where it stands, in the copy of the world it is shown in.
  public let point: WorldPoint
  /// How many pins it stands for.
  public let count: Int
  /// Where its pins stand in the index.
  let places: [Range<Int>]
}

extension PinIndex {
  /// Pins whose columns and rows are nearer to each other than this, in pixels at a whole zoom, are
  /// shown as one number.
  ///
  /// Between two whole zooms they come as near as 40 pixels, and a marker is as wide.
  public static let clusterRadius = 56.0
  /// The side of the cells that clusters are made of, as a power of two: 32 pixels.
  private static let cellExponent = 5
  /// How many times the cells that no group has taken are grouped again: so often that hardly any
  /// are left, and their chains are short.
  private static let rounds = 4

  /// The markers of a part of the map at a zoom level.
  ///
  /// A marker depends on what is near it alone, never on the part asked for: panning the map
  /// regroups nothing.
  public func markers(
    x: ClosedRange<Double>, y: ClosedRange<Double>, zoom: Double
  ) -> [MapMarker] {
    let zoom = Int(zoom.rounded())
    let level = zoom + 8 - PinIndex.cellExponent
    let pixel = 1 / (MapView.tileSize * Double(1 << zoom))
    // In each round, a cell depends on cells one radius away, and those on cells one radius further.
    let margin = PinIndex.clusterRadius * Double(2 * PinIndex.rounds + 1) * pixel
    let cells = cells(
      level: level, x: (x.lowerBound - margin)...(x.upperBound + margin),
      y: (y.lowerBound - margin)...(y.upperBound + margin))
    return grouped(cells, level: level, radius: PinIndex.clusterRadius * pixel)
      .map { marker(of: $0.map { cells[$0] }, level: level) }
      .filter { x.contains($0.point.x) && y.contains($0.point.y) }
  }

  /// One of the pins that a marker stands for: always the same, as long as the marker is.
  public func firstPin(of marker: MapMarker) -> Pin? {
    marker.places.first.flatMap { identities(at: $0).first }.flatMap { self[$0] }
  }

  /// The pins that a marker stands for.
  public func pins(of marker: MapMarker) -> [Pin] {
    marker.places.flatMap { identities(at: $0) }.compactMap { self[$0] }
  }

  /// Whether a pin is one of those that a marker stands for.
  public func isPin(_ id: Pin.ID, in marker: MapMarker) -> Bool {
    guard let place = place(of: id) else { return false }
    return marker.places.contains { $0.contains(place) }
  }

  /// The offsets from a cell to half of the 24 around it: in the other half it is itself at one of these
  /// offsets from the other cell, so that each pair is compared once.
  private static let halfAround = (1...12).map { (right: ($0 + 2) % 5 - 2, down: ($0 + 2) / 5) }

  /// Groups cells whose middles are near each other, the greatest cell of each group first.
  ///
  /// The first cells of two groups are never near each other.
  private func grouped(_ cells: [PinCell], level: Int, radius: Double) -> [[Int]] {
    var groups: [[Int]] = []
    var free = Set(cells.indices)
    let byPlace = Dictionary(
      uniqueKeysWithValues: cells.indices.map { (CellPlace(cells[$0]), $0) })
    // Among equals chance decides, lest a row of them has one hub at its end alone.
    let ranks = cells.map { (count: $0.places.count, chance: CellPlace($0).chance(level: level)) }
    func greater(_ left: Int, _ right: Int) -> Bool { ranks[left] > ranks[right] }
    var neighbors = [[Int]](repeating: [], count: cells.count)
    for index in cells.indices {
      for (right, down) in PinIndex.halfAround {
        let place = CellPlace(column: cells[index].column + right, row: cells[index].row + down)
        guard let other = byPlace[place],
          cells[other].middle.isWithin(radius, of: cells[index].middle)
        else { continue }
        neighbors[index].append(other)
        neighbors[other].append(index)
      }
    }
    for _ in 0..<PinIndex.rounds {
      let hubs = free.filter { hub in
        neighbors[hub].allSatisfy { !free.contains($0) || greater(hub, $0) }
      }
      var members = Dictionary(uniqueKeysWithValues: hubs.map { ($0, [$0]) })
      for index in free.subtracting(hubs).sorted() {
        if let hub = neighbors[index].filter(hubs.contains).max(by: { greater($1, $0) }) {
          members[hub]!.append(index)
        }
      }
      for (_, group) in members {
        groups.append(group)
        free.subtract(group)
      }
    }
    // Each of the few that are left follows its greatest neighbour to a cell that has no greater one.
    var members: [Int: [Int]] = [:]
    for index in free {
      var hub = index
      while let next = neighbors[hub].filter({ free.contains($0) && greater($0, hub) })
        .max(by: { greater($1, $0) })
      { hub = next }
      members[hub, default: [hub]] += hub == index ? [] : [index]
    }
    return groups + members.values
  }

  private func marker(of group: [PinCell], level: Int) -> MapMarker {
    let hub = group[0]
    let count = group.reduce(0) { $0 + $1.places.count }
    let id: MapMarker.ID =
      count == 1
      ? .pin(
        identities(at: hub.places).first!, copy: Int(hub.middle.x.rounded(.down)))
      : .cluster(level: level, column: hub.column, row: hub.row)
    // In the middle of all its pins it might be near another.
    return MapMarker(id: id, point: hub.middle, count: count, places: group.map(\.places))
  }
}

private struct CellPlace: Hashable {
  var column: Int
  var row: Int

  init(_ cell: PinCell) { self.init(column: cell.column, row: cell.row) }

  init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// A number that looks random, and is the same for the same cell in every copy of the world.
  func chance(level: Int) -> UInt64 {
    let column = column & ((1 << level) - 1)
    var mixed = UInt64(column) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= UInt64(bitPattern: Int64(row)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 29)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 32)
  }
}

extension WorldPoint {
  fileprivate func isWithin(_ radius: Double, of other: WorldPoint) -> Bool {
    abs(x - other.x) < radius && abs(y - other.y) < radius
  }
}

extension PinIndex {
  /// Tells whether some places stay one cluster however far the map is zoomed in.
  public static func areInseparable(_ places: [Coordinate]) -> Bool {
    guard let first = places.first else { return true }
    let reach = clusterRadius / MapView(center: first, zoom: MapView.zoomRange.upperBound).worldSize
    let middle = Mercator.project(first)
    return places.allSatisfy { place in
      var point = Mercator.project(place)
      point.x -= (point.x - middle.x).rounded()
      return point.isWithin(reach, of: middle)
    }
  }
}
