import CAdwaita
import CGLib
import GLibBridge

nonisolated struct MapFont: Hashable, Sendable {
  var family = "sans-serif"
  /// The text size that the user has chosen, as a factor.
  var scale = 1.0
}

@MainActor
extension MapFont {
  /// Sets the font of a layout, in a size in pixels.
  func set(
    on layout: Ref<OpaquePointer>, size: Double, weight: PangoWeight = PANGO_WEIGHT_NORMAL,
    style: PangoStyle = PANGO_STYLE_NORMAL
  ) {
    let font = pango_font_description_new()!
    pango_font_description_set_family(font, family)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, weight)
    pango_font_description_set_style(font, style)
    pango_layout_set_font_description(layout.pointer, font)
    pango_font_description_free(font)
  }

  /// The system's font, and the text size that the user has chosen.
  static var ofDesktop: MapFont {
    guard let settings = gtk_settings_get_default() else { return MapFont() }
    var (name, resolution) = (GValue(), GValue())
    g_object_get_property(settings.cast(), "gtk-font-name", &name)
    g_object_get_property(settings.cast(), "gtk-xft-dpi", &resolution)
    var font = MapFont()
    if let text = g_value_get_string(&name) {
      let described = pango_font_description_from_string(text)
      if let family = pango_font_description_get_family(described) {
        font.family = String(cString: family)
      }
      pango_font_description_free(described)
    }
    // The resolution is in 1,024ths, and negative if the desktop sets none.
    let dots = Double(g_value_get_int(&resolution)) / 1024
    if dots > 0 { font.scale = min(largest, max(smallest, dots / usualResolution)) }
    g_value_unset(&name)
    g_value_unset(&resolution)
    return font
  }

  /// The dots of an inch for text of the usual size.
  private static let usualResolution = 96.0
  /// Beyond these factors, there would be nothing but names, or no names that can be read.
  private static let (smallest, largest) = (0.75, 3.0)
}
