import CAdwaita
import CGLib
import GLibBridge
import Glibc
import MapDrawing
package import TravelModel
import Widgets

/// The map as a globe, beyond the zoom at which the flat one shows the whole world.
extension MapCamera {
  /// Fingers on a touchpad that have zoomed on by so many levels mean it.
  static let leastPush = 0.4

  /// Tells whether a zoom would lead out of the flat map.
  func isBeyondWorld(_ levels: Double) -> Bool {
    levels < 0 && size.width > 0 && destination.zoom < leastZoom + 0.01
  }

  /// Leads out of the flat map if it shows the whole world.
  func zoomOutOfWorld() {
    guard isBeyondWorld(-1) else { return }
    isGlobeAwaited = onBeyondWorld == nil
    onBeyondWorld?()
  }

  func leaveOrEnterGlobe(_ levels: Double, _ x: Double?, _ y: Double?) {
    push = 0
    if let globe, levels > 0 {
      show(mapView(of: globe, aroundX: x, y: y))
    } else if turned == nil {
      zoomOutOfWorld()
    }
  }

  /// Shows the world as a globe, unless the map has come closer to it by now.
  func becomeGlobe() {
    guard turned == nil, isBeyondWorld(-1) else { return }
    stop()
    turned = GlobeView(center: flatView.center, width: size.width, height: size.height)
    onChange()
  }

  /// Turns the globe so that a place is in its middle.
  package func turn(to center: Coordinate) {
    stop()
    guard let start = turned?.center else { return }
    let east = start.degreesEast(to: center)
    let north = center.latitude - start.latitude
    let animation = Animation(
      on: map, milliseconds: MapCamera.glideDuration, easing: ADW_EASE_OUT_CUBIC,
      step: { [weak self] progress in
        let place = Coordinate(
          latitude: start.latitude + north * progress, longitude: start.longitude + east * progress)
        self?.turnAtOnce(to: progress < 1 ? place! : center)
      },
      done: { [weak self] in self?.glide = nil })
    if animation.isRunning { glide = (animation, MapView(center: center, zoom: view.zoom)) }
  }

  /// Turns the globe without an animation, as a hand does.
  package func turnAtOnce(to center: Coordinate) {
    guard let globe else { return }
    turned = globe.turned(to: center)
    onChange()
  }

  /// The flat map that shows the middle of a globe, or what is at a position of it, in the same
  /// place and as large, if it can.
  func mapView(
    of globe: GlobeView, aroundX x: Double? = nil, y: Double? = nil
  ) -> MapView {
    var (x, y) = (x ?? globe.width / 2, y ?? globe.height / 2)
    if !globe.contains(x: x, y: y) { (x, y) = (globe.width / 2, globe.height / 2) }
    let place = globe.coordinate(x: x, y: y)
    // The flat map is larger the nearer a pole is.
    let cosine = max(0.01, cos(place.latitude * .pi / 180))
    let target = possible(MapView(center: place, zoom: globe.zoom + log2(cosine)))
    var middle = Mercator.project(place)
    middle.x -= (x - globe.width / 2) / target.worldSize
    middle.y -= (y - globe.height / 2) / target.worldSize
    middle.y = held(y: middle.y, previous: middle.y, in: target)
    return MapView(center: Mercator.coordinate(at: middle), zoom: target.zoom)
  }
}
