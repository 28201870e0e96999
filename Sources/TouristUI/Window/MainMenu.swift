import CAdwaita
import CGLib
import GLibBridge

/// The menu of the map's header, and the keys that its entries and other actions have.
enum MainMenu {
  /// Makes the menu's button; the menu itself is made when it is first opened.
  static func makeButton() -> Widget {
    let button = gtk_menu_button_new()!
    gtk_menu_button_set_icon_name(button.cast(), "open-menu-symbolic")
    gtk_menu_button_set_primary(button.cast(), 1)
    gtk_widget_set_tooltip_text(button, tr("Main Menu"))
    button.setAccessibleName(tr("Main Menu"))
    gtk_menu_button_set_create_popup_func(
      button.cast(),
      { opened, _ in
        nonisolated(unsafe) let opened = opened!
        MainActor.assumeIsolated { MainMenu.addMenu(to: opened) }
      }, nil, nil)
    return button
  }

  private static func addMenu(to button: OpaquePointer) {
    guard gtk_menu_button_get_popover(button) == nil else { return }
    let menu = g_menu_new()!
    for section in [
      [
        (tr("_Drop Pin Here"), "win.drop-pin"), (tr("_Report a Map Issue"), "win.report-map-issue"),
      ],
      [
        (tr("_Preferences"), "win.preferences"),
        (tr("_Keyboard Shortcuts"), "win.show-shortcuts"),
        (tr("_About Virtual Tourist"), "app.about"),
      ],
    ] {
      let entries = g_menu_new()!
      for (label, action) in section { g_menu_append(entries, label, action) }
      g_menu_append_section(menu, nil, entries.cast())
      g_object_unref(entries.raw)
    }
    gtk_menu_button_set_popover(button, gtk_popover_menu_new_from_model(menu.cast()))
    g_object_unref(menu.raw)
  }

  /// The keys of each action.
  static let keys = [
    "win.drop-pin": "<Control><Shift>n",
    "win.search": "<Control>f",
    "win.preferences": "<Control>comma",
    "win.show-shortcuts": "<Control>question",
    "window.close": "<Control>w",
    "app.quit": "<Control>q",
  ]
}
