import AlbumUI
import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// What the window tells in passing.
extension MainWindow {
  /// Tells something that needs no answer, at once: what was told before is old by then.
  func toast(_ text: String) {
    if let message { dismiss(message) }
    let toast = MainWindow.makeToast(text)
    adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH)
    toast.on("dismissed") { [weak self] in
      if self?.message?.toast.pointer == toast { self?.message = nil }
    }
    message = (Ref(retaining: toast), g_get_monotonic_time())
    adw_toast_overlay_add_toast(toastOverlay.cast(), toast)
  }

  /// Takes a message away, when it has come in: see `Toaster`.
  ///
  /// A message takes the place of whatever shows, and so may be coming in for twice as long.
  private func dismiss(_ message: (toast: Ref<OpaquePointer>, since: gint64)) {
    let age = (g_get_monotonic_time() - message.since) / 1000
    let rest = max(0, 2 * gint64(Toaster.pauseLength) - age)
    MainLoop.after(milliseconds: UInt32(rest)) { adw_toast_dismiss(message.toast.pointer) }
  }

  /// Where toasts appear: over an album's photos, and not over the bar with its button.
  var toastOverlay: Widget {
    let isAlbumShown =
      hasAlbumPages && adw_leaflet_get_visible_child(leaflet.cast()) == albumPage.widget
    return isAlbumShown ? albumPage.toasts : toasts
  }

  /// Opens a page of the web in the user's browser.
  func open(page address: String) {
    Task {
      guard await !WebPage.open(address, from: window.cast()) else { return }
      toast(Words.pageNotOpened)
    }
  }

  /// Makes a toast; its title is markup, and what it says may hold anything.
  static func makeToast(_ text: String) -> OpaquePointer {
    let escaped = g_markup_escape_text(text, -1)!
    defer { g_free(escaped) }
    return adw_toast_new(escaped)
  }
}
