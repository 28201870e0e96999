package import CAdwaita
import CGLib
import GLibBridge

/// Keeps the screen from going dark until it is ended.
///
/// It asks the desktop's portal itself, because GTK waits for the portal's answer and does nothing
/// else meanwhile.
package final class IdleInhibitor {
  private enum Hold {
    case portal(Ref<OpaquePointer>, request: String)
    case toolkit(Ref<UnsafeMutablePointer<GtkApplication>>, cookie: guint)
  }

  private var hold: Hold?
  private var hasEnded = false

  /// The portal's flag for a session without input.
  private static let idle: UInt32 = 8

  package init(over window: UnsafeMutablePointer<GtkWindow>, reason: String) {
    let window = Ref(retaining: window)
    Task {
      hold = await IdleInhibitor.hold(over: window.pointer, reason: reason)
      // Who ended it before the answer came could not let go of anything.
      if hasEnded { letGo() }
    }
  }

  package func end() {
    hasEnded = true
    letGo()
  }

  private func letGo() {
    switch hold {
    case .portal(let bus, let request): Portals.close(request, on: bus)
    case .toolkit(let application, let cookie):
      gtk_application_uninhibit(application.pointer, cookie)
    case nil: break
    }
    hold = nil
  }

  private static func hold(
    over window: UnsafeMutablePointer<GtkWindow>, reason: String
  ) async -> Hold? {
    do {
      return try await holdByPortal(reason)
    } catch {
      guard mayAskToolkit(after: error, over: window),
        let application = gtk_window_get_application(window)
      else { return nil }
      let cookie = gtk_application_inhibit(
        application, window, GTK_APPLICATION_INHIBIT_IDLE, reason)
      return cookie == 0 ? nil : .toolkit(Ref(retaining: application), cookie: cookie)
    }
  }

  private static func holdByPortal(_ reason: String) async throws -> Hold {
    let bus = Ref(adopting: try throwingGLibError { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }!)
    let options = g_variant_dict_new(nil)!
    defer { g_variant_dict_unref(options) }
    g_variant_dict_insert_value(options, "reason", g_variant_new_string(reason))
    let request = try await Portals.request(
      "Inhibit", "Inhibit",
      [g_variant_new_string(""), g_variant_new_uint32(idle), g_variant_dict_end(options)], on: bus)
    return .portal(bus, request: request)
  }

  /// Whether GTK may be asked instead: a portal that has not answered would not answer GTK either.
  private static func mayAskToolkit(
    after error: any Error, over window: UnsafeMutablePointer<GtkWindow>
  ) -> Bool {
    guard let error = error as? GLibError else { return false }
    let isWithoutPortal =
      error.isDBus(G_DBUS_ERROR_SERVICE_UNKNOWN) || error.isDBus(G_DBUS_ERROR_NAME_HAS_NO_OWNER)
    let isWithoutMethod =
      error.isDBus(G_DBUS_ERROR_UNKNOWN_METHOD) || error.isDBus(G_DBUS_ERROR_UNKNOWN_INTERFACE)
    // On Wayland GTK asks the compositor first.
    return isWithoutPortal || isWithoutMethod && DesktopParent.isOnWayland(window)
  }
}
