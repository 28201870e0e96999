import CAdwaita
import GLibBridge

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
