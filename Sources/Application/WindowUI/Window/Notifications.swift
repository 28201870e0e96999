import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Tells by the desktop what has ended while the user looks elsewhere, until the window is active.
final class Notifications {
  /// What there is one notification of at a time.
  enum Kind: String {
    case albumFilled = "album-filled"
    case fileMade = "file-made"
    case fileRead = "file-read"
  }

  private unowned let main: MainWindow
  private var sent: Set<Kind> = []

  /// How long the desktop may take to give the window back its focus, as after a choice of a file, in
  /// milliseconds.
  private static let patience: UInt32 = 1000

  init(_ main: MainWindow) {
    self.main = main
    main.session.onFilled = { [weak self] album in
      // Some photos may have failed, or all.
      let count = album.tally.stored
      guard let pin = self?.main.session.map.pins[album.pin.id], count > 0 else { return }
      self?.tell(
        .albumFilled, pin.title, Words.photoCount(count),
        pressed: ("app.show-album", String(pin.id.number)))
    }
    main.window.on("notify::is-active") { [weak self] in self?.withdraw() }
  }

  /// Tells something, unless a window of the program is active; a press on it activates an action with
  /// a text, or raises the window.
  func tell(
    _ kind: Kind, _ title: String, _ text: String? = nil,
    pressed action: (name: String, text: String)? = nil
  ) {
    MainLoop.after(milliseconds: Notifications.patience) { [weak self] in
      guard let self, !main.isGone, !isActive,
        let application = g_application_get_default(),
        g_application_get_dbus_connection(application) != nil
      else { return }
      let notification = Ref(adopting: g_notification_new(title)!)
      if let text { g_notification_set_body(notification.pointer, text) }
      if let action {
        g_notification_set_default_action_and_target_value(
          notification.pointer, action.name, g_variant_new_string(action.text))
      }
      g_application_send_notification(application, kind.rawValue, notification.pointer)
      sent.insert(kind)
    }
  }

  private func withdraw() {
    guard !sent.isEmpty, gtk_window_is_active(main.window.cast()) != 0 else { return }
    for kind in sent {
      g_application_withdraw_notification(g_application_get_default(), kind.rawValue)
    }
    sent = []
  }

  /// Whether a window of the program, which may be a dialog, has the keyboard.
  private var isActive: Bool {
    let windows = gtk_window_get_toplevels()!
    return (0..<g_list_model_get_n_items(windows)).contains { index in
      guard let window = g_list_model_get_item(windows, index) else { return false }
      defer { g_object_unref(window) }
      return gtk_window_is_active(OpaquePointer(window).cast()) != 0
    }
  }
}
