import CAdwaita
import GLibBridge

/// The keyboard shortcuts, from `KeyTable`: since libadwaita 1.8 a sheet, before that a window.
package enum ShortcutsDialog {
  /// Shows them over a window, those of a page first.
  package static func show(over parent: Widget, beginningWith page: KeyGroup) {
    let isSheet = hasNewerSymbol("adw_shortcuts_dialog_new")
    let (group, line) =
      isSheet
      ? ("AdwShortcutsSection", "AdwShortcutsItem") : ("GtkShortcutsGroup", "GtkShortcutsShortcut")
    let groups = KeyTable.groups(beginningWith: page).map { name, lines in
      let lines = lines.map { object(line, ["title": $0.title, "accelerator": $0.shownKeys]) }
      return object(group, ["title": name.title], lines)
    }
    // GTK reverses the order of several pages with each added group, so all groups go onto one page
    // first.
    let section = ["section-name": "all", "max-height": String(Int32.max)]
    let dialog =
      isSheet
      ? object("AdwShortcutsDialog", [:], groups, id: "dialog")
      : object(
        "GtkShortcutsWindow", [:], [object("GtkShortcutsSection", section, groups, id: "section")],
        id: "dialog")
    let layout = Layout(text: "<interface>\(dialog)</interface>")
    if !isSheet { layout["section"].set("max-height", to: linesOfColumn) }
    Dialog.present(layout, over: parent)
  }

  /// The most lines in a column: as many as in GTK's own window.
  private static let linesOfColumn: Int32 = 15

  private static func object(
    _ type: String, _ properties: [String: String], _ children: [String] = [], id: String = ""
  ) -> String {
    let properties = properties.map { "<property name=\"\($0)\">\(markup($1))</property>" }
    let children = children.map { "<child>\($0)</child>" }
    let name = id.isEmpty ? "" : " id=\"\(id)\""
    return "<object class=\"\(type)\"\(name)>\((properties + children).joined())</object>"
  }
}
