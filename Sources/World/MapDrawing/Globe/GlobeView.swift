import Glibc
package import TravelModel

/// What a window of a given size shows of the Earth as a globe, with the north upwards.
package struct GlobeView: Hashable, Sendable {
  package let center: Coordinate
  package let width: Double
  package let height: Double
  /// The radius in pixels.
  package let radius: Double
  private let frame: SphereFrame

  /// The share of the window's shorter side that the globe takes.
  private static let share = 0.86
  /// The least radius, in pixels: no window is that small.
  private static let leastRadius = 8.0

  package init(center: Coordinate, width: Double, height: Double) {
    self.center = center
    (self.width, self.height) = (width, height)
    radius = max(GlobeView.leastRadius, (min(width, height) / 2 * GlobeView.share).rounded())
    frame = SphereFrame(center: center)
  }

  /// The zoom of a flat map of the same scale in the middle.
  package var zoom: Double { log2(2 * .pi * radius / MapView.tileSize) }

  /// The position of a place.
  ///
  /// The height is its distance towards the eye, in radii, which is negative on the far side.
  package func position(of place: Coordinate) -> (x: Double, y: Double, height: Double) {
    let local = frame.local(SpherePoint(place))
    return (width / 2 + radius * local.x, height / 2 - radius * local.y, local.z)
  }

  package func contains(x: Double, y: Double) -> Bool {
    hypot(x - width / 2, y - height / 2) < radius
  }

  /// Whether a box is completely on the globe.
  package func contains(_ box: LabelBox) -> Bool {
    [box.x, box.x + box.width].allSatisfy { x in
      [box.y, box.y + box.height].allSatisfy { contains(x: x, y: $0) }
    }
  }

  /// The place at a position; outside the globe, the nearest one on its rim.
  package func coordinate(x: Double, y: Double) -> Coordinate {
    var (east, north) = ((x - width / 2) / radius, (height / 2 - y) / radius)
    let distance = hypot(east, north)
    if distance > 1 { (east, north) = (east / distance, north / distance) }
    let up = max(0, 1 - east * east - north * north).squareRoot()
    return frame.point(SpherePoint(x: east, y: north, z: up)).coordinate
  }

  /// The same window with another place in the middle.
  package func turned(to center: Coordinate) -> GlobeView {
    GlobeView(center: center, width: width, height: height)
  }

  /// The same window after a hand has moved over the globe by so many pixels.
  package func moved(byX x: Double, y: Double) -> GlobeView {
    // Near a pole a hand would make it spin.
    let parallel = max(GlobeView.leastParallel, cos(center.latitude * .pi / 180))
    let degrees = 180 / (.pi * radius)
    return turned(
      to: Coordinate(
        latitude: min(90, max(-90, center.latitude + y * degrees)),
        longitude: center.longitude - x * degrees / parallel)!)
  }

  private static let leastParallel = 0.4

  /// The same window turned so that a place is at a position, with the north upwards; nil where
  /// there is no such turn.
  package func moved(so place: Coordinate, isAtX x: Double, y: Double) -> GlobeView? {
    let (east, north) = ((x - width / 2) / radius, (height / 2 - y) / radius)
    let latitude = place.latitude * .pi / 180
    let sine = east / max(1e-9, cos(latitude))
    guard abs(sine) < 1 else { return nil }
    // The place may come to the position on this side of the pole, or beyond it.
    let turns = [asin(sine), .pi - asin(sine)].compactMap { turn -> GlobeView? in
      let (a, b) = (sin(latitude), cos(latitude) * cos(turn))
      let reach = hypot(a, b)
      guard abs(north) < reach else { return nil }
      let tilt = acos(north / reach) - atan2(b, a)
      let degrees = remainder(tilt, 2 * .pi) * 180 / .pi
      guard abs(degrees) <= 90 else { return nil }
      return Coordinate(
        latitude: degrees, longitude: place.longitude - turn * 180 / .pi
      ).map(turned(to:))
    }
    return turns.min { distance(to: $0) < distance(to: $1) }
  }

  private func distance(to other: GlobeView) -> Double {
    center.kilometres(to: other.center)
  }
}
