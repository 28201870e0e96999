import AlbumUI
import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// A button of a toast.
typealias ToastButton = (label: String, action: @MainActor @Sendable () -> Void)

/// The window's toasts.
extension MainWindow {
  /// Shows a message at once, in place of an earlier one.
  func toast(_ text: String, button: ToastButton? = nil) {
    if let message { dismiss(message) }
    let toast = MainWindow.makeToast(text)
    if let button {
      adw_toast_set_button_label(toast, button.label)
      toast.on("button-clicked", perform: button.action)
    }
    adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH)
    toast.on("dismissed") { [weak self] in
      if self?.message?.toast.pointer == toast { self?.message = nil }
    }
    message = (Ref(retaining: toast), g_get_monotonic_time())
    adw_toast_overlay_add_toast(toastOverlay.cast(), toast)
  }

  /// Dismisses a message once it has slid in: see `Toaster`.
  ///
  /// Because it replaces whatever is shown, that may take twice as long.
  func dismiss(_ message: (toast: Ref<OpaquePointer>, since: gint64)) {
    let age = (g_get_monotonic_time() - message.since) / 1000
    let rest = max(0, 2 * gint64(Toaster.pauseLength) - age)
    MainLoop.after(milliseconds: UInt32(rest)) { adw_toast_dismiss(message.toast.pointer) }
  }

  /// The overlay for toasts: that of the album page leaves its bottom bar free.
  var toastOverlay: Widget {
    let isAlbumShown = hasAlbumPages && pageStack.shown == albumPage.widget
    return isAlbumShown ? albumPage.toasts : toasts
  }

  func open(page address: String) {
    Task {
      guard await !WebPage.open(address, from: window.cast()) else { return }
      toast(Words.pageNotOpened)
    }
  }

  /// Shows that something was written, and offers to open it.
  func toastFile(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
    guard lines.count == 2 else { return }
    toast(
      lines[0],
      button: (
        tr("Open"),
        { [weak self] in
          Task {
            guard let self, await !WebPage.open(file: lines[1], from: self.window.cast()) else {
              return
            }
            self.toast(Words.fileNotOpened)
          }
        }
      ))
  }

  /// Shows a place in another program.
  func open(_ place: PlaceRequest) {
    Task {
      guard await !WebPage.open(place, from: window.cast()) else { return }
      toast(Words.placeNotOpened)
    }
  }

  static func makeToast(_ text: String) -> OpaquePointer { adw_toast_new(markup(text)) }
}
