import CAdwaita
import CGLib
import GLibBridge

/// The keyboard shortcuts, from `KeyTable`: since libadwaita 1.8 a sheet, before that a window.
package enum ShortcutsDialog {
  package static func show(over parent: Widget) {
    if hasNewerSymbol("adw_shortcuts_dialog_new") {
      Dialog.present(NewerShortcuts().makeDialog(), over: parent)
    } else {
      Dialog.present(makeWindow(), over: parent)
    }
  }

  private static func makeWindow() -> Widget {
    let window = makeObject(gtk_shortcuts_window_get_type())
    let section = makeObject(gtk_shortcuts_section_get_type(), ["section-name": "all"])
    // GTK turns the order of several pages round with each group that comes: all come onto one first.
    section.set("max-height", to: Int32.max)
    for (title, lines) in KeyTable.groups {
      let group = makeObject(gtk_shortcuts_group_get_type(), ["title": title])
      for line in lines {
        add(
          makeObject(
            gtk_shortcuts_shortcut_get_type(),
            ["title": line.title, "accelerator": line.shownKeys]), to: group)
      }
      add(group, to: section)
    }
    section.set("max-height", to: linesOfColumn)
    add(section, to: window)
    return window.widget
  }

  /// As many as GTK has by itself.
  private static let linesOfColumn: Int32 = 15

  /// Adds a child through `GtkBuildable`: before GTK 4.14 there is no other way.
  private static func add(_ child: OpaquePointer, to parent: OpaquePointer) {
    let instance = UnsafePointer<GTypeInstance>(parent)
    let interface = g_type_interface_peek(instance.pointee.g_class, gtk_buildable_get_type())!
    let builder = Ref(adopting: gtk_builder_new()!)
    interface.assumingMemoryBound(to: GtkBuildableIface.self).pointee
      .add_child(parent, builder.pointer, child.cast(), nil)
  }
}

/// The functions of `AdwShortcutsDialog`.
private struct NewerShortcuts {
  private typealias CString = UnsafePointer<CChar>

  private let make: @convention(c) () -> Widget = newerSymbol("adw_shortcuts_dialog_new")!
  private let add: @convention(c) (Widget, OpaquePointer) -> Void = newerSymbol(
    "adw_shortcuts_dialog_add")!
  private let makeSection: @convention(c) (CString) -> OpaquePointer = newerSymbol(
    "adw_shortcuts_section_new")!
  private let addItem: @convention(c) (OpaquePointer, OpaquePointer) -> Void = newerSymbol(
    "adw_shortcuts_section_add")!
  private let makeItem: @convention(c) (CString, CString) -> OpaquePointer = newerSymbol(
    "adw_shortcuts_item_new")!

  func makeDialog() -> Widget {
    let dialog = make()
    for (title, lines) in KeyTable.groups {
      let section = makeSection(title)
      // Section and dialog take over what is added.
      for line in lines { addItem(section, makeItem(line.title, line.shownKeys)) }
      add(dialog, section)
    }
    return dialog
  }
}
