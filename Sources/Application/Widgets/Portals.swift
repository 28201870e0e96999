import CAdwaita
import CGLib
package import GLibBridge

/// The common parts of calls to the desktop's portals.
enum Portals {
  static let name = "org.freedesktop.portal.Desktop"
  static let root = "/org/freedesktop/portal/desktop"
  static let requestInterface = "org.freedesktop.portal.Request"

  /// Calls a method of a portal and returns the path of the request object.
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
      return text(0, of: reply)
    }
  }

  /// The text at an index of a tuple.
  static func text(_ index: gsize, of tuple: OpaquePointer) -> String {
    let child = g_variant_get_child_value(tuple, index)!
    defer { g_variant_unref(child) }
    return String(cString: g_variant_get_string(child, nil))
  }

  /// Closes a request.
  static func close(_ request: String, on bus: Ref<OpaquePointer>) {
    g_dbus_connection_call(
      bus.pointer, name, request, requestInterface, "Close", nil, nil, G_DBUS_CALL_FLAGS_NONE,
      -1,
      nil, nil, nil)
  }
}

/// Calls back when the portal's process leaves the bus, because then no answer will come.
package final class PortalLoss {
  private let bus: Ref<OpaquePointer>
  private var onLoss: (() -> Void)?
  private var subscription: guint = 0

  private static let busName = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  package init(on bus: Ref<OpaquePointer>, _ onLoss: @escaping () -> Void) {
    (self.bus, self.onLoss) = (bus, onLoss)
    // A portal that has not started yet has no owner to lose.
    subscription = g_dbus_connection_signal_subscribe(
      bus.pointer, PortalLoss.busName, PortalLoss.busName, "NameOwnerChanged", PortalLoss.busPath,
      Portals.name, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, content, data in
        let loss = Unmanaged<PortalLoss>.fromOpaque(data!).takeUnretainedValue()
        nonisolated(unsafe) let content = content!
        MainActor.assumeIsolated { loss.ownerChanged(content) }
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  /// Ends the watch.
  package func end() {
    g_dbus_connection_signal_unsubscribe(bus.pointer, subscription)
    onLoss = nil
  }

  private func ownerChanged(_ change: OpaquePointer) {
    guard String(cString: g_variant_get_type_string(change)) == "(sss)" else { return }
    guard !Portals.text(1, of: change).isEmpty else { return }
    Task {
      // What else the bus has to say of it comes first: libportal forgets a call that is cancelled,
      // also one whose reply it awaits.
      _ = try? await awaitingGIO { [bus] cancellable, ready, data in
        g_dbus_connection_call(
          bus.pointer, PortalLoss.busName, PortalLoss.busPath, PortalLoss.busName, "GetId",
          nil, nil, G_DBUS_CALL_FLAGS_NONE, -1, cancellable, ready, data)
      } finish: { [bus] result, error in
        if let id = g_dbus_connection_call_finish(bus.pointer, result, error) {
          g_variant_unref(id)
        }
      }
      onLoss?()
    }
  }
}
