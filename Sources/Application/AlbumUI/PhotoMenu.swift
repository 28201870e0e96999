import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The menu of one photo.
enum PhotoMenu {
  static func show(for photo: Photo, over cell: Widget, on page: AlbumPage) {
    let group = g_simple_action_group_new()!
    if photo.state == .failed, !photo.isGone {
      group.addAction("retry") { [weak page] in page?.grid.retry(photo) }
    }
    group.addAction("view") { [weak page] in page?.grid.view(photo) }
    if photo.state == .stored || photo.isFavorite {
      group.addAction(photo.isFavorite ? "drop-favorite" : "add-favorite") { [weak page] in
        page?.turnFavorite([photo])
      }
    }
    if let address = photo.details.pageAddress.flatMap(WebAddress.page) {
      group.addAction("page") { [weak page] in page?.widget.activate(.openPage, address) }
    }
    if photo.state == .stored {
      group.addAction("make-postcard") { [weak page] in
        page?.widget.activate(.makePostcard, photo.id.number)
      }
    }
    group.addAction("remove") { [weak page] in page?.remove([photo]) }
    gtk_widget_insert_action_group(cell, "photo", group.cast())
    g_object_unref(group.raw)

    let popover = gtk_popover_menu_new_from_model(Menus.model("photo"))!
    // The keys apply to the photo whose menu it was.
    if let item = gtk_widget_get_parent(cell) { gtk_widget_grab_focus(item) }
    attachPopover(popover, to: cell)
    gtk_popover_popup(popover.cast())
  }
}
