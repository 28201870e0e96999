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
  /// Pins nearer to each other than this, in pixels, are shown as one number.
  public static let clusterRadius = 52.0
  /// The side of the cells that clusters are made of, as a power of two: 32 pixels.
  private static let cellExponent = 5
  /// How many times the cells that no group has taken are grouped again.
  private static let rounds = 2

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
    return grouped(cells, radius: PinIndex.clusterRadius * pixel)
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

  /// Groups cells whose middles are near each other, the greatest cell of each group first.
  private func grouped(_ cells: [PinCell], radius: Double) -> [[Int]] {
    var groups: [[Int]] = []
    var free = Set(cells.indices)
    let byPlace = Dictionary(
      uniqueKeysWithValues: cells.indices.map { (CellPlace(cells[$0]), $0) })
    func greater(_ left: Int, _ right: Int) -> Bool {
      (cells[left].places.count, -left) > (cells[right].places.count, -right)
    }
    let neighbors = cells.indices.map { index in
      CellPlace(cells[index]).around(2).compactMap { byPlace[$0] }.filter {
        $0 != index && cells[$0].middle.isWithin(radius, of: cells[index].middle)
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
    return groups + free.map { [$0] }
  }

  private func marker(of group: [PinCell], level: Int) -> MapMarker {
    let hub = group[0]
    let count = group.reduce(0) { $0 + $1.places.count }
    let id: MapMarker.ID =
      count == 1
      ? .pin(
        identities(at: hub.places).first!, copy: Int(hub.middle.x.rounded(.down)))
      : .cluster(level: level, column: hub.column, row: hub.row)
    let sum = group.reduce(WorldPoint(x: 0, y: 0)) {
      WorldPoint(
        x: $0.x + $1.middle.x * Double($1.places.count),
        y: $0.y + $1.middle.y * Double($1.places.count))
    }
    let middle =
      count == 1 ? hub.middle : WorldPoint(x: sum.x / Double(count), y: sum.y / Double(count))
    return MapMarker(id: id, point: middle, count: count, places: group.map(\.places))
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

  func around(_ distance: Int) -> [CellPlace] {
    (-distance...distance).flatMap { down in
      (-distance...distance).map { CellPlace(column: column + $0, row: row + down) }
    }
  }
}

extension WorldPoint {
  fileprivate func isWithin(_ radius: Double, of other: WorldPoint) -> Bool {
    let (dx, dy) = (x - other.x, y - other.y)
    return dx * dx + dy * dy < radius * radius
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
