import CAdwaita
import CGLib
import CPortal
import Files
import GLibBridge
import Widgets

/// Why a photo could not be given to another program.
enum HandoverFailure {
  case noProgram
  case notOpened
  /// The desktop has no wallpaper portal.
  case noBackground
  /// The desktop could not set the wallpaper.
  case notBackground
  case notCopied
}

/// Hands photos to other programs through the desktop's portals, which also work inside a sandbox.
enum PhotoHandover {
  /// Lets the user choose a program to open a file with, or opens it in the default one.
  static func openWith(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> HandoverFailure? {
    let answer = await ask(about: path, over: window) {
      xdp_portal_open_uri($0, $1, $2, XDP_OPEN_URI_FLAG_ASK, $3, $4, $5)
    } finish: {
      xdp_portal_open_uri_finish($0, $1, $2)
    }
    switch answer {
    case .ended: return nil
    case .failed: return .notOpened
    case .missing: break
    }
    guard let address = SystemPath.address(of: path) else { return .notOpened }
    return g_app_info_launch_default_for_uri(address, nil, nil) != 0 ? nil : .noProgram
  }

  /// Makes a picture the wallpaper, after a preview.
  static func setBackground(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> HandoverFailure? {
    let flags = XdpWallpaperFlags(
      rawValue: XDP_WALLPAPER_FLAG_BACKGROUND.rawValue | XDP_WALLPAPER_FLAG_PREVIEW.rawValue)
    let answer = await ask(about: path, over: window) {
      xdp_portal_set_wallpaper($0, $1, $2, flags, $3, $4, $5)
    } finish: {
      xdp_portal_set_wallpaper_finish($0, $1, $2)
    }
    return switch answer {
    case .ended: nil
    case .failed: .notBackground
    case .missing: .noBackground
    }
  }

  /// The outcome of a portal request.
  private enum Answer {
    /// The request succeeded, or the user cancelled it.
    case ended
    /// The desktop failed to perform the request.
    case failed
    /// There is no portal for it.
    case missing
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
  ) async -> Answer {
    // libportal aborts without a session bus.
    guard let pointer = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return .missing }
    let bus = Ref(adopting: pointer)
    guard let address = SystemPath.address(of: path) else { return .failed }
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
      return .ended
    } catch is CancellationError {
      return isLost ? .failed : .ended
    } catch let error as GLibError
      where error.isIO(G_IO_ERROR_FAILED) || error.isIO(G_IO_ERROR_TIMED_OUT)
      // The portal ended before it answered.
      || error.isDBus(G_DBUS_ERROR_NO_REPLY)
    {
      return .failed
    } catch {
      return .missing
    }
  }
}
