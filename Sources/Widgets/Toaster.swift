import CAdwaita
import CGLib
package import GLibBridge

/// Shows toasts one after the other, and takes them away only when they have come in.
///
/// Libadwaita 1.2 lets a toast slide in to its end even where it is taken away before, and ends the
/// program when that is later than its going. A toast that takes another's place slides in for
/// longer than it takes to go; alone it does not. So each waits until the one before it is gone.
package final class Toaster {
  private let overlay: () -> Widget?
  private var current: Ref<OpaquePointer>?
  private var isUnwanted = false
  private var waiting: [Ref<OpaquePointer>] = []
  /// Runs while a toast comes or goes.
  private var pause: ScheduledCall?

  /// How long a toast takes to come or to go at most, in milliseconds: 300, and some frames that
  /// came late.
  package static let pauseLength: UInt32 = 400

  /// Shows toasts over the widget that `overlay` gives for each.
  package init(over overlay: @escaping () -> Widget?) { self.overlay = overlay }

  isolated deinit { pause?.cancel() }

  /// Shows a toast as soon as there is room.
  package func show(_ toast: Ref<OpaquePointer>) {
    waiting.append(toast)
    goOn()
  }

  /// Takes a toast away, whether it shows or waits.
  package func dismiss(_ toast: Ref<OpaquePointer>) {
    waiting.removeAll { $0.pointer == toast.pointer }
    guard current?.pointer == toast.pointer else { return }
    isUnwanted = true
    goOn()
  }

  private func goOn() {
    guard pause == nil else { return }
    if let current {
      if isUnwanted { adw_toast_dismiss(current.pointer) }
      return
    }
    guard !waiting.isEmpty, let overlay = overlay() else { return }
    let toast = waiting.removeFirst()
    current = toast
    isUnwanted = false
    let pointer = toast.pointer
    pointer.on("dismissed") { [weak self] in
      guard let self, current?.pointer == pointer else { return }
      current = nil
      rest()
    }
    // The overlay takes over a reference.
    g_object_ref(pointer.raw)
    adw_toast_overlay_add_toast(overlay.cast(), pointer)
    rest()
  }

  private func rest() {
    pause?.cancel()
    pause = MainLoop.after(milliseconds: Toaster.pauseLength) { [weak self] in
      self?.pause = nil
      self?.goOn()
    }
  }
}
