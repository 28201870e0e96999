import CAdwaita
import CGLib
import GLibBridge

/// What the desktop's portals have in common.
enum Portals {
  static let name = "org.freedesktop.portal.Desktop"
  static let root = "/org/freedesktop/portal/desktop"
  static let requestInterface = "org.freedesktop.portal.Request"

  /// Calls a method of a portal and returns the path of the request that it begins.
  static func request(
    _ portal: String, _ method: String, _ arguments: [OpaquePointer?], on bus: Ref<OpaquePointer>
  ) async throws -> String {
    let reply = g_variant_type_new("(o)")
    defer { g_variant_type_free(reply) }
    return try await awaitingGIO { cancellable, ready, data in
      g_dbus_connection_call(
        bus.pointer, name, root, "org.freedesktop.portal.\(portal)", method,
        g_variant_new_tuple(arguments, gsize(arguments.count)), reply, G_DBUS_CALL_FLAGS_NONE,
        -1,
        cancellable, ready, data)
    } finish: { result, error in
      guard let reply = g_dbus_connection_call_finish(bus.pointer, result, error) else { return "" }
      defer { g_variant_unref(reply) }
      let path = g_variant_get_child_value(reply, 0)!
      defer { g_variant_unref(path) }
      return String(cString: g_variant_get_string(path, nil))
    }
  }

  /// Ends a request.
  static func close(_ request: String, on bus: Ref<OpaquePointer>) {
    g_dbus_connection_call(
      bus.pointer, name, request, requestInterface, "Close", nil, nil, G_DBUS_CALL_FLAGS_NONE,
      -1,
      nil, nil, nil)
  }
}
