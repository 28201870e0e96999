import CAdwaita
import CGLib
import GLibBridge

/// Keeps the mouse from ending what a finger does in a window.
///
/// Whenever something moves in a window, GTK tells it once more where the mouse is: as a motion
/// without a button, which ends each press and drag of a finger.
package func protectTouches(in window: Widget) {
  let controller = gtk_event_controller_legacy_new()!
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
  // One of them may be none: a backend may call its first touch so.
  var touches: Set<OpaquePointer?> = []
  controller.on(
    "event",
    answer: { () -> Bool in
      guard let event = gtk_event_controller_get_current_event(controller) else { return false }
      let touch = gdk_event_get_event_sequence(event)
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN: touches.insert(touch)
      case GDK_TOUCH_END, GDK_TOUCH_CANCEL: touches.remove(touch)
      case GDK_MOTION_NOTIFY:
        // Motions that were made have a time.
        return !touches.isEmpty && gdk_event_get_time(event) == guint32(GDK_CURRENT_TIME)
      default: break
      }
      return false
    })
  gtk_widget_add_controller(window, controller)
}
