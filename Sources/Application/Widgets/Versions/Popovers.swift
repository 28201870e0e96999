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

/// Guards the keys that open menus.
package enum MenuKeys {
  /// Ignores the menu keys in a window or dialog while the focused widget is scrolled out of sight:
  /// it may be outside the screen, where GTK 4.8 fails to find a monitor for the menu.
  package static func ignoreOutOfSight(in view: Widget) {
    let keys = view.addController(gtk_event_controller_key_new(), capturing: true)
    keys.on("key-pressed") { (key: UInt32) -> Bool in
      [GDK_KEY_F10, GDK_KEY_Menu].contains(Int32(bitPattern: key)) && !isFocusInSight(of: view)
    }
  }

  private static func isFocusInSight(of view: Widget) -> Bool {
    guard let focus = gtk_window_get_focus(view.window) else { return true }
    var (place, area) = (graphene_rect_t(), graphene_rect_t())
    guard gtk_widget_compute_bounds(focus, view, &place) != 0 else { return false }
    graphene_rect_init(
      &area, 0, 0, Float(gtk_widget_get_width(view)), Float(gtk_widget_get_height(view)))
    return graphene_rect_intersection(&place, &area, nil)
  }
}
