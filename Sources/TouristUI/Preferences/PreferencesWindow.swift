import CAdwaita
import CGLib
import GLibBridge

/// The window in which the user says how things are to be; what is changed holds at once.
final class PreferencesWindow {
  private let window = adw_preferences_window_new()!
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
    photos = PhotoPreferences(settings: context.settings, flickrKey: context.flickrKey)
    map = MapPreferences(settings: context.settings)
    let page = adw_preferences_page_new()!
    for group in [photos.widget, map.widget] {
      adw_preferences_page_add(page.cast(), group.cast())
    }
    adw_preferences_window_add(window.cast(), page.cast())
    // Nobody searches among a dozen rows.
    adw_preferences_window_set_search_enabled(window.cast(), 0)
    gtk_window_set_title(window.cast(), tr("Preferences"))
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), 600, 680)
    // What stands in an entry without having been confirmed is a wish all the same.
    MenuKeys.keepMenusInSight(of: window)
    window.on("unmap") { [weak self] in
      self?.photos.finish()
      self?.map.finish()
    }
  }
}
