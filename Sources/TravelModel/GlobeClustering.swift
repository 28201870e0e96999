import Glibc

extension PinIndex {
  /// Markers nearer to each other than this on a globe, in pixels, are shown as one: it leaves few
  /// of them, which all move in each frame.
  private static let globeRadius = 80.0

  /// The markers of all the world, for a globe of a radius in pixels.
  ///
  /// Those of the flat map at a zoom level would lie on each other where it is stretched, towards the
  /// poles; and so would its two ends.
  public func markers(onGlobeOf radius: Double, zoom: Double) -> [MapMarker] {
    let reach = 2 * sin(PinIndex.globeRadius / radius / 2)
    var spots = markers(x: 0...1.0.nextDown, y: 0...1, zoom: zoom)
      .sorted { ($1.count, $0.point.x, $0.point.y) < ($0.count, $1.point.x, $1.point.y) }
      .map { GlobeSpot(marker: $0) }
    var merged: [GlobeSpot] = []
    // The greatest take in what is near them, so that none of them wanders.
    while !spots.isEmpty {
      var hub = spots.removeFirst()
      let middle = hub.middle
      var rest: [GlobeSpot] = []
      for spot in spots {
        if middle.isWithin(reach, of: spot.middle) { hub.add(spot) } else { rest.append(spot) }
      }
      merged.append(hub)
      spots = rest
    }
    return merged.map(\.marker)
  }
}

/// A marker, and where its pins are on a globe.
private struct GlobeSpot {
  private let first: MapMarker
  private var count: Int
  private var places: [Range<Int>]
  /// The sum of the directions to its pins.
  private var sum: SIMD3<Double>

  init(marker: MapMarker) {
    first = marker
    (count, places) = (marker.count, marker.places)
    let place = Mercator.coordinate(at: marker.point)
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let direction = SIMD3(
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    sum = direction * Double(marker.count)
  }

  var middle: SIMD3<Double> { sum / (sum * sum).sum().squareRoot() }

  mutating func add(_ other: GlobeSpot) {
    count += other.count
    places += other.places
    sum += other.sum
  }

  var marker: MapMarker {
    guard count > first.count else { return first }
    let middle = middle
    let place = Coordinate(
      latitude: asin(min(1, max(-1, middle.z))) * 180 / .pi,
      longitude: atan2(middle.y, middle.x) * 180 / .pi)!
    return MapMarker(id: id, point: Mercator.project(place), count: count, places: places)
  }

  /// A group is one thing with the cell that it grew from; a pin that has company is no pin any more.
  private var id: MapMarker.ID {
    guard case .pin = first.id else { return first.id }
    // Deeper than any level of the flat map.
    let side = Double(1 << PinIndex.globeLevel)
    return .cluster(
      level: PinIndex.globeLevel, column: Int(first.point.x * side), row: Int(first.point.y * side))
  }
}

extension PinIndex {
  fileprivate static let globeLevel = 31
}

extension SIMD3<Double> {
  fileprivate func isWithin(_ reach: Double, of other: SIMD3<Double>) -> Bool {
    let way = self - other
    return (way * way).sum() < reach * reach
  }
}
