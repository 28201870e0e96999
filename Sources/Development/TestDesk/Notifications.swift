import CGLib
import Synchronization

/// A fake service of the desktop for notifications, which records those that show.
public final class Notifications: FakeService, @unchecked Sendable {
  private let contents = Mutex<[String: String]>([:])
  private static let name = "org.gtk.Notifications"

  init(bus address: String) throws { try super.init(Notifications.name, bus: address) }

  /// What the notifications that show say, by their ids, in GVariant's text form.
  public var shown: [String: String] { contents.withLock { $0 }.mapValues(PseudoLanguage.heard) }

  override func answer(_ call: OpaquePointer, _ method: String) -> Bool {
    guard g_dbus_message_get_interface(call).map({ String(cString: $0) }) == Notifications.name,
      let body = g_dbus_message_get_body(call)
    else { return false }
    let parts = Answer(adopting: g_variant_ref(body))
    let id = parts.child(1).string
    let content = method == "AddNotification" ? parts.child(2).text : nil
    contents.withLock { $0[id] = content }
    reply(to: call)
    return true
  }
}
