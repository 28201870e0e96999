package import CAdwaita
import CGLib
import GLibBridge

/// Passes a window to the desktop as the parent of a dialog.
package enum DesktopParent {
  private static var isTaken = false

  /// Performs a request with a window, or without one where GTK could not export it and would never
  /// answer: on Broadway, and on Wayland while another request has exported the window.
  package static func use<Value>(
    _ window: UnsafeMutablePointer<GtkWindow>,
    for request: @MainActor (UnsafeMutablePointer<GtkWindow>?) async throws -> Value
  ) async rethrows -> Value {
    let isNamed = ["GdkX11Display", "GdkWaylandDisplay"].contains(display(of: window))
    guard !isTaken, isNamed else { return try await request(nil) }
    isTaken = true
    defer { isTaken = false }
    return try await request(window)
  }

  static func isOnWayland(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    display(of: window) == "GdkWaylandDisplay"
  }

  private static func display(of window: UnsafeMutablePointer<GtkWindow>) -> String {
    String(cString: g_type_name_from_instance(gtk_widget_get_display(window.cast())!.cast()))
  }
}
