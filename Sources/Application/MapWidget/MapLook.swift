import CAdwaita
import MapDrawing

/// The look of a map.
nonisolated struct MapLook: Hashable, Sendable {
  var isDark = false
  /// Device pixels per pixel.
  var scale = 1
  /// The numbers of the countries that are tinted.
  var tinted: Set<Int> = []

  var palette: MapPalette { isDark ? .dark : .light }

  /// Whether the desktop's style is dark.
  @MainActor static var isDarkNow: Bool {
    adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
  }
}
