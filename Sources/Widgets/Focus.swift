import CAdwaita
import CGLib
import GLibBridge

/// The keyboard focus, and where it moves when its widget cannot keep it.
///
/// GTK leaves a window without a focus when the focused button becomes insensitive; then no key works.
package enum Focus {
  /// The focused widget of the window that contains `widget`.
  package static func widget(inWindowOf widget: Widget) -> Widget? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Whether a widget or one of its descendants has the focus.
  package static func isIn(_ area: Widget) -> Bool {
    guard let focus = widget(inWindowOf: area) else { return false }
    return focus == area || gtk_widget_is_ancestor(focus, area) != 0
  }

  /// Whether the focus is in a popover.
  package static func isInPopover(of window: Widget) -> Bool {
    guard let focus = widget(inWindowOf: window) else { return false }
    return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
  }

  /// Whether a text is being edited.
  package static func isInEntry(of window: Widget) -> Bool {
    guard let focus = widget(inWindowOf: window) else { return false }
    return g_type_check_instance_is_a(focus.cast(), gtk_editable_get_type()) != 0
  }

  /// Makes a change, and calls `fallback` if that takes the focus away from `area`.
  package static func keep(
    in area: Widget, otherwise fallback: () -> Void, during change: () -> Void
  ) {
    guard isIn(area), let focus = widget(inWindowOf: area) else { return change() }
    // The change may remove the widget.
    let kept = Ref(retaining: focus)
    change()
    let isLost =
      gtk_widget_get_mapped(kept.pointer) == 0 || gtk_widget_is_sensitive(kept.pointer) == 0
      || widget(inWindowOf: area) == nil
    if isLost { fallback() }
  }

  /// Calls what opens another page from a row of a list.
  ///
  /// GTK tells of the second press on a row first, and then gives the row the focus, which would take
  /// it from that page.
  package static func open(from row: Widget?, _ work: () -> Void) {
    guard let row else { return work() }
    gtk_widget_set_focus_on_click(row, 0)
    let kept = Ref(retaining: row)
    MainLoop.whenIdle { gtk_widget_set_focus_on_click(kept.pointer, 1) }
    work()
  }
}
