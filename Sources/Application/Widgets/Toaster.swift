import CAdwaita
import CGLib
import GLibBridge

/// A short message over a page, with a button if something can be done about it.
package final class Toast {
  package typealias Button = (label: String, action: @MainActor () -> Void)

  fileprivate var text: String
  fileprivate let button: Button?
  fileprivate let isOffer: Bool
  fileprivate let onClose: @MainActor () -> Void

  /// An offer stands until it is taken, closed or dismissed: a message over it only interrupts it.
  ///
  /// `onClose` is called when the user closes the toast, or its time is over, and nothing else.
  package init(
    _ text: String, button: Button? = nil, isOffer: Bool = false,
    onClose: @escaping @MainActor () -> Void = {}
  ) {
    self.text = text
    self.button = button
    self.isOffer = isOffer
    self.onClose = onClose
  }

  /// What libadwaita shows of a text.
  package static func widget(_ text: String) -> OpaquePointer { adw_toast_new(markup(text)) }
}

/// Shows toasts one after the other, each once the one before has slid out.
///
/// In libadwaita 1.2, a dismissed toast finishes sliding in, and crashes if that ends after its
/// removal. One that replaces another slides in for longer than it slides out, so none ever does.
package final class Toaster {
  private let overlay: Widget
  private var current: (toast: Toast, widget: Ref<OpaquePointer>)?
  /// The current toast goes as soon as it has slid in, by itself.
  private var isDismissed = false
  private var waiting: [Toast] = []
  /// Runs while a toast slides in or out, in the same frames.
  private var slide: Animation?
  private var isSliding = false
  private var afterSlide: ScheduledCall?

  /// How long libadwaita slides a toast in or out, in milliseconds.
  private static let slideLength: UInt32 = 300

  package init(over overlay: Widget) { self.overlay = overlay }

  isolated deinit {
    slide?.stop()
    afterSlide?.cancel()
  }

  /// Shows a toast after those before it.
  package func show(_ toast: Toast) {
    waiting.append(toast)
    showNext()
  }

  /// Shows a toast in place of the one that is shown, and of other messages that wait.
  package func showAtOnce(_ toast: Toast) {
    waiting.removeAll { !$0.isOffer }
    if let current, !isDismissed {
      if current.toast.isOffer { waiting.insert(current.toast, at: 0) }
      isDismissed = true
    }
    waiting.insert(toast, at: 0)
    showNext()
  }

  /// Has a toast say something else where it is, under the hand that is about to press its button; false
  /// where it does not stand any more.
  package func change(_ toast: Toast, to text: String) -> Bool {
    let shown = current.flatMap { $0.toast === toast && !isDismissed ? $0.widget : nil }
    guard shown != nil || waiting.contains(where: { $0 === toast }) else { return false }
    toast.text = text
    if let shown { adw_toast_set_title(shown.pointer, markup(text)) }
    return true
  }

  /// Dismisses a toast, whether it is shown or waiting.
  package func dismiss(_ toast: Toast) {
    waiting.removeAll { $0 === toast }
    guard current?.toast === toast else { return }
    isDismissed = true
    showNext()
  }

  private func showNext() {
    guard !isSliding else { return }
    if let current {
      if isDismissed { adw_toast_dismiss(current.widget.pointer) }
      return
    }
    if !waiting.isEmpty { add(waiting.removeFirst()) }
  }

  private func add(_ toast: Toast) {
    let widget = Ref(adopting: Toast.widget(toast.text))
    let pointer = widget.pointer
    current = (toast, widget)
    isDismissed = false
    if toast.isOffer { adw_toast_set_timeout(pointer, 0) }
    if let button = toast.button {
      adw_toast_set_button_label(pointer, button.label)
      pointer.on("button-clicked") { [weak self] in
        // libadwaita dismisses it next: that is no refusal.
        self?.isDismissed = true
        button.action()
      }
    }
    pointer.on("dismissed") { [weak self] in
      guard let self, current?.toast === toast else { return }
      current = nil
      let isClosed = !isDismissed
      waitForSlide()
      if isClosed { toast.onClose() }
    }
    // The overlay takes this reference.
    g_object_ref(pointer.raw)
    adw_toast_overlay_add_toast(overlay.cast(), pointer)
    waitForSlide()
  }

  /// Goes on once a toast has slid in or out.
  private func waitForSlide() {
    slide?.stop()
    afterSlide?.cancel()
    isSliding = true
    // Where the overlay does not show, or nothing is animated, it ends before it is kept.
    slide = Animation(on: overlay, milliseconds: Toaster.slideLength, easing: ADW_LINEAR) { _ in
    } done: { [weak self] in
      // libadwaita's own may end later in the same frame.
      self?.afterSlide = MainLoop.after(milliseconds: 0) {
        self?.afterSlide = nil
        self?.isSliding = false
        self?.showNext()
      }
    }
  }
}
