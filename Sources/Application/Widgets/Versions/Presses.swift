import CAdwaita
import CGLib
import GLibBridge

/// Keeps moving widgets from ending presses.
///
/// Whenever something moves in a window, GTK sends another motion event for the mouse. It ends each
/// press and drag of a finger, because the mouse has no button down. It also ends a mouse press so
/// short that its release is still queued.
package func protectPresses(in window: Widget) {
  let controller = gtk_event_controller_legacy_new()!
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
  // The first touch sequence of a backend may be NULL.
  var touches: Set<OpaquePointer?> = []
  var isButtonDown = false
  controller.on(
    "event",
    answer: { () -> Bool in
      guard let event = gtk_event_controller_get_current_event(controller) else { return false }
      let touch = gdk_event_get_event_sequence(event)
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN: touches.insert(touch)
      case GDK_TOUCH_END, GDK_TOUCH_CANCEL: touches.remove(touch)
      case GDK_BUTTON_PRESS: isButtonDown = true
      case GDK_BUTTON_RELEASE: isButtonDown = false
      case GDK_MOTION_NOTIFY:
        // Synthesised motion events have no time.
        if gdk_event_get_time(event) == guint32(GDK_CURRENT_TIME) {
          return isButtonDown || !touches.isEmpty
        }
        // The release may have gone to another window.
        if gdk_event_get_modifier_state(event).rawValue & GDK_BUTTON1_MASK.rawValue == 0 {
          isButtonDown = false
        }
      default: break
      }
      return false
    })
  gtk_widget_add_controller(window, controller)
}
