import CGLib
import Synchronization

/// A fake service of the desktop for notifications, which records those that show.
public final class Notifications: Sendable {
  private let contents = Mutex<[String: String]>([:])
  private nonisolated(unsafe) let connection: OpaquePointer

  private static let name = "org.gtk.Notifications"

  init(bus address: String) throws {
    connection = try Desk.connect(to: address)
    // A filter runs on GDBus's own thread, because tests run no main loop.
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, service in
        let service = Unmanaged<Notifications>.fromOpaque(service!).takeUnretainedValue()
        guard isIncoming != 0, let message, service.take(message) else { return message }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    _ = try Desk.call(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", [g_variant_new_string(Notifications.name), g_variant_new_uint32(0)], "(u)")
  }

  /// What the notifications that show say, by their ids, in GVariant's text form.
  public var shown: [String: String] { contents.withLock { $0 }.mapValues(PseudoLanguage.heard) }

  func close() {
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Handles a message if it adds or removes a notification.
  private func take(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      g_dbus_message_get_interface(message).map({ String(cString: $0) }) == Notifications.name,
      let method = g_dbus_message_get_member(message).map({ String(cString: $0) }),
      let body = g_dbus_message_get_body(message)
    else { return false }
    let parts = Answer(adopting: g_variant_ref(body))
    let id = parts.child(1).string
    let content = method == "AddNotification" ? parts.child(2).text : nil
    contents.withLock { $0[id] = content }
    let reply = g_dbus_message_new_method_reply(message)!
    g_dbus_connection_send_message(
      connection, reply, GDBusSendMessageFlags(rawValue: 0), nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
    return true
  }
}
