import CAdwaita
import CGLib
import GLibBridge
import Travels

/// The album of one pin.
final class AlbumPage {
  let widget: Widget
  /// Called when the user wants to go back to the map.
  var onBack: () -> Void = {}
  /// Called when the user wants to be rid of the pin.
  var onRemove: (Pin) -> Void = { _ in }

  private let title = adw_window_title_new("", "")!
  private let back = makeIconButton("go-previous-symbolic", tr("Back"))
  private let status = adw_status_page_new()!
  private(set) var pin: Pin?

  init() {
    let header = adw_header_bar_new()!
    adw_header_bar_set_title_widget(header.cast(), title)
    adw_header_bar_pack_start(header.cast(), back)
    let remove = makeIconButton("user-trash-symbolic", tr("Remove Pin"))
    adw_header_bar_pack_end(header.cast(), remove)

    adw_status_page_set_icon_name(status.cast(), "image-x-generic-symbolic")
    adw_status_page_set_title(status.cast(), tr("No Images"))
    gtk_widget_set_vexpand(status, 1)
    widget = makeBox(GTK_ORIENTATION_VERTICAL, header, status)
    widget.addClass("background")

    back.on("clicked") { [weak self] in self?.onBack() }
    remove.on("clicked") { [weak self] in
      if let self, let pin { onRemove(pin) }
    }
    addKeys()
  }

  /// Shows the album of a pin.
  func show(_ pin: Pin) {
    self.pin = pin
    adw_window_title_set_title(title.cast(), pin.title)
    adw_window_title_set_subtitle(title.cast(), pin.coordinate.decimal)
    adw_status_page_set_description(
      status.cast(), tr("There are no photos in this album."))
    gtk_widget_grab_focus(back)
  }

  private func addKeys() {
    let keys = gtk_event_controller_key_new()!
    keys.on("key-pressed") { [weak self] (key: UInt32, _: UInt32, modifiers: UInt32) -> Bool in
      guard let self, let pin else { return false }
      let hasAlt = modifiers & GDK_ALT_MASK.rawValue != 0
      switch Int32(bitPattern: key) {
      case GDK_KEY_Escape: onBack()
      case GDK_KEY_Left where hasAlt: onBack()
      case GDK_KEY_Back: onBack()
      case GDK_KEY_Delete: onRemove(pin)
      default: return false
      }
      return true
    }
    gtk_widget_add_controller(widget, keys)
  }
}
