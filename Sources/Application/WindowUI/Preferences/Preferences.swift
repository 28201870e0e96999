import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The preferences, which apply at once.
final class Preferences {
  private let photos: PhotoPreferences
  private let map: MapPreferences
  private let settings: Settings
  private let contact: Widget

  /// Opens them over a window.
  static func open(over parent: Widget, context: Context) {
    let layout = Layout("preferences")
    attach(Preferences(layout, context: context), to: layout["dialog"])
    Dialog.present(layout, over: parent)
  }

  private init(_ layout: Layout, context: Context) {
    photos = PhotoPreferences(layout, settings: context.settings, flickrKey: context.flickrKey)
    map = MapPreferences(layout, settings: context.settings)
    settings = context.settings
    contact = layout["contact"]
    gtk_editable_set_text(contact.cast(), settings.contact)
    contact.on("apply") { [weak self] in self?.useContact() }
    let dialog = layout["dialog"]
    MenuKeys.keepMenusInSight(of: dialog)
    // Apply what was typed but not confirmed.
    dialog.on("unmap") { [weak self] in
      self?.photos.finish()
      self?.map.finish()
      self?.useContact()
    }
  }

  private func useContact() {
    let typed = String(cString: gtk_editable_get_text(contact.cast()))
    if settings.contact != typed { settings.contact = typed }
  }
}
