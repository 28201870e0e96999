import CAdwaita
import CGLib
import GLibBridge

/// What cannot be done while one page of the window gives way to another.
extension MainWindow {
  /// Leaves the keys for menus without effect while pages slide: the buttons of a page that comes are
  /// still outside the window then, and may be outside the screen, where GTK has no place for a menu.
  func keepMenusFromSlidingPages() {
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    keys.on("key-pressed") { [unowned self] (key: UInt32) -> Bool in
      let isForMenus = [GDK_KEY_F10, GDK_KEY_Menu].contains(Int32(bitPattern: key))
      return isForMenus && adw_leaflet_get_child_transition_running(leaflet.cast()) != 0
    }
    gtk_widget_add_controller(window, keys)
  }
}
