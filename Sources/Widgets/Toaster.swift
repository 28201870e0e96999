import CAdwaita
import CGLib
package import GLibBridge

/// Shows toasts one after the other, and dismisses them only when they have slid in completely.
///
/// In libadwaita 1.2, a dismissed toast finishes sliding in, and crashes if that ends after its
/// removal. This can happen when a toast replaces another one, because it then slides in for longer.
/// So each toast waits until the one before is gone.
package final class Toaster {
  private let overlay: () -> Widget?
  private var current: Ref<OpaquePointer>?
  private var isDismissed = false
  private var waiting: [Ref<OpaquePointer>] = []
  /// Runs while a toast slides in or out.
  private var pause: ScheduledCall?

  /// How long a toast takes to slide in or out, in milliseconds: 300, and some late frames.
  package static let pauseLength: UInt32 = 400

  /// Shows toasts over the widget that `overlay` returns at that time.
  package init(over overlay: @escaping () -> Widget?) { self.overlay = overlay }

  isolated deinit { pause?.cancel() }

  /// Shows a toast after those before it.
  package func show(_ toast: Ref<OpaquePointer>) {
    waiting.append(toast)
    showNext()
  }

  /// Dismisses a toast, whether it is shown or waiting.
  package func dismiss(_ toast: Ref<OpaquePointer>) {
    waiting.removeAll { $0.pointer == toast.pointer }
    guard current?.pointer == toast.pointer else { return }
    isDismissed = true
    showNext()
  }

  private func showNext() {
    guard pause == nil else { return }
    if let current {
      if isDismissed { adw_toast_dismiss(current.pointer) }
      return
    }
    guard !waiting.isEmpty, let overlay = overlay() else { return }
    let toast = waiting.removeFirst()
    current = toast
    isDismissed = false
    let pointer = toast.pointer
    pointer.on("dismissed") { [weak self] in
      guard let self, current?.pointer == pointer else { return }
      current = nil
      startPause()
    }
    // The overlay takes this reference.
    g_object_ref(pointer.raw)
    adw_toast_overlay_add_toast(overlay.cast(), pointer)
    startPause()
  }

  private func startPause() {
    pause?.cancel()
    pause = MainLoop.after(milliseconds: Toaster.pauseLength) { [weak self] in
      self?.pause = nil
      self?.showNext()
    }
  }
}
