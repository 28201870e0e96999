import CAdwaita
import CGLib
import GLibBridge

/// The menu of the map's header, and the keys that its entries and other actions have.
enum MainMenu {
  static func make() -> Ref<UnsafeMutablePointer<GMenuModel>> {
    let menu = g_menu_new()!
    for section in [
      [
        (tr("_Drop Pin Here"), "win.drop-pin"), (tr("_Report a Map Issue"), "win.report-map-issue"),
      ],
      [
        (tr("_Keyboard Shortcuts"), "win.show-help-overlay"),
        (tr("_About Virtual Tourist"), "app.about"),
      ],
    ] {
      let entries = g_menu_new()!
      for (label, action) in section { g_menu_append(entries, label, action) }
      g_menu_append_section(menu, nil, entries.cast())
      g_object_unref(entries.raw)
    }
    return Ref(adopting: menu.cast())
  }

  /// The keys of each action.
  static let keys = [
    "win.drop-pin": "<Control><Shift>n",
    "win.show-help-overlay": "<Control>question",
    "window.close": "<Control>w",
    "app.quit": "<Control>q",
  ]
}
