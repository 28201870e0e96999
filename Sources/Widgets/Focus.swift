import CAdwaita
import CGLib
import GLibBridge

/// What has the keyboard's focus, and where it goes from what no longer can have it.
///
/// GTK leaves a window without a focus where a button becomes insensitive, and then no key is heard.
package enum Focus {
  /// What has the focus in the widget's window.
  package static func widget(inWindowOf widget: Widget) -> Widget? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Tells whether a widget, or something in it, has the focus of its window.
  package static func isIn(_ area: Widget) -> Bool {
    guard let focus = widget(inWindowOf: area) else { return false }
    return focus == area || gtk_widget_is_ancestor(focus, area) != 0
  }

  /// Carries out a change, and then `goHome` where it took the focus from something in `area`.
  package static func keep(in area: Widget, otherwise goHome: () -> Void, during change: () -> Void)
  {
    guard isIn(area), let focus = widget(inWindowOf: area) else { return change() }
    // It may go with the change.
    let kept = Ref(retaining: focus)
    change()
    let isLost =
      gtk_widget_get_mapped(kept.pointer) == 0 || gtk_widget_is_sensitive(kept.pointer) == 0
      || widget(inWindowOf: area) == nil
    if isLost { goHome() }
  }
}
