package import CAdwaita
import CGLib
import GLibBridge

/// The menus of `menus.ui`.
package enum Menus {
  /// Returns a menu by its id; the application owns it.
  package static func model(_ name: String) -> UnsafeMutablePointer<GMenuModel> {
    let application = g_application_get_default()!
    return gtk_application_get_menu_by_id(application.cast(), name)!.cast()
  }

  /// Sets the menu of a menu button.
  package static func give(_ name: String, to button: Widget) {
    gtk_menu_button_set_menu_model(button.cast(), model(name))
    hideTooltip(during: gtk_menu_button_get_popover(button.cast())!.widget)
  }

  /// Opens a menu at a row of a list.
  package static func open(_ name: String, over row: Widget) {
    detachPopovers(of: row)
    let popover = gtk_popover_menu_new_from_model(model(name))!
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    attachPopover(popover, to: row)
    gtk_popover_popup(popover.cast())
  }
}
