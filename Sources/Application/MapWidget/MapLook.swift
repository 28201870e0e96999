import CAdwaita
import GLibBridge
import MapDrawing

nonisolated struct MapLook: Hashable, Sendable {
  var isDark = false
  var isHighContrast = false
  var font = MapFont()
  /// Device pixels per pixel.
  var scale = 1
  /// The numbers of the countries that are tinted.
  var tinted: Set<Int> = []

  var palette: MapPalette { colors.palette }

  var inks: NameInks { colors.inks }

  private var colors: (palette: MapPalette, inks: NameInks) {
    switch (isDark, isHighContrast) {
    case (false, false): (.light, .light)
    case (true, false): (.dark, .dark)
    case (false, true): (.lightHighContrast, .lightHighContrast)
    case (true, true): (.darkHighContrast, .darkHighContrast)
    }
  }
}

@MainActor
extension MapLook {
  static var ofDesktop: MapLook {
    let manager = adw_style_manager_get_default()
    return MapLook(
      isDark: adw_style_manager_get_dark(manager) != 0,
      isHighContrast: adw_style_manager_get_high_contrast(manager) != 0, font: .ofDesktop)
  }

  /// Calls `body` when the desktop asks for another look.
  static func onDesktopChange(_ body: @escaping () -> Void) {
    let manager = adw_style_manager_get_default()!
    for change in ["dark", "high-contrast"] { manager.on("notify::\(change)") { body() } }
    guard let settings = gtk_settings_get_default() else { return }
    for change in ["gtk-font-name", "gtk-xft-dpi"] { settings.on("notify::\(change)") { body() } }
  }
}
