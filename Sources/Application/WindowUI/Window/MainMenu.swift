import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The main menu.
enum MainMenu {
  /// Gives it to the button of the only window.
  static func give(to button: Widget) {
    // The keys of undo and redo are not the application's: entries have them too.
    let section = Menus.model("undo-and-redo")
    for (label, action, key) in [
      (tr("_Undo"), "win.undo", UndoKey.undo), (tr("Red_o"), "win.redo", UndoKey.redo),
    ] {
      let item = Ref(adopting: g_menu_item_new(label, action)!)
      if let key = KeyTable.key(of: key) {
        g_menu_item_set_attribute_value(item.pointer, "accel", g_variant_new_string(key))
      }
      g_menu_append_item(section.cast(), item.pointer)
    }
    Menus.give("main", to: button)
  }
}
