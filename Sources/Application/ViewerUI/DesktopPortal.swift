import CAdwaita
import CGLib
import CPortal
import Files
import GLibBridge
import Widgets

/// The outcome of a portal request.
enum PortalAnswer {
  case done
  /// The user has cancelled it.
  case cancelled
  /// The desktop could not do it.
  case failed
  /// There is no portal for it.
  case missing
}

/// The desktop's portals, which also work inside a sandbox.
enum DesktopPortal {
  /// Lets the user choose a program to open a file with.
  static func open(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> PortalAnswer {
    await ask(about: path, over: window) { portal, parent, address, cancellable, ready, data in
      xdp_portal_open_uri(
        portal, parent, address, XDP_OPEN_URI_FLAG_ASK, cancellable, ready, data)
    } finish: {
      xdp_portal_open_uri_finish($0, $1, $2)
    }
  }

  /// Makes a picture the background, after a preview.
  static func setBackground(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> PortalAnswer {
    let flags = XdpWallpaperFlags(
      rawValue: XDP_WALLPAPER_FLAG_BACKGROUND.rawValue | XDP_WALLPAPER_FLAG_PREVIEW.rawValue)
    return await ask(about: path, over: window) {
      portal, parent, address, cancellable, ready, data in
      xdp_portal_set_wallpaper(portal, parent, address, flags, cancellable, ready, data)
    } finish: {
      xdp_portal_set_wallpaper_finish($0, $1, $2)
    }
  }

  private typealias Start = (
    OpaquePointer, OpaquePointer?, UnsafePointer<CChar>, UnsafeMutablePointer<GCancellable>,
    @escaping GAsyncReadyCallback, gpointer
  ) -> Void
  private typealias Finish = (
    OpaquePointer, OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
  ) -> gboolean

  /// Sends a request and waits for the user.
  private static func ask(
    about path: String, over window: UnsafeMutablePointer<GtkWindow>, _ start: @escaping Start,
    finish: @escaping Finish
  ) async -> PortalAnswer {
    // libportal aborts without a session bus.
    guard let pointer = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return .missing }
    let bus = Ref(adopting: pointer)
    guard
      let address = SystemPath.use(path, { g_filename_to_uri($0, nil, nil) }).map({
        String(adopting: $0)
      })
    else {
      return .failed
    }
    let portal = Ref(adopting: xdp_portal_new()!)
    var isLost = false
    do {
      try await DesktopParent.use(window) { window in
        let parent = window.flatMap { xdp_parent_new_gtk($0.cast()) }
        defer { parent.map { xdp_parent_free($0) } }
        let asking = Task {
          _ = try await awaitingGIO { cancellable, ready, data in
            start(portal.pointer, parent, address, cancellable, ready, data)
          } finish: { result, error in
            finish(portal.pointer, result, error)
          }
        }
        let loss = PortalLoss(on: bus) {
          isLost = true
          asking.cancel()
        }
        defer { loss.end() }
        try await asking.value
      }
      return .done
    } catch is CancellationError {
      return isLost ? .failed : .cancelled
    } catch let error as GLibError
      where error.isIO(G_IO_ERROR_FAILED) || error.isIO(G_IO_ERROR_TIMED_OUT)
      // It was there, and ended before it said that it would ask.
      || error.isDBus(G_DBUS_ERROR_NO_REPLY)
    {
      return .failed
    } catch {
      return .missing
    }
  }
}
