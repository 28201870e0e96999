import CAdwaita
import CGLib
import GLibBridge
import Glibc
package import Widgets

/// What libshumate's own drag leaves to be desired: a drag that begins on a pin is a drag, and a
/// throw can be caught.
///
/// libshumate's throw, once begun, writes the map's centre at every frame until it ends, whatever
/// keys, wheel or buttons say; so ours takes its place.
package enum MapDrag {
  /// A release slower than this, in pixels a second, is no throw.
  private static let slowestThrow = 60.0

  package static func install(on map: Widget, camera: MapCamera) {
    let all = controllers(of: map)
    for stock in all where vt_is_a(stock.raw, gtk_gesture_swipe_get_type()) != 0 {
      gtk_event_controller_set_propagation_phase(stock, GTK_PHASE_NONE)
    }
    guard let drag = all.first(where: { vt_is_a($0.raw, gtk_gesture_drag_get_type()) != 0 }) else {
      return
    }
    takeFromButtons(drag.cast(), on: map)

    let swipe = gtk_gesture_swipe_new()!
    swipe.on("swipe") { [weak camera] (x: Double, y: Double) in
      if hypot(x, y) >= slowestThrow { camera?.throwMap(velocityX: x, velocityY: y) }
    }
    gtk_widget_add_controller(map, swipe.cast())
    // One claim for both: what is dragged may be thrown.
    gtk_gesture_group(drag.cast(), swipe)
  }

  /// Lets a drag that began on a button take the pointer from it.
  ///
  /// Only there: a finger that the drag has claimed is lost for a pinch.
  static func takeFromButtons(_ drag: OpaquePointer, on map: Widget) {
    var isOnButton = false
    drag.on("drag-begin") { (x: Double, y: Double) in
      let target = gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT)
      isOnButton = target.map { gtk_widget_get_ancestor($0, gtk_button_get_type()) != nil } ?? false
    }
    drag.on("drag-update") { (x: Double, y: Double) in
      guard isOnButton, gtk_drag_check_threshold(map, 0, 0, Int32(x), Int32(y)) != 0 else { return }
      isOnButton = false
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
    }
  }
}

/// The event controllers of a widget, its class's own among them.
package func controllers(of widget: Widget) -> [OpaquePointer] {
  let list = Ref(adopting: gtk_widget_observe_controllers(widget)!)
  return (0..<g_list_model_get_n_items(list.pointer.cast())).compactMap { index in
    g_list_model_get_item(list.pointer.cast(), index).map { controller in
      g_object_unref(controller)  // The widget keeps it.
      return OpaquePointer(controller)
    }
  }
}
