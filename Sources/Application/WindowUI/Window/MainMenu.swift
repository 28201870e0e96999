import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The main menu.
enum MainMenu {
  /// Gives it to a button; it is made when it is first opened.
  static func add(to button: Widget) {
    gtk_menu_button_set_create_popup_func(
      button.cast(),
      { opened, _ in
        nonisolated(unsafe) let opened = opened!
        MainActor.assumeIsolated { MainMenu.addMenu(to: opened) }
      }, nil, nil)
  }

  private static func addMenu(to button: OpaquePointer) {
    guard gtk_menu_button_get_popover(button) == nil else { return }
    fillUndoAndRedo()
    Menus.give("main", to: button.widget)
  }

  /// Fills the section of undo and redo, whose keys are not the application's: entries have them too.
  private static func fillUndoAndRedo() {
    let section = Menus.model("undo-and-redo")
    guard g_menu_model_get_n_items(section) == 0 else { return }
    for (label, action, key) in [
      (tr("_Undo"), "win.undo", UndoKey.undo), (tr("Red_o"), "win.redo", UndoKey.redo),
    ] {
      let item = Ref(adopting: g_menu_item_new(label, action)!)
      if let key = KeyTable.key(of: key) {
        g_menu_item_set_attribute_value(item.pointer, "accel", g_variant_new_string(key))
      }
      g_menu_append_item(section.cast(), item.pointer)
    }
  }
}
