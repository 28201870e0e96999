import CAdwaita
import CGLib
import GLibBridge
import Glibc
import TravelModel
package import Widgets

/// Moving the map or turning the globe by hand: what is under the hand stays there, and a throw goes on.
package enum MapDrag {
  /// A release slower than this, in pixels a second, is no throw.
  private static let slowestThrow = 60.0

  package static func install(on map: Widget, camera: MapCamera) {
    gtk_widget_set_cursor_from_name(map, "grab")
    let drag = gtk_gesture_drag_new()!
    var (start, last) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
    /// The place that the hand holds; nil where it holds none, beside the globe.
    var held: Coordinate?
    var isOnButton = false
    drag.on("drag-begin") { [weak camera] (x: Double, y: Double) in
      guard let camera else { return }
      (start, last) = ((x, y), (x, y))
      held = camera.isOnWorld(x: x, y: y) ? camera.coordinate(x: x, y: y) : nil
      let pressed = gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT)
      isOnButton =
        pressed.map { gtk_widget_get_ancestor($0, gtk_button_get_type()) != nil } ?? false
      gtk_widget_set_cursor_from_name(map, "grabbing")
    }
    drag.on("drag-update") { [weak camera] (right: Double, down: Double) in
      // A drag that began on a pin takes the pointer from it, and only that: a finger that a drag has
      // claimed is lost for a pinch.
      if isOnButton, gtk_drag_check_threshold(map, 0, 0, Int32(right), Int32(down)) != 0 {
        isOnButton = false
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      let next = (x: start.x + right, y: start.y + down)
      held = camera?.drag(held, from: last, to: next)
      last = next
    }
    drag.on("drag-end") { gtk_widget_set_cursor_from_name(map, "grab") }
    gtk_widget_add_controller(map, drag.cast())

    let swipe = gtk_gesture_swipe_new()!
    swipe.on("swipe") { [weak camera] (x: Double, y: Double) in
      if hypot(x, y) >= slowestThrow { camera?.throwMap(velocityX: x, velocityY: y) }
    }
    gtk_widget_add_controller(map, swipe.cast())
    // One claim for both: what is dragged may be thrown.
    gtk_gesture_group(drag, swipe)
  }
}
