import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The shortcuts window, made from `KeyTable`.
enum ShortcutsWindow {
  static func make() -> Widget {
    let window = makeObject(gtk_shortcuts_window_get_type(), ["modal": true])
    let section = makeObject(gtk_shortcuts_section_get_type(), ["section-name": "all"])
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
    add(section, to: window)
    return window.widget
  }

  /// Adds a child through `GtkBuildable`: before GTK 4.14 there is no other way.
  private static func add(_ child: OpaquePointer, to parent: OpaquePointer) {
    let instance = UnsafePointer<GTypeInstance>(parent)
    let interface = g_type_interface_peek(instance.pointee.g_class, gtk_buildable_get_type())!
    let builder = Ref(adopting: gtk_builder_new()!)
    interface.assumingMemoryBound(to: GtkBuildableIface.self).pointee
      .add_child(parent, builder.pointer, child.cast(), nil)
  }
}
