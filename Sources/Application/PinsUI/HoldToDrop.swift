import CAdwaita
import GLibBridge
import MapWidget
import TouristSession
import Widgets

/// Press and hold on the map: a pin appears under the pointer, follows it, and is dropped where it
/// is released.
enum HoldToDrop {
  /// Lets presses drop pins while `mayDrop` returns true.
  static func install(
    on map: Widget, camera: MapCamera, session: Session, mayDrop: @escaping () -> Bool
  ) {
    let model = session.map
    let gesture = map.addController(
      gtk_gesture_long_press_new(), button: GDK_BUTTON_PRIMARY, capturing: true)
    gesture.on("pressed") { [weak camera] (x: Double, y: Double) in
      guard let camera, mayDrop(), let place = camera.projection.place(x: x, y: y) else { return }
      // The gesture claims the pointer, so that the map does not move.
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      camera.stop()
      model.holdPin(at: place)
    }
    gesture.on("update") { [weak camera] in
      var x = 0.0
      var y = 0.0
      // A finger's position needs its sequence; a pointer has none.
      let sequence = gtk_gesture_single_get_current_sequence(gesture.cast())
      guard model.held != nil, let camera, gtk_gesture_get_point(gesture, sequence, &x, &y) != 0
      else { return }
      model.moveHeld(to: camera.projection.coordinate(x: x, y: y))
    }
    for (signal, finish) in [("end", session.dropHeldPin), ("cancel", model.cancelHeld)] {
      gesture.on(signal) {
        guard model.held != nil else { return }
        finish()
        HoldToDrop.resetOthers(than: gesture, on: map)
      }
    }
  }

  /// Resets the map's own drag gesture: it still waits for the end of the press that was claimed
  /// from it, and would swallow the next one.
  static func resetOthers(than gesture: OpaquePointer, on map: Widget) {
    for controller in controllers(of: map) where controller != gesture.cast() {
      gtk_event_controller_reset(controller)
    }
  }
}
