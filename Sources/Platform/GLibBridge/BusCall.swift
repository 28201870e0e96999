public import CGLib

/// A call of a method of this program over D-Bus; it gets one answer.
@MainActor
public struct BusCall {
  public let method: String
  /// The arguments, in a tuple that is gone with the answer.
  public let arguments: OpaquePointer
  public let invocation: OpaquePointer

  /// Serves the methods of an interface, which D-Bus's XML describes, at a path of a connection, for
  /// the life of the process.
  public static func serve(
    _ description: String, at path: String, on bus: OpaquePointer,
    _ handle: @escaping @MainActor (BusCall) -> Void
  ) {
    guard let node = g_dbus_node_info_new_for_xml(description, nil) else { return }
    defer { g_dbus_node_info_unref(node) }
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, arguments, invocation, handler in
      nonisolated(unsafe) let (arguments, invocation) = (arguments!, invocation!)
      nonisolated(unsafe) let handler = Unmanaged<Handler>.fromOpaque(handler!)
        .takeUnretainedValue()
      let method = String(cString: method!)
      MainActor.assumeIsolated {
        handler.value(BusCall(method: method, arguments: arguments, invocation: invocation))
      }
    }
    g_dbus_connection_register_object(
      bus, path, node.pointee.interfaces[0], &table,
      Unmanaged.passRetained(Handler(handle)).toOpaque(), nil, nil)
  }

  /// Answers with values, none of which is held by anyone yet.
  public func answer(_ values: OpaquePointer?...) {
    g_dbus_method_invocation_return_value(
      invocation, g_variant_new_tuple(values, gsize(values.count)))
  }

  public func refuse(_ error: String, _ reason: String) {
    g_dbus_method_invocation_return_dbus_error(invocation, error, reason)
  }

  public func text(_ place: gsize) -> String {
    read(place) { String(cString: g_variant_get_string($0, nil)) }
  }

  public func texts(_ place: gsize) -> [String] {
    read(place) { list in
      var count: gsize = 0
      let texts = g_variant_get_strv(list, &count)!
      defer { g_free(texts) }
      return (0..<Int(count)).map { String(cString: texts[$0]!) }
    }
  }

  public func number(_ place: gsize) -> UInt32 { read(place) { g_variant_get_uint32($0) } }

  private func read<Value>(_ place: gsize, _ read: (OpaquePointer) -> Value) -> Value {
    let argument = g_variant_get_child_value(arguments, place)!
    defer { g_variant_unref(argument) }
    return read(argument)
  }

  private typealias Handler = Box<@MainActor (BusCall) -> Void>
}
