import CGLib
import GLibBridge

/// How photos are shown.
extension Settings {
  private static let (albumZoom, filmstrip) = ("album-zoom", "filmstrip")

  /// How many times larger than usual the photos of albums are.
  package var albumZoom: Double {
    get { g_settings_get_double(settings.pointer, Settings.albumZoom) }
    set {
      g_settings_set_double(settings.pointer, Settings.albumZoom, newValue)
      g_settings_apply(settings.pointer)
    }
  }

  /// Whether the viewer shows the other photos of the album in a row.
  package var showsFilmstrip: Bool {
    get { g_settings_get_boolean(settings.pointer, Settings.filmstrip) != 0 }
    set {
      g_settings_set_boolean(settings.pointer, Settings.filmstrip, newValue.gboolean)
      g_settings_apply(settings.pointer)
    }
  }
}
