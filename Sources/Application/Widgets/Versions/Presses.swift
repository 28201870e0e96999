import CAdwaita
import CGLib
import GLibBridge

extension ObjectPointer {
  /// Whether its window was last used by fingers, which need larger targets.
  package var isTouched: Bool {
    window.map { gtk_widget_has_css_class($0.widget, touchClass) != 0 } ?? false
  }
}

/// The style of a window that is used by fingers.
private let touchClass = "touch"

/// Keeps moving widgets from ending presses, and gives the window the style of fingers while they use
/// it.
///
/// Whenever something moves in a window, GTK sends another motion event for the mouse. It ends each
/// press and drag of a finger, because the mouse has no button down. It also ends a mouse press so
/// short that its release is still queued.
package func protectPresses(in window: Widget) {
  let controller = window.addController(gtk_event_controller_legacy_new(), capturing: true)
  // The first touch sequence of a backend may be NULL.
  var touches: Set<OpaquePointer?> = []
  var isButtonDown = false
  controller.on(
    "event",
    answer: { () -> Bool in
      guard let event = gtk_event_controller_get_current_event(controller) else { return false }
      let touch = gdk_event_get_event_sequence(event)
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN:
        touches.insert(touch)
        window.addClass(touchClass)
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
        // Waiting for a press would be too late: then the button under the pointer would shrink.
        let source = gdk_event_get_device(event).map { gdk_device_get_source($0) }
        if touches.isEmpty, source != GDK_SOURCE_TOUCHSCREEN {
          gtk_widget_remove_css_class(window, touchClass)
        }
      default: break
      }
      return false
    })
}
