import CAdwaita
import CGLib
import GLibBridge

/// A title that is a button until it is pressed, and an entry then.
final class EditableTitle {
  let widget = gtk_stack_new()!
  /// Called with a new title.
  var onChange: (String) -> Void = { _ in }

  private let button = gtk_button_new()!
  private let label = gtk_label_new(nil)!
  private let below = gtk_label_new(nil)!
  private let entry = gtk_entry_new()!
  private var isLeaving = false

  /// Longer titles say nothing more, in characters.
  private static let longest: Int32 = 200

  init() {
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    label.addClass("title")
    below.addClass("subtitle")
    gtk_label_set_ellipsize(below.cast(), PANGO_ELLIPSIZE_END)
    let lines = makeBox(GTK_ORIENTATION_VERTICAL, label, below)
    gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
    gtk_button_set_child(button.cast(), lines)
    button.addClass("flat")
    gtk_widget_set_tooltip_text(button, tr("Rename"))
    gtk_entry_set_max_length(entry.cast(), EditableTitle.longest)
    gtk_entry_set_alignment(entry.cast(), 0.5)
    gtk_editable_set_width_chars(entry.cast(), 12)
    gtk_editable_set_max_width_chars(entry.cast(), 32)
    gtk_widget_set_valign(entry, GTK_ALIGN_CENTER)
    entry.setAccessibleName(tr("Name of the Place"))
    gtk_stack_add_child(widget.cast(), button)
    gtk_stack_add_child(widget.cast(), entry)
    gtk_stack_set_hhomogeneous(widget.cast(), 0)
    button.on("clicked") { [weak self] in self?.edit() }
    entry.on("activate") { [weak self] in self?.finish(keeps: true) }
    let keys = gtk_event_controller_key_new()!
    // Before the page takes Escape for going back.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    keys.on("key-pressed") { [weak self] (key: UInt32) -> Bool in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      self?.finish(keeps: false)
      return true
    }
    gtk_widget_add_controller(entry, keys)
    let focus = gtk_event_controller_focus_new()!
    focus.on("leave") { [weak self] in self?.finish(keeps: true) }
    gtk_widget_add_controller(entry, focus)
  }

  /// The title.
  var text = "" {
    didSet {
      gtk_label_set_label(label.cast(), text)
      button.setAccessibleName(Words.renaming(text))
    }
  }

  /// What stands below the title.
  var subtitle = "" {
    didSet { gtk_label_set_label(below.cast(), subtitle) }
  }

  /// Lets the user write another title.
  func edit() {
    gtk_editable_set_text(entry.cast(), text)
    gtk_stack_set_visible_child(widget.cast(), entry)
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.cast(), 0, -1)
  }

  private func finish(keeps: Bool) {
    guard !isLeaving, gtk_stack_get_visible_child(widget.cast()) == entry else { return }
    isLeaving = true
    defer { isLeaving = false }
    let written = String(cString: gtk_editable_get_text(entry.cast()))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    gtk_stack_set_visible_child(widget.cast(), button)
    gtk_widget_grab_focus(button)
    if keeps, !written.isEmpty, written != text { onChange(written) }
  }
}
