package import CAdwaita
import CGLib
import GLibBridge

/// The window over which the desktop asks what a program wants to know.
package enum DesktopParent {
  private static var isTaken = false

  /// Carries something out over a window, or over none where the desktop cannot be told of it.
  ///
  /// GTK never answers where it cannot: on Broadway, and on Wayland while it has told of the window
  /// already, which holds until that request has its answer.
  package static func use<Value>(
    _ window: UnsafeMutablePointer<GtkWindow>,
    for request: @MainActor (UnsafeMutablePointer<GtkWindow>?) async throws -> Value
  ) async rethrows -> Value {
    guard !isTaken, hasName(window) else { return try await request(nil) }
    isTaken = true
    defer { isTaken = false }
    return try await request(window)
  }

  private static func hasName(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    let display = gtk_widget_get_display(window.cast())!
    let kind = String(cString: g_type_name_from_instance(display.cast()))
    return kind == "GdkX11Display" || kind == "GdkWaylandDisplay"
  }
}
