import CAdwaita
import CGLib
import GLibBridge

/// Shows messages over the pages, one toast after the other, and an offer that stays until it is
/// accepted, refused or withdrawn.
///
/// Each toast waits until the one before has slid out.
///
/// In libadwaita 1.2, a dismissed toast continues to slide in, and crashes if that ends after its
/// removal, or in the same frame: a busy program may draw none between. A toast that replaces another
/// slides in for longer than it slides out. Therefore no toast replaces another, toasts' priorities are
/// not used, and one that is closed while it slides in goes once it has.
package final class Toaster {
  package typealias Button = (label: String, action: @MainActor () -> Void)

  private let overlay: Widget
  private var current: (toast: Toast, widget: Ref<OpaquePointer>, label: Widget)?
  /// Whether the current toast is to be dismissed as soon as it has slid in.
  private var isDismissed = false
  private var waiting: [Toast] = []
  private var lastMessage: Toast?
  private var standingOffer: Toast?
  /// The animation that runs as long as a toast slides in or out; nil otherwise.
  private var slide: Animation?
  private var afterSlide: ScheduledCall?

  private final class Toast {
    var text: String
    let button: Button?
    /// Called when the user closes an offer; nil for a message.
    let onRefusal: (@MainActor () -> Void)?
    /// Whether its button was pressed, which a hand can do twice while it slides in.
    var isPressed = false

    init(_ text: String, _ button: Button?, onRefusal: (@MainActor () -> Void)? = nil) {
      (self.text, self.button, self.onRefusal) = (text, button, onRefusal)
    }
  }

  /// How long libadwaita slides a toast in or out, in milliseconds, and some time more: where the toast
  /// overlay hears of a toast's end after us, its animation begins later and may end a frame later.
  private static let slideLength: UInt32 = 350

  package init(over overlay: Widget) { self.overlay = overlay }

  /// Shows a message in place of the present one and of waiting ones; an interrupted offer comes
  /// back.
  package func show(_ text: String, button: Button? = nil) {
    let message = Toast(text, button)
    lastMessage = message
    waiting.removeAll { $0.onRefusal == nil }
    if let current, !isDismissed {
      if current.toast.onRefusal != nil { waiting.insert(current.toast, at: 0) }
      isDismissed = true
    }
    waiting.insert(message, at: 0)
    showNext()
  }

  /// Shows an offer with a button in place of the last message, which is outdated.
  ///
  /// A present offer only changes its text, because the user may be about to press its button.
  package func offer(_ text: String, _ button: Button, onRefusal: @escaping @MainActor () -> Void) {
    if let lastMessage { dismiss(lastMessage) }
    if let standingOffer {
      standingOffer.text = text
      if let current, current.toast === standingOffer, !isDismissed {
        return gtk_label_set_text(current.label.cast(), text)
      }
      if waiting.contains(where: { $0 === standingOffer }) { return }
    }
    let offer = Toast(text, button, onRefusal: onRefusal)
    standingOffer = offer
    waiting.append(offer)
    showNext()
  }

  package func withdrawOffer() {
    if let standingOffer { dismiss(standingOffer) }
    standingOffer = nil
  }

  package var isInUse: Bool {
    guard let toastWidget else { return false }
    let inUse = GTK_STATE_FLAG_PRELIGHT.rawValue | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
    return gtk_widget_get_state_flags(toastWidget).rawValue & inUse != 0
  }

  /// Dismisses a toast, shown or waiting.
  private func dismiss(_ toast: Toast) {
    waiting.removeAll { $0 === toast }
    guard current?.toast === toast else { return }
    isDismissed = true
    showNext()
  }

  private func showNext() {
    guard slide == nil else { return }
    if let current {
      // What `adw_toast_dismiss` does; that does it once.
      if isDismissed { current.widget.pointer.emit("dismissed") }
      return
    }
    if !waiting.isEmpty { add(waiting.removeFirst()) }
  }

  private func add(_ toast: Toast) {
    let widget = Ref(adopting: adw_toast_new(""))
    let (pointer, label) = (widget.pointer, Toaster.makeLabel(toast.text))
    adw_toast_set_custom_title(pointer, label)
    current = (toast, widget, label)
    isDismissed = false
    toast.isPressed = false
    if toast.onRefusal != nil { adw_toast_set_timeout(pointer, 0) }
    if let button = toast.button {
      adw_toast_set_button_label(pointer, button.label)
      pointer.on("button-clicked") { [weak self] in
        guard !toast.isPressed else { return }
        toast.isPressed = true
        // libadwaita will dismiss the toast itself, which is no refusal.
        self?.isDismissed = true
        button.action()
      }
    }
    pointer.on("dismissed") { [weak self] in
      guard let self, let current, current.toast === toast else { return }
      let isRefused = !isDismissed
      isDismissed = true
      if slide == nil {
        self.current = nil
        waitForSlide()
      } else {
        // The overlay must not hear of it yet.
        g_signal_stop_emission_by_name(current.widget.pointer.raw, "dismissed")
      }
      guard isRefused, let onRefusal = toast.onRefusal else { return }
      standingOffer = nil
      onRefusal()
    }
    // The overlay takes ownership of this reference.
    g_object_ref(pointer.raw)
    adw_toast_overlay_add_toast(overlay.cast(), pointer)
    nameCloseButton()
    overlay.announce(toast.text)
    waitForSlide()
  }

  /// Makes a title that has two lines in a narrow window, for which a toast is high enough; libadwaita's
  /// own has one.
  private static func makeLabel(_ text: String) -> Widget {
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(label.cast(), 1)
    gtk_label_set_natural_wrap_mode(label.cast(), GTK_NATURAL_WRAP_NONE)
    gtk_label_set_lines(label.cast(), 2)
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.cast(), 0)
    label.addClass("heading")
    return label
  }

  /// Names the button that closes the toast, which has no name in libadwaita 1.2.
  private func nameCloseButton() {
    guard let toastWidget, let button = gtk_widget_get_last_child(toastWidget),
      g_type_check_instance_is_a(button.cast(), gtk_button_get_type()) != 0
    else { return }
    button.setAccessibleName(tr("Close Message"))
  }

  private var toastWidget: Widget? {
    guard let toast = gtk_widget_get_last_child(overlay),
      String(cString: gtk_widget_get_css_name(toast)) == "toast"
    else { return nil }
    return toast
  }

  /// Continues once a toast has slid in or out.
  private func waitForSlide() {
    slide?.stop()
    afterSlide?.cancel()
    // If the overlay is hidden or animations are off, the animation is over before it is stored.
    slide = Animation(on: overlay, milliseconds: Toaster.slideLength, easing: ADW_LINEAR) { _ in
    } done: { [weak self] in
      // libadwaita's own animation may end later in the same frame.
      self?.afterSlide = MainLoop.after(milliseconds: 0) {
        self?.slide = nil
        self?.showNext()
      }
    }
  }
}
