import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc

/// The least program that shows a map: a GTK window with libshumate's simple map.
@MainActor
enum BareMap {
  static func run(tiles: String) -> Never {
    let application = gtk_application_new(nil, GApplicationFlags(rawValue: 0))!
    application.on("activate") {
      let window = gtk_application_window_new(application)!
      let map = shumate_simple_map_new()!
      let source = shumate_raster_renderer_new_full_from_url(
        "bare", "Bare", nil, nil, 0, 19, 256, SHUMATE_MAP_PROJECTION_MERCATOR, tiles)!
      shumate_simple_map_set_map_source(map, source.cast())
      let viewport = shumate_simple_map_get_viewport(map)!
      shumate_viewport_set_zoom_level(viewport, 4)
      shumate_location_set_location(viewport, 20, 10)
      gtk_window_set_child(window.cast(), map.cast())
      gtk_window_set_default_size(window.cast(), 1000, 680)
      gtk_window_present(window.cast())
    }
    exit(g_application_run(application.cast(), 0, nil))
  }
}
