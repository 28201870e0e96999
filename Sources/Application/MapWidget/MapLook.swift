import CAdwaita
import MapDrawing

/// How a map is drawn.
nonisolated struct MapLook: Hashable, Sendable {
  var isDark = false
  /// Device pixels to a pixel.
  var scale = 1
  /// The numbers of the countries that are tinted.
  var tinted: Set<Int> = []

  var palette: MapPalette { isDark ? .dark : .light }

  /// Tells whether the desktop's style is dark.
  @MainActor static var isDarkNow: Bool {
    adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
  }
}
