import CGLib

extension Desk {
  static func connect(to address: String) throws -> OpaquePointer {
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    else { throw DeskError("no bus at \(address)") }
    return connection
  }

  /// Calls a method and returns its reply, which must be of `type`.
  static func call(
    _ connection: OpaquePointer, _ bus: String, _ path: String,
    _ interface: String, _ method: String, _ arguments: [OpaquePointer?], _ type: String
  ) throws -> Answer {
    var arguments = arguments
    let tuple = g_variant_new_tuple(&arguments, gsize(arguments.count))
    var error: UnsafeMutablePointer<GError>?
    let timeout: Int32 = 5000  // milliseconds, for a program that is busy
    let expected = g_variant_type_new(type)
    defer { g_variant_type_free(expected) }
    let answer = g_dbus_connection_call_sync(
      connection, bus, path, interface, method, tuple, expected,
      G_DBUS_CALL_FLAGS_NONE, timeout, nil, &error)
    guard let answer else {
      defer { g_error_free(error) }
      throw DeskError("\(method): \(String(cString: error!.pointee.message))")
    }
    return Answer(adopting: answer)
  }
}

/// A D-Bus value.
final class Answer {
  private let value: OpaquePointer

  init(adopting value: OpaquePointer) { self.value = value }
  deinit { g_variant_unref(value) }

  var count: Int { Int(g_variant_n_children(value)) }
  var string: String { String(cString: g_variant_get_string(value, nil)) }
  var number: UInt32 { g_variant_get_uint32(value) }
  var double: Double { g_variant_get_double(value) }
  var signed: Int32 { g_variant_get_int32(value) }
  func child(_ index: Int) -> Answer {
    Answer(adopting: g_variant_get_child_value(value, gsize(index)))
  }
  var content: Answer { Answer(adopting: g_variant_get_variant(value)) }
}
