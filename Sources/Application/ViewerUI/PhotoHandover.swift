import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Why a photo could not be given to another program.
enum HandoverFailure {
  case noProgram
  case notOpened
  /// The desktop has no portal for the background.
  case noBackground
  /// The desktop could not set the background.
  case notBackground
  case notCopied
}

/// Gives photos to other programs.
enum PhotoHandover {
  /// Lets the user choose a program to open a file with, or opens it in the default one.
  static func openWith(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> HandoverFailure? {
    switch await DesktopPortal.open(path, over: window) {
    case .done, .cancelled: return nil
    case .failed: return .notOpened
    case .missing: break
    }
    guard let address = g_filename_to_uri(path, nil, nil) else { return .notOpened }
    defer { g_free(address) }
    return g_app_info_launch_default_for_uri(address, nil, nil) != 0 ? nil : .noProgram
  }

  static func setBackground(
    _ path: String, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> HandoverFailure? {
    switch await DesktopPortal.setBackground(path, over: window) {
    case .done, .cancelled: nil
    case .failed: .notBackground
    case .missing: .noBackground
    }
  }
}
