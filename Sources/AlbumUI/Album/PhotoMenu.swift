import CAdwaita
import CGLib
import GLibBridge
import Travels
import Widgets

/// The menu of one photo.
enum PhotoMenu {
  /// Shows the menu over the photo's cell.
  static func show(for photo: Photo, over cell: Widget, on page: AlbumPage) {
    let group = g_simple_action_group_new()!
    func add(_ name: String, _ action: @escaping @MainActor () -> Void) {
      let entry = g_simple_action_new(name, nil)!
      entry.on("activate", perform: action)
      g_action_map_add_action(group.cast(), entry.cast())
      g_object_unref(entry.raw)
    }
    if photo.state == .failed {
      add("retry") { [weak page] in page?.grid.onRetry(photo) }
    }
    add("view") { [weak page] in page?.grid.onView(photo) }
    if let address = photo.details.pageAddress.flatMap(WebAddress.page) {
      add("page") { [weak page] in page?.onOpenPage(address) }
    }
    add("remove") { [weak page] in page?.remove([photo]) }
    gtk_widget_insert_action_group(cell, "photo", group.cast())
    g_object_unref(group.raw)

    let popover = gtk_popover_menu_new_from_model(Menus.model("photo"))!
    gtk_widget_set_parent(popover, cell)
    popover.on("closed") {
      // The entry that was chosen is carried out after this; the cell may go with its photo then.
      let held = Ref(retaining: popover)
      MainLoop.whenIdle { gtk_widget_unparent(held.pointer) }
    }
    gtk_popover_popup(popover.cast())
  }
}
