import CAdwaita
import CGLib
import GLibBridge
import Travels

/// The keys of the viewer, beside those of its menu.
extension PhotoViewer {
  /// How far a key moves the picture, in points.
  private static let keyPan = 80.0
  /// How much larger the picture is after a key or a button.
  static let zoomStep = 1.5

  func addKeys() {
    let keys = gtk_event_controller_key_new()!
    keys.on("key-pressed") { [weak self] (key: UInt32, _: UInt32, modifiers: UInt32) -> Bool in
      self?.press(Int32(bitPattern: key), modifiers) ?? false
    }
    gtk_widget_add_controller(widget, keys)
  }

  private func press(_ key: Int32, _ modifiers: UInt32) -> Bool {
    let hasControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let hasAlt = modifiers & GDK_ALT_MASK.rawValue != 0
    if hasAlt { return pressWithAlt(key) }
    if hasControl, pan(key) { return true }
    switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left: turn(by: canvas.isLeftToRight ? -1 : 1)
    case GDK_KEY_Right, GDK_KEY_KP_Right: turn(by: canvas.isLeftToRight ? 1 : -1)
    case GDK_KEY_Page_Up: turn(by: -1)
    case GDK_KEY_Page_Down: turn(by: 1)
    case GDK_KEY_Home, GDK_KEY_KP_Home: turn(toEnd: false)
    case GDK_KEY_End, GDK_KEY_KP_End: turn(toEnd: true)
    case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: canvas.flyZoom(by: PhotoViewer.zoomStep)
    case GDK_KEY_minus, GDK_KEY_KP_Subtract: canvas.flyZoom(by: 1 / PhotoViewer.zoomStep)
    case GDK_KEY_0, GDK_KEY_KP_0: canvas.flyZoom(to: canvas.geometry.fitScale)
    case GDK_KEY_1, GDK_KEY_KP_1: canvas.flyZoom(to: canvas.geometry.fullScale)
    case GDK_KEY_2 where hasControl: canvas.flyZoom(to: canvas.geometry.fullScale * 2)
    case GDK_KEY_Menu: menu.popUp(over: canvas.widget)
    case GDK_KEY_F10 where modifiers & GDK_SHIFT_MASK.rawValue != 0:
      menu.popUp(over: canvas.widget)
    case GDK_KEY_F11: fullScreen.toggle()
    case GDK_KEY_F9: toggleInfo()
    case GDK_KEY_Escape: escape()
    case GDK_KEY_Back: onBack()
    case GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab:
      // Whoever looks for a control by the keyboard is to see it.
      fullScreen.wake()
      return false
    default: return false
    }
    return true
  }

  private func pressWithAlt(_ key: Int32) -> Bool {
    switch key {
    case GDK_KEY_Return: toggleInfo()
    case GDK_KEY_Left: onBack()
    default: return false
    }
    return true
  }

  private func pan(_ key: Int32) -> Bool {
    switch key {
    case GDK_KEY_Left: canvas.pan(byX: PhotoViewer.keyPan, y: 0)
    case GDK_KEY_Right: canvas.pan(byX: -PhotoViewer.keyPan, y: 0)
    case GDK_KEY_Up: canvas.pan(byX: 0, y: PhotoViewer.keyPan)
    case GDK_KEY_Down: canvas.pan(byX: 0, y: -PhotoViewer.keyPan)
    default: return false
    }
    return true
  }
}
