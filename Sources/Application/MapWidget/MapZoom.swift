import CAdwaita
import CGLib
import GLibBridge
package import Widgets

/// Zooming by wheel, touchpad, double click and two fingers.
package enum MapZoom {
  /// Levels for one click of a wheel.
  private static let wheelStep = 0.5
  /// Levels for a pixel that two fingers move on a touchpad.
  private static let touchpadStep = 0.01

  package static func install(on map: Widget, camera: MapCamera) {
    addScroll(to: map, camera)
    addDoubleClick(to: map, camera)
    addInterruption(to: map, camera)
    camera.isMovedByHand = true
    MapPinch.install(on: map, camera: camera)
  }

  private static func addScroll(to map: Widget, _ camera: MapCamera) {
    var pointer = (x: 0.0, y: 0.0)
    let motion = gtk_event_controller_motion_new()!
    motion.on("motion") { (x: Double, y: Double) in pointer = (x, y) }
    motion.on("enter") { (x: Double, y: Double) in pointer = (x, y) }
    gtk_widget_add_controller(map, motion)

    let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)!
    scroll.on("scroll") { [weak camera] (_: Double, dy: Double) -> Bool in
      if gtk_event_controller_scroll_get_unit(scroll.cast()) == GDK_SCROLL_UNIT_SURFACE {
        camera?.zoomAtOnce(by: -dy * MapZoom.touchpadStep, aroundX: pointer.x, y: pointer.y)
      } else {
        camera?.zoom(by: -dy * MapZoom.wheelStep, aroundX: pointer.x, y: pointer.y)
      }
      return true
    }
    gtk_widget_add_controller(map, scroll)
  }

  private static func addDoubleClick(to map: Widget, _ camera: MapCamera) {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click.cast(), guint(GDK_BUTTON_PRIMARY))
    click.on("pressed") { [weak camera] (presses: Int32, x: Double, y: Double) in
      if presses == 2 { camera?.zoom(by: 1, aroundX: x, y: y) }
    }
    gtk_widget_add_controller(map, click.cast())
  }

  /// A press ends a flight: the map is in the user's hand.
  private static func addInterruption(to map: Widget, _ camera: MapCamera) {
    let press = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(press.cast(), 0)
    gtk_event_controller_set_propagation_phase(press.cast(), GTK_PHASE_CAPTURE)
    press.on("pressed") { [weak camera] (presses: Int32) in
      if presses == 1 { camera?.stop() }
    }
    gtk_widget_add_controller(map, press.cast())
  }
}
