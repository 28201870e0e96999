extension PinIndex {
  /// Markers closer than this on a globe, in pixels, are grouped: that leaves few, and all of them
  /// move in each frame.
  private static let globeRadius = 80.0

  /// The markers of the whole world, for a globe of a radius in pixels.
  ///
  /// The flat map's would overlap where it is stretched, towards the poles, and where its ends
  /// meet.
  public func markers(onGlobeOf radius: Double, zoom: Double) -> [MapMarker] {
    let reach = PinIndex.globeRadius / radius
    var spots = markers(x: 0...1.0.nextDown, y: 0...1, zoom: zoom)
      .sorted { ($1.count, $0.point.x, $0.point.y) < ($0.count, $1.point.x, $1.point.y) }
      .map { GlobeSpot(marker: $0) }[...]
    var merged: [MapMarker] = []
    // The largest clusters absorb their neighbours, and stay in place.
    while let hub = spots.popFirst() {
      let near = spots.filter { $0.isWithin(reach, of: hub) }
      spots.removeAll { $0.isWithin(reach, of: hub) }
      merged.append(hub.marker(with: near))
    }
    return merged
  }
}

/// A marker, and its position on a globe.
private struct GlobeSpot {
  private let marker: MapMarker
  private let point: SpherePoint

  /// The level of the cells that identify groups on a globe: deeper than any level of the flat map.
  private static let level = 31

  init(marker: MapMarker) {
    self.marker = marker
    point = SpherePoint(Mercator.coordinate(at: marker.point))
  }

  func isWithin(_ reach: Double, of other: GlobeSpot) -> Bool {
    point.squaredChord(to: other.point) < reach * reach
  }

  func marker(with others: [GlobeSpot]) -> MapMarker {
    guard !others.isEmpty else { return marker }
    let all = [marker] + others.map(\.marker)
    return MapMarker(
      id: groupID, point: marker.point, count: all.reduce(0) { $0 + $1.count },
      places: all.flatMap(\.places))
  }

  private var groupID: MapMarker.ID {
    guard case .pin = marker.id else { return marker.id }
    let side = Double(1 << GlobeSpot.level)
    return .cluster(
      level: GlobeSpot.level, column: Int(marker.point.x * side), row: Int(marker.point.y * side))
  }
}
