import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The preferences, which apply at once.
final class PreferencesWindow {
  private let window: Widget
  private let photos: PhotoPreferences
  private let map: MapPreferences

  /// Opens the window over another one.
  static func open(over parent: Widget, context: Context) {
    let preferences = PreferencesWindow(context: context)
    let window = preferences.window
    attach(preferences, to: window)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_present(window.cast())
  }

  private init(context: Context) {
    let layout = Layout("preferences")
    window = layout["window"]
    photos = PhotoPreferences(layout, settings: context.settings, flickrKey: context.flickrKey)
    map = MapPreferences(layout, settings: context.settings)
    MenuKeys.keepMenusInSight(of: window)
    // Apply what was typed but not confirmed.
    window.on("unmap") { [weak self] in
      self?.photos.finish()
      self?.map.finish()
    }
  }
}
