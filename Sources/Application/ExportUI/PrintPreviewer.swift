import CAdwaita
import CCairo  // For the compiler, `GValue` may be in it.
import CGLib
import GLibBridge

/// The program of the desktop that shows what would be printed.
enum PrintPreviewer {
  /// Whether there is one: the toolkit's choice, or else the one that opens PDF files.
  static var isInstalled: Bool {
    if let app = g_app_info_get_default_for_type("application/pdf", 0) {
      g_object_unref(app.raw)
      return true
    }
    guard let program = command?.first, let path = g_find_program_in_path(program) else {
      return false
    }
    g_free(path)
    return true
  }

  /// What the toolkit calls, in its parts.
  private static var command: [String]? {
    guard let settings = gtk_settings_get_default() else { return nil }
    var value = GValue()
    g_object_get_property(settings.cast(), "gtk-print-preview-command", &value)
    defer { g_value_unset(&value) }
    var count: gint = 0
    var parts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard let text = g_value_get_string(&value), g_shell_parse_argv(text, &count, &parts, nil) != 0
    else { return nil }
    defer { g_strfreev(parts) }
    return (0..<Int(count)).compactMap { parts?[$0].map { String(cString: $0) } }
  }
}
