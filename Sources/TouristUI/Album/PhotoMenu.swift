import CAdwaita
import CGLib
import GLibBridge
import Travels

/// The menu of one photo.
enum PhotoMenu {
  /// Shows the menu over the photo's cell.
  static func show(for photo: Photo, over cell: Widget, on page: AlbumPage) {
    let group = g_simple_action_group_new()!
    let menu = g_menu_new()!
    func add(_ name: String, _ label: String, _ action: @escaping @MainActor () -> Void) {
      let entry = g_simple_action_new(name, nil)!
      entry.on("activate", perform: action)
      g_action_map_add_action(group.cast(), entry.cast())
      g_object_unref(entry.raw)
      g_menu_append(menu, label, "photo.\(name)")
    }
    if photo.state == .failed {
      add("retry", tr("_Try Again")) { [weak page] in page?.grid.onRetry(photo) }
    }
    add("view", tr("_View")) { [weak page] in page?.grid.onView(photo) }
    if let address = photo.details.pageAddress.flatMap(WebAddress.page) {
      add("page", tr("_Open Its Page")) { [weak page] in page?.onOpenPage(address) }
    }
    add("remove", tr("_Remove")) { [weak page] in page?.remove([photo]) }
    let popover = gtk_popover_menu_new_from_model(menu.cast())!
    g_object_unref(menu.raw)
    gtk_widget_insert_action_group(popover, "photo", group.cast())
    g_object_unref(group.raw)
    gtk_widget_set_parent(popover, page.widget)
    var place = part(of: cell, seenIn: page.grid.widget, on: page.widget)
    gtk_popover_set_pointing_to(popover.cast(), &place)
    popover.on("closed") {
      // The entry that was chosen is carried out after this.
      let held = Ref(retaining: popover)
      MainLoop.whenIdle { gtk_widget_unparent(held.pointer) }
    }
    gtk_popover_popup(popover.cast())
  }

  /// Where a cell is on its page, as far as it is in sight: the keyboard may be at one that has been
  /// scrolled away, and GTK finds no place for a menu at what is not even on the screen.
  private static func part(of cell: Widget, seenIn list: Widget, on page: Widget) -> GdkRectangle {
    var (whole, area, seen) = (graphene_rect_t(), graphene_rect_t(), graphene_rect_t())
    _ = gtk_widget_compute_bounds(cell, page, &whole)
    _ = gtk_widget_compute_bounds(list, page, &area)
    if !graphene_rect_intersection(&whole, &area, &seen) {
      let y = min(max(whole.origin.y, area.origin.y), area.origin.y + area.size.height)
      graphene_rect_init(&seen, whole.origin.x, y, whole.size.width, 1)
    }
    return GdkRectangle(
      x: Int32(seen.origin.x), y: Int32(seen.origin.y), width: Int32(seen.size.width),
      height: Int32(seen.size.height))
  }
}
