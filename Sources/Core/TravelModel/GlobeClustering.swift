extension PinIndex {
  /// Markers closer than this on a globe, in pixels, are grouped: that leaves few, and all of them
  /// move in each frame.
  private static let globeRadius = 80.0
  /// The level of the cells that identify groups on a globe: deeper than any level of the flat map.
  private static let globeLevel = 31

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
