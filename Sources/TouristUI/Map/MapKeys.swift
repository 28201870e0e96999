import CAdwaita
import CGLib
import GLibBridge

/// The map by keyboard: arrows pan, plus and minus zoom.
enum MapKeys {
  /// The part of the screen that an arrow key moves the map by.
  private static let step = 0.15

  static func install(on page: Widget, camera: MapCamera) {
    let keys = gtk_event_controller_key_new()!
    keys.on("key-pressed") { [weak camera] (key: UInt32, _: UInt32, modifiers: UInt32) -> Bool in
      let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      guard let camera, modifiers & commands == 0 else { return false }
      return MapKeys.press(Int32(bitPattern: key), camera)
    }
    gtk_widget_add_controller(page, keys)
  }

  private static func press(_ key: Int32, _ camera: MapCamera) -> Bool {
    switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left: camera.pan(screensEast: -step, screensSouth: 0)
    case GDK_KEY_Right, GDK_KEY_KP_Right: camera.pan(screensEast: step, screensSouth: 0)
    case GDK_KEY_Up, GDK_KEY_KP_Up: camera.pan(screensEast: 0, screensSouth: -step)
    case GDK_KEY_Down, GDK_KEY_KP_Down: camera.pan(screensEast: 0, screensSouth: step)
    case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: camera.zoom(by: 1)
    case GDK_KEY_minus, GDK_KEY_KP_Subtract: camera.zoom(by: -1)
    default: return false
    }
    return true
  }
}
