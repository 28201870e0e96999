/// A marker on the map: a pin, or the number of pins that would overlap.
public struct MapMarker: Hashable, Identifiable, Sendable {
  /// Identifies a marker across updates, so that its widget can be reused.
  public enum ID: Hashable, Sendable {
    /// A single pin, and the copy of the world it is shown in.
    case pin(Pin.ID, copy: Int)
    /// A cluster, identified by the level, column and row of its main cell.
    case cluster(level: Int, column: Int, row: Int)
  }

  public let id: ID
  /// Where it stands, in its copy of the world.
  public let point: WorldPoint
  public let count: Int
  /// The ranges of its pins in the index.
  let places: [Range<Int>]
}

extension PinIndex {
  /// Pins are clustered if their columns and rows are closer than this, in pixels at a whole zoom.
  ///
  /// Between two whole zooms they can be 40 pixels apart, the width of a marker.
  public static let clusterRadius = 56.0
  /// The side of the cells that clusters are made of, as a power of two: 32 pixels.
  private static let cellExponent = 5
  /// How far around a marker its group can depend on others, in cluster radii: on chains of cells
  /// that are each near a larger one, which hardly ever are longer.
  private static let influence = 9.0
  /// The offsets of the cells that may be near one.
  private static let around = (0..<25).map { SIMD2($0 % 5 - 2, $0 / 5 - 2) }
  /// Markers closer than this on a globe, in pixels, are grouped: that leaves few, and all of them
  /// move in each frame.
  private static let globeRadius = 80.0
  /// The level of the cells that identify groups on a globe: deeper than any level of the flat map.
  private static let globeLevel = 31

  /// The markers of a part of the map at a zoom level.
  ///
  /// A marker depends only on its surroundings, never on the part requested: panning the map
  /// regroups nothing.
  public func markers(x: ClosedRange<Double>, y: ClosedRange<Double>, zoom: Double) -> [MapMarker] {
    let zoom = Int(zoom.rounded())
    let level = zoom + 8 - PinIndex.cellExponent
    let pixel = 1 / (MapView.tileSize * Double(1 << zoom))
    let margin = PinIndex.clusterRadius * PinIndex.influence * pixel
    let cells = cells(
      level: level, x: (x.lowerBound - margin)...(x.upperBound + margin),
      y: (y.lowerBound - margin)...(y.upperBound + margin))
    return grouped(cells, radius: PinIndex.clusterRadius * pixel).map { marker(of: $0) }
      .filter { x.contains($0.point.x) && y.contains($0.point.y) }
  }

  /// The markers of the whole world, for a globe of a radius in pixels.
  ///
  /// The flat map's would overlap where it is stretched, towards the poles, and where its ends
  /// meet.
  public func markers(onGlobeOf radius: Double, zoom: Double) -> [MapMarker] {
    let reach = PinIndex.globeRadius / radius
    var spots = markers(x: 0...1.0.nextDown, y: 0...1, zoom: zoom)
      .sorted { ($1.count, $0.point.x, $0.point.y) < ($0.count, $1.point.x, $1.point.y) }
      .map { (marker: $0, place: SpherePoint(Mercator.coordinate(at: $0.point))) }[...]
    var merged: [MapMarker] = []
    // The largest clusters absorb their neighbours, and stay in place.
    while let hub = spots.popFirst() {
      let near = spots.filter { $0.place.squaredChord(to: hub.place) < reach * reach }
      spots.removeAll { $0.place.squaredChord(to: hub.place) < reach * reach }
      merged.append(near.isEmpty ? hub.marker : group([hub.marker] + near.map { $0.marker }))
    }
    return merged
  }

  /// One of the pins of a marker, always the same for the same marker.
  public func firstPin(of marker: MapMarker) -> Pin? {
    marker.places.first.flatMap { identities(at: $0).first }.flatMap { self[$0] }
  }

  public func pins(of marker: MapMarker) -> [Pin] {
    marker.places.flatMap { identities(at: $0) }.compactMap { self[$0] }
  }

  public func isPin(_ id: Pin.ID, in marker: MapMarker) -> Bool {
    guard let place = place(of: id) else { return false }
    return marker.places.contains { $0.contains(place) }
  }

  /// Whether some places stay one cluster at every zoom.
  public static func areInseparable(_ places: [Coordinate]) -> Bool {
    guard let first = places.first else { return true }
    let reach = clusterRadius / MapView(center: first, zoom: MapView.zoomRange.upperBound).worldSize
    let middle = Mercator.project(first)
    return places.allSatisfy {
      Mercator.project($0).nearest(to: middle).isWithin(reach, of: middle)
    }
  }

  /// Groups cells whose middles are close to each other, the largest cell of each group first.
  ///
  /// The first cells of two groups are never close to each other.
  private func grouped(_ cells: [PinCell], radius: Double) -> [[PinCell]] {
    var free = Dictionary(uniqueKeysWithValues: cells.map { ($0.place, $0) })
    var groups: [[PinCell]] = []
    // Ties are broken at random, so that in a row of equals the first one is not always at its end.
    let ranked = cells.sorted { ($0.places.count, $0.chance) > ($1.places.count, $1.chance) }
    for hub in ranked where free.removeValue(forKey: hub.place) != nil {
      let near = PinIndex.around.compactMap { free[hub.place &+ $0] }
        .filter { $0.middle.isWithin(radius, of: hub.middle) }
      for cell in near { free[cell.place] = nil }
      groups.append([hub] + near)
    }
    return groups
  }

  private func marker(of group: [PinCell]) -> MapMarker {
    let hub = group[0]
    let count = group.reduce(0) { $0 + $1.places.count }
    let id: MapMarker.ID =
      count == 1
      ? .pin(identities(at: hub.places).first!, copy: Int(hub.middle.x.rounded(.down)))
      : .cluster(level: hub.level, column: hub.column, row: hub.row)
    // The middle of all its pins might be close to another marker.
    return MapMarker(id: id, point: hub.middle, count: count, places: group.map(\.places))
  }

  /// The marker for several that are close to each other on a globe, at the first one's place.
  private func group(_ markers: [MapMarker]) -> MapMarker {
    var id = markers[0].id
    let point = markers[0].point
    if case .pin = id {
      let side = Double(1 << PinIndex.globeLevel)
      id = .cluster(
        level: PinIndex.globeLevel, column: Int(point.x * side), row: Int(point.y * side))
    }
    return MapMarker(
      id: id, point: point, count: markers.reduce(0) { $0 + $1.count },
      places: markers.flatMap(\.places))
  }
}

extension PinCell {
  fileprivate var place: SIMD2<Int> { SIMD2(column, row) }

  /// A pseudorandom number, the same for the same cell in every copy of the world.
  fileprivate var chance: UInt64 {
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
