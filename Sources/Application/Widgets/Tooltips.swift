import CAdwaita
import CGLib
import GLibBridge

/// Takes a tooltip away while a popover is open that has come from the same widget.
///
/// GTK 4.8 leaves it where it is, over the popover.
package func hideTooltip(during popover: Widget) {
  var owner: WeakRef<Widget>?
  popover.on("map") {
    guard let parent = gtk_widget_get_parent(popover), gtk_widget_get_has_tooltip(parent) != 0
    else { return }
    owner = WeakRef(parent)
    gtk_widget_set_has_tooltip(parent, 0)
    gtk_widget_trigger_tooltip_query(parent)
  }
  popover.on("unmap") {
    if let owner = owner?.object { gtk_widget_set_has_tooltip(owner.pointer, 1) }
    owner = nil
  }
}
