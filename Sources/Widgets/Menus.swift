package import CAdwaita
import CGLib
import GLibBridge

/// The menus that `menus.ui` describes.
package enum Menus {
  /// The menu of a name, which the application goes on owning.
  package static func model(_ name: String) -> UnsafeMutablePointer<GMenuModel> {
    let application = g_application_get_default()!
    return gtk_application_get_menu_by_id(application.cast(), name)!.cast()
  }
}
