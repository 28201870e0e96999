import CGLib

/// A fake service of the desktop, which answers calls on a connection of its own.
public class FakeService: @unchecked Sendable {  // Subclasses guard their state.
  let connection: OpaquePointer

  init(_ name: String, bus address: String) throws {
    connection = try Desk.connect(to: address)
    // A filter runs on GDBus's own thread, because tests run no main loop.
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, service in
        let service = Unmanaged<FakeService>.fromOpaque(service!).takeUnretainedValue()
        guard isIncoming != 0, let message,
          g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
          let method = g_dbus_message_get_member(message),
          service.answer(message, String(cString: method))
        else { return message }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    _ = try Desk.call(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", [g_variant_new_string(name), g_variant_new_uint32(0)], "(u)")
  }

  /// Answers a call of a method; false if it is not one of the service's.
  func answer(_ call: OpaquePointer, _ method: String) -> Bool { false }

  func reply(to call: OpaquePointer, _ values: [OpaquePointer?] = []) {
    let reply = g_dbus_message_new_method_reply(call)!
    if !values.isEmpty {
      g_dbus_message_set_body(reply, g_variant_new_tuple(values, gsize(values.count)))
    }
    send(reply)
  }

  func send(_ message: OpaquePointer) {
    g_dbus_connection_send_message(
      connection, message, GDBusSendMessageFlags(rawValue: 0), nil, nil)
    g_object_unref(UnsafeMutableRawPointer(message))
  }

  /// Leaves the bus, as a service does that crashes.
  public func die() { g_dbus_connection_close_sync(connection, nil, nil) }

  func close() {
    die()
    g_object_unref(UnsafeMutableRawPointer(connection))
  }
}
