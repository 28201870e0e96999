import CAdwaita
import GLibBridge
import Widgets

/// A title that is a button, and becomes an entry when it is pressed.
final class EditableTitle {
  let widget: Widget
  var onChange: (String) -> Void = { _ in }

  private let layout = Layout("title")
  private let button: Widget
  private let entry: Widget
  private var isLeaving = false

  init() {
    (widget, button, entry) = (layout["title"], layout["button"], layout["entry"])
    // Coordinates are written from left to right in all languages.
    gtk_widget_set_direction(layout["below"], GTK_TEXT_DIR_LTR)
    button.on("clicked") { [weak self] in self?.edit() }
    entry.on("activate") { [weak self] in self?.finish(keeps: true) }
    // Captured before the page takes Escape for going back.
    let keys = entry.addController(gtk_event_controller_key_new(), capturing: true)
    keys.on("key-pressed") { [weak self] (key: UInt32) -> Bool in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      self?.finish(keeps: false)
      return true
    }
    let focus = entry.addController(gtk_event_controller_focus_new())
    focus.on("leave") { [weak self] in self?.finish(keeps: true) }
  }

  var text = "" {
    didSet {
      gtk_label_set_label(layout["label"].cast(), text)
      button.setAccessibleName(tr("Rename {title}", ["title": text]))
    }
  }

  var subtitle = "" {
    didSet { gtk_label_set_label(layout["below"].cast(), subtitle) }
  }

  /// Shows the entry.
  func edit() {
    gtk_editable_set_text(entry.cast(), text)
    gtk_stack_set_visible_child(widget.cast(), entry)
    gtk_widget_grab_focus(entry)
    // Backwards, so that a long name shows its beginning.
    gtk_editable_select_region(entry.cast(), -1, 0)
  }

  private func finish(keeps: Bool) {
    guard !isLeaving, gtk_stack_get_visible_child(widget.cast()) == entry else { return }
    isLeaving = true
    defer { isLeaving = false }
    let written = writtenName(in: entry)
    gtk_stack_set_visible_child(widget.cast(), button)
    gtk_widget_grab_focus(button)
    if keeps, let written, written != text { onChange(written) }
  }
}
