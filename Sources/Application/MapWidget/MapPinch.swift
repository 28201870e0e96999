import CAdwaita
import CGLib
import GLibBridge
import Glibc
import TravelModel
import Widgets

/// Zooming with two fingers: what is between them stays there, also where they move on together.
///
/// Fingers that go on coming together where the map shows the whole world make it a globe, and
/// those that part on the globe make it the map again.
final class MapPinch {
  private weak var camera: MapCamera?
  /// What the fingers hold, and the zoom and the distance, in distances of the beginning, at which
  /// they took it; nil on a globe.
  private var hold: (point: WorldPoint, zoom: Double, scale: Double)?
  /// The least distance since the map became a globe.
  private var least = 1.0

  /// Fingers that come together by this factor mean to leave the map, those that part the other way.
  private static let resolve = 0.8

  init(_ camera: MapCamera) { self.camera = camera }

  static func install(on map: Widget, camera: MapCamera) {
    let gesture = gtk_gesture_zoom_new()!
    let pinch = MapPinch(camera)
    func place() -> (x: Double, y: Double) {
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_bounding_box_center(gesture, &x, &y)
      return (x, y)
    }
    gesture.on("begin") {
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      let (x, y) = place()
      pinch.begin(x: x, y: y)
    }
    // It comes as often as a finger moves, the scale may change or not.
    gesture.on("update") {
      let (x, y) = place()
      pinch.move(to: gtk_gesture_zoom_get_scale_delta(gesture.cast()), x: x, y: y)
    }
    gtk_widget_add_controller(map, gesture.cast())
  }

  /// Takes what is between the fingers.
  func begin(x: Double, y: Double) {
    camera?.stop()
    least = 1
    take(atX: x, y: y, scale: 1)
  }

  /// Follows the fingers, which are now so many times as far apart as at the beginning.
  func move(to scale: Double, x: Double, y: Double) {
    guard let camera, scale > 0 else { return }
    if camera.globe != nil { return moveOnGlobe(to: scale, x: x, y: y) }
    guard let hold else { return take(atX: x, y: y, scale: scale) }
    let zoom = hold.zoom + log2(scale / hold.scale)
    camera.show(hold.point, atX: x, y: y, zoom: zoom)
    if zoom < camera.leastZoom + log2(MapPinch.resolve) {
      least = scale
      camera.zoomOutOfWorld()
    }
  }

  private func moveOnGlobe(to scale: Double, x: Double, y: Double) {
    hold = nil
    least = min(least, scale)
    guard scale > least / MapPinch.resolve else { return }
    camera?.zoom(by: 1, aroundX: x, y: y)
    take(atX: x, y: y, scale: scale)
  }

  private func take(atX x: Double, y: Double, scale: Double) {
    guard let camera, camera.globe == nil else { return hold = nil }
    hold = (camera.point(x: x, y: y), camera.view.zoom, scale)
  }
}
