extension PinIndex {
  /// Markers nearer to each other than this on a globe, in pixels, are shown as one: it leaves few
  /// of them, which all move in each frame.
  private static let globeRadius = 80.0

  /// The markers of all the world, for a globe of a radius in pixels.
  ///
  /// Those of the flat map at a zoom level would lie on each other where it is stretched, towards the
  /// poles; and so would its two ends.
  public func markers(onGlobeOf radius: Double, zoom: Double) -> [MapMarker] {
    let reach = PinIndex.globeRadius / radius
    var spots = markers(x: 0...1.0.nextDown, y: 0...1, zoom: zoom)
      .sorted { ($1.count, $0.point.x, $0.point.y) < ($0.count, $1.point.x, $1.point.y) }
      .map { GlobeSpot(marker: $0) }[...]
    var merged: [MapMarker] = []
    // The greatest take in what is near them, and stay where they are.
    while let hub = spots.popFirst() {
      let near = spots.filter { $0.isWithin(reach, of: hub) }
      spots.removeAll { $0.isWithin(reach, of: hub) }
      merged.append(hub.marker(with: near))
    }
    return merged
  }
}

/// A marker, and where it is on a globe.
private struct GlobeSpot {
  private let marker: MapMarker
  private let point: SpherePoint

  /// The level of the cells by which groups around single pins are called: deeper than any level of
  /// the flat map.
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
