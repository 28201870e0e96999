package import CAdwaita
import CGLib
import Files
import Widgets

/// Why a photo could not be given to another program.
package enum HandoverFailure {
  case noProgram
  case notOpened
  /// The desktop has no wallpaper portal.
  case noBackground
  /// The desktop's settings, or the user whom it has asked, forbid it to set the wallpaper.
  case backgroundForbidden
  /// The desktop could not set the wallpaper.
  case notBackground
  case notCopied
}

/// Hands photos to other programs through the desktop's portals.
package enum PhotoHandover {
  /// Lets the user choose a program to open a file with, or opens it in the default one.
  static func openWith(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> HandoverFailure? {
    let options: [String: OpaquePointer] = ["ask": g_variant_new_boolean(1)]
    let answer = await Portals.ask(
      "OpenURI", "OpenFile", about: .file(path: path), options, over: window)
    switch answer {
    case .agreed, .cancelled: return nil
    case .failed: return .notOpened
    case .missing: break
    }
    guard let address = SystemPath.address(of: path) else { return .notOpened }
    return g_app_info_launch_default_for_uri(address, nil, nil) != 0 ? nil : .noProgram
  }

  /// Makes a picture the wallpaper, after a preview or at once.
  package static func setBackground(
    _ path: String, hasPreview: Bool, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> HandoverFailure? {
    let options: [String: OpaquePointer] = [
      "show-preview": g_variant_new_boolean(hasPreview.gboolean),
      "set-on": g_variant_new_string("background"),
    ]
    let answer = await Portals.ask(
      "Wallpaper", "SetWallpaperFile", about: .file(path: path), options, over: window)
    return switch answer {
    case .agreed: nil
    case .cancelled: hasPreview ? nil : .backgroundForbidden
    case .failed: .notBackground
    case .missing: .noBackground
    }
  }
}
