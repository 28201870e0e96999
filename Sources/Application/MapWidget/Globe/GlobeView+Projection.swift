import Glibc
package import MapDrawing
package import TravelModel

extension GlobeView: Projection {
  /// What stands out less towards the eye is too near to the rim to be told from what is behind.
  private static let rim = 0.08

  package var view: MapView { flatView() }

  /// The flat map that shows the middle of the globe, or what is at a position of it, in the same
  /// place and as large, if it can.
  func flatView(aroundX x: Double? = nil, y: Double? = nil) -> MapView {
    var (x, y) = (x ?? width / 2, y ?? height / 2)
    if !contains(x: x, y: y) { (x, y) = (width / 2, height / 2) }
    let place = coordinate(x: x, y: y)
    // The flat map is larger the nearer a pole is.
    let cosine = max(0.01, cos(place.latitude * .pi / 180))
    return flatView(
      showing: Mercator.project(place), atX: x, y: y, zoom: zoom + log2(cosine))
  }

  /// The whole world, as small as what is near a pole is.
  package func area(margin: Double) -> MapArea { .wholeWorld(zoom: max(0, zoom - 1)) }

  package func position(of point: WorldPoint) -> (x: Double, y: Double) {
    let place = position(of: Mercator.coordinate(at: point))
    return (place.x, place.y)
  }

  package func hides(_ point: WorldPoint) -> Bool {
    position(of: Mercator.coordinate(at: point)).height <= GlobeView.rim
  }

  package func isNearest(_ copy: WorldPoint) -> Bool { true }

  package func way(since earlier: any Projection) -> (x: Double, y: Double)? {
    earlier as? GlobeView == self ? (0, 0) : nil
  }

  package func markers(of places: PinIndex, in area: MapArea) -> [MapMarker] {
    places.markers(onGlobeOf: radius, zoom: area.zoom)
  }

  package func lines(of leg: TripLine.Leg, in area: LabelBox) -> [[SIMD2<Double>]] {
    leg.places.map { position(of: $0) }
      // On the far side there is no line.
      .split { $0.height <= 0 }
      .flatMap { VisibleLine($0.lazy.map { SIMD2($0.x, $0.y) }, in: area).pieces }
  }

  package func panned(from target: MapView?, screensEast: Double, screensSouth: Double) -> MapView {
    let way = (x: -screensEast * 2 * radius, y: -screensSouth * 2 * radius)
    return MapView(
      center: turned(to: target?.center ?? center).moved(byX: way.x, y: way.y).center,
      zoom: target?.zoom ?? view.zoom)
  }

  /// Turns until the middle of a view is in the middle.
  package func route(to target: MapView) -> Route {
    let east = center.degreesEast(to: target.center)
    let north = target.center.latitude - center.latitude
    return Route(target: target) { progress in
      let place = Coordinate(
        latitude: center.latitude + north * progress, longitude: center.longitude + east * progress)
      return turned(to: progress < 1 ? place! : target.center)
    }
  }
}
