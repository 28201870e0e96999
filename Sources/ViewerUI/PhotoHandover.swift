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

  /// Puts a picture on the clipboard, both as a picture and as a file.
  static func copy(_ picture: CanvasPicture, _ path: String, from widget: Widget) {
    var providers: [UnsafeMutablePointer<GdkContentProvider>?] = []
    providers.append(
      withValue(gdk_texture_get_type(), picture.texture.pointer.raw, g_value_set_object))
    let file = Ref(adopting: g_file_new_for_path(path)!)
    var item = GSList(data: file.pointer.raw, next: nil)
    if let list = gdk_file_list_new_from_list(&item) {
      providers.append(
        withValue(gdk_file_list_get_type(), UnsafeMutableRawPointer(list), g_value_set_boxed))
      g_boxed_free(gdk_file_list_get_type(), UnsafeMutableRawPointer(list))
    }
    let all = gdk_content_provider_new_union(&providers, gsize(providers.count))!
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), all)
    g_object_unref(all)
  }

  private static func withValue(
    _ type: GType, _ content: UnsafeMutableRawPointer,
    _ set: (UnsafeMutablePointer<GValue>, UnsafeRawPointer?) -> Void
  ) -> UnsafeMutablePointer<GdkContentProvider>? {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    set(&value, content)
    return gdk_content_provider_new_for_value(&value)
  }

  private static func withValue(
    _ type: GType, _ content: UnsafeMutableRawPointer,
    _ set: (UnsafeMutablePointer<GValue>, gpointer?) -> Void
  ) -> UnsafeMutablePointer<GdkContentProvider>? {
    withValue(type, content) { (value: UnsafeMutablePointer<GValue>, raw: UnsafeRawPointer?) in
      set(value, UnsafeMutableRawPointer(mutating: raw))
    }
  }
}
