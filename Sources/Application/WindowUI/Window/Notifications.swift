import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Tells by the desktop what has ended while the user looks elsewhere, until a window is active.
final class Notifications {
  /// What there is one notification of at a time.
  enum Kind: String {
    case albumFilled = "album-filled"
    case fileMade = "file-made"
    case fileRead = "file-read"
  }

  private unowned let main: MainWindow
  private var sent: Set<Kind> = []
  /// The albums that were filled while the user looks elsewhere, and their photos, until that is told.
  private var filled: [Pin.ID: Int] = [:]
  private var observer: Observer?

  /// How long the desktop may take to give the window back its focus, as after a choice of a file, in
  /// milliseconds.
  private static let patience: UInt32 = 1000

  init(_ main: MainWindow) {
    self.main = main
    let map = main.session.map
    main.session.onFilled = { [weak self] album in
      // Some photos may have failed, or all.
      let count = album.tally.stored
      if let self, count > 0, !isActive { filled[album.pin.id] = count }
    }
    observer = Observer(of: { map.isFilling }) { [weak self] isFilling in
      if !isFilling { self?.tellFilled() }
    }
    let windows = Notifications.windows
    withdrawWhenActive(0..<g_list_model_get_n_items(windows))
    windows.on("items-changed") { [weak self] (place: UInt32, _: UInt32, added: UInt32) in
      self?.withdrawWhenActive(place..<place + added)
    }
  }

  /// Tells something, unless a window of the program is active; a press on it activates an action with
  /// a text, or raises the window.
  func tell(
    _ kind: Kind, _ title: String, _ text: String? = nil,
    pressed action: (name: String, text: String)? = nil
  ) {
    MainLoop.after(milliseconds: Notifications.patience) { [weak self] in
      self?.send(kind, title, text, pressed: action)
    }
  }

  /// Tells which albums were filled, once no other one is being filled.
  private func tellFilled() {
    guard !filled.isEmpty else { return }
    MainLoop.after(milliseconds: Notifications.patience) { [weak self] in
      guard let self, !main.session.map.isFilling else { return }
      let albums = filled.compactMap { id, count in
        self.main.session.map.pins[id].map { (pin: $0, count: count) }
      }
      filled = [:]
      if albums.count > 1 {
        return send(
          .albumFilled,
          tr("{count} album filled", plural: "{count} albums filled", count: albums.count))
      }
      guard let album = albums.first else { return }
      send(
        .albumFilled, album.pin.title, Words.photoCount(album.count),
        pressed: ("app.show-album", String(album.pin.id.number)))
    }
  }

  private func send(
    _ kind: Kind, _ title: String, _ text: String? = nil,
    pressed action: (name: String, text: String)? = nil
  ) {
    guard !main.isGone, !isActive, let application = g_application_get_default(),
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

  /// Withdraws what is of no use once the program has ended.
  func end() { withdraw([.fileRead]) }

  private func withdraw(_ kinds: Set<Kind>) {
    for kind in kinds where sent.remove(kind) != nil {
      g_application_withdraw_notification(g_application_get_default(), kind.rawValue)
    }
  }

  /// Follows windows of the program, by their indices: one that is a dialog may be looked at alone.
  private func withdrawWhenActive(_ added: Range<guint>) {
    for index in added {
      guard let window = Notifications.window(at: index) else { continue }
      window.pointer.on("notify::is-active") { [weak self] in
        guard let self, isActive else { return }
        filled = [:]
        withdraw(sent)
      }
    }
  }

  private static var windows: OpaquePointer { gtk_window_get_toplevels()! }

  private static func window(at index: guint) -> Ref<OpaquePointer>? {
    g_list_model_get_item(windows, index).map { Ref(adopting: OpaquePointer($0)) }
  }

  /// Whether a window of the program, which may be a dialog, has the keyboard.
  private var isActive: Bool {
    (0..<g_list_model_get_n_items(Notifications.windows)).contains { index in
      Notifications.window(at: index).map { gtk_window_is_active($0.pointer.cast()) != 0 } ?? false
    }
  }
}
