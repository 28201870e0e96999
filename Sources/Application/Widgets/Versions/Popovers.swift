import CAdwaita
import CGLib
import GLibBridge

/// Attaches a popover to a widget until it has closed.
package func attachPopover(_ popover: Widget, to parent: Widget) {
  gtk_widget_set_parent(popover, parent)
  hideTooltip(during: popover)
  popover.on("closed") {
    let held = Ref(retaining: popover)
    // The chosen action runs after this signal, and may free the parent: `gtk_model_button_clicked` in
    // `gtkmodelbutton.c` closes the menu first, and finds the action by the menu's parents.
    MainLoop.whenIdle { unparentPopover(held.pointer) }
  }
}

/// Unparents a popover.
///
/// A motion event after a popover has closed makes GTK 4.8 believe that the pointer is in it, and
/// the next layout of the window uses its missing surface. Making the popover insensitive avoids
/// that.
private func unparentPopover(_ popover: Widget) {
  gtk_widget_set_sensitive(popover, 0)
  gtk_widget_unparent(popover)
}

/// Unparents the popovers of a widget that is going away, which GTK does not do.
package func detachPopovers(of widget: Widget) {
  var next = gtk_widget_get_first_child(widget)
  while let child = next {
    next = gtk_widget_get_next_sibling(child)
    if g_type_check_instance_is_a(child.cast(), gtk_popover_get_type()) != 0 {
      unparentPopover(child)
    }
  }
}

/// Hides a widget's tooltip while a popover of the same widget is open.
///
/// GTK 4.8 leaves it over the popover.
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
