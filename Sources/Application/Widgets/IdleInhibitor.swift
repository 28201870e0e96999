package import CAdwaita
import CGLib
import GLibBridge

/// Keeps the screen from going dark until it is ended.
///
/// It calls the desktop's portal itself, because GTK blocks until the portal answers.
package final class IdleInhibitor {
  private typealias Release = @MainActor () -> Void

  private let releases: Task<[Release], Never>

  /// The portal's flag for idleness.
  private static let idle: UInt32 = 8

  package init(over window: UnsafeMutablePointer<GtkWindow>, reason: String) {
    releases = Task { [window = Ref(retaining: window)] in
      await IdleInhibitor.inhibit(over: window.pointer, reason)
    }
  }

  /// Ends it, once the portal has answered.
  package func end() {
    Task { for release in await releases.value { release() } }
  }

  private static func inhibit(
    over window: UnsafeMutablePointer<GtkWindow>, _ reason: String
  ) async -> [Release] {
    do {
      let release = try await inhibitByPortal(reason)
      // A compositor may ignore what the portal has promised.
      return [release] + (DesktopParent.isOnWayland(window) ? inhibitByToolkit(window, reason) : [])
    } catch {
      return mayAskToolkit(after: error, over: window) ? inhibitByToolkit(window, reason) : []
    }
  }

  private static func inhibitByToolkit(
    _ window: UnsafeMutablePointer<GtkWindow>, _ reason: String
  ) -> [Release] {
    guard let application = gtk_window_get_application(window) else { return [] }
    let kept = Ref(retaining: application)
    let cookie = gtk_application_inhibit(application, window, GTK_APPLICATION_INHIBIT_IDLE, reason)
    return cookie == 0 ? [] : [{ gtk_application_uninhibit(kept.pointer, cookie) }]
  }

  private static func inhibitByPortal(_ reason: String) async throws -> Release {
    let bus = Ref(adopting: try throwingGLibError { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }!)
    let options = Portals.dictionary(["reason": g_variant_new_string(reason)])
    let request = try await Portals.request(
      "Inhibit", "Inhibit", [g_variant_new_string(""), g_variant_new_uint32(idle), options],
      on: bus)
    return { Portals.close(request, on: bus) }
  }

  /// Whether GTK may try instead: a portal that has not answered would not answer GTK either.
  private static func mayAskToolkit(
    after error: any Error, over window: UnsafeMutablePointer<GtkWindow>
  ) -> Bool {
    guard let error = error as? GLibError, !error.isIO(G_IO_ERROR_TIMED_OUT),
      !error.isDBus(G_DBUS_ERROR_NO_REPLY), !error.isDBus(G_DBUS_ERROR_TIMEOUT)
    else { return false }
    // On Wayland GTK asks the compositor first.
    return DesktopParent.isOnWayland(window) || error.isDBus(G_DBUS_ERROR_SERVICE_UNKNOWN)
      || error.isDBus(G_DBUS_ERROR_NAME_HAS_NO_OWNER)
  }
}
