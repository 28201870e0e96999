import CAdwaita
import GLibBridge
import TouristSession
import Widgets

/// The page of an album without photos: a search under way, no photos, or a failure with a remedy.
final class EmptyAlbum {
  let widget: Widget

  private let layout = Layout("empty-album")
  private let searching: Widget
  private let status: Widget
  private let spinner: Spinner

  init() {
    (widget, searching, status) = (layout["pages"], layout["searching"], layout["status"])
    spinner = Spinner(layout["spinner"])
    Menus.give("album-sources", to: layout["source"])
  }

  /// Shows why an album has no photos, and its remedy; `key` is the user's Flickr key.
  func show(_ album: AlbumModel, key: FlickrKey, remedy: AlbumRemedy) {
    spinner.isSpinning = album.isBusy
    // Reading the library is quick, and must not flash. A stack would show another page in place of one
    // that is hidden.
    gtk_widget_set_opacity(searching, album.activity == .reading ? 0 : 1)
    showPage(album.isBusy ? searching : status, of: widget)
    if let trouble = album.trouble {
      fill(
        "network-error-symbolic", tr("Photos Could Not Be Loaded"),
        Words.sentence(for: trouble, key: key))
    } else {
      fill("image-x-generic-symbolic", tr("No Images"), Words.noImages(album.info))
    }
    gtk_button_set_label(layout["again"].cast(), remedy.label)
    gtk_widget_set_visible(layout["again"], (album.trouble != nil).gboolean)
  }

  /// Focuses the first button; false if there is none.
  func grabFocus() -> Bool {
    guard gtk_stack_get_visible_child(widget.cast()) == status else { return false }
    return gtk_widget_child_focus(status, GTK_DIR_TAB_FORWARD) != 0
  }

  private func fill(_ icon: String, _ title: String, _ description: String) {
    adw_status_page_set_icon_name(status.cast(), icon)
    adw_status_page_set_title(status.cast(), title)
    adw_status_page_set_description(status.cast(), markup(description))
  }
}
