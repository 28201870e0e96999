import Glibc
package import MapDrawing
package import TravelModel

extension GlobeView: Projection {
  /// Places that stand out less than this towards the eye count as hidden: they are on the rim.
  private static let rim = 0.08

  package var view: MapView { flatView() }

  /// The view of the flat map that shows the middle of the globe, or the place at a position on it, at
  /// the same position and scale, if possible.
  func flatView(aroundX x: Double? = nil, y: Double? = nil) -> MapView {
    var (x, y) = (x ?? width / 2, y ?? height / 2)
    if !contains(x: x, y: y) { (x, y) = (width / 2, height / 2) }
    let place = coordinate(x: x, y: y)
    // The flat map is larger the nearer a pole is.
    let cosine = max(0.01, cos(place.latitude * .pi / 180))
    return flatView(showing: Mercator.project(place), atX: x, y: y, zoom: zoom + log2(cosine))
  }

  /// The whole world, in the scale that the globe has near a pole.
  package func area(margin: Double) -> MapArea { .wholeWorld(zoom: max(0, zoom - 1)) }

  package func position(of point: WorldPoint) -> (x: Double, y: Double) {
    let place = position(of: Mercator.coordinate(at: point))
    return (place.x, place.y)
  }

  package func hides(_ point: WorldPoint) -> Bool {
    position(of: Mercator.coordinate(at: point)).height <= GlobeView.rim
  }

  package func isNearest(_ copy: WorldPoint) -> Bool { true }

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

  /// Turns the globe to the centre of a view.
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
