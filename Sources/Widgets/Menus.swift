package import CAdwaita
import CGLib
import GLibBridge

/// The menus of `menus.ui`.
package enum Menus {
  /// A menu by its id; the application keeps it.
  package static func model(_ name: String) -> UnsafeMutablePointer<GMenuModel> {
    let application = g_application_get_default()!
    return gtk_application_get_menu_by_id(application.cast(), name)!.cast()
  }
}
