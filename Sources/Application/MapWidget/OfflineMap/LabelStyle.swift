import CAdwaita
import CGLib
import GLibBridge
import MapDrawing

/// How the names of a style are drawn.
struct LabelStyle {
  let ink: GdkRGBA
  let halo: GdkRGBA
  private let weight: PangoWeight
  private let isItalic: Bool
  private let isUppercase: Bool
  /// The letter spacing, in pixels.
  private let spacing: Double

  init(_ style: MapName.Style, isDark: Bool) {
    let isOnWater = style == .sea || style == .lake || style == .river
    let light: (Float, Float, Float)
    let dark: (Float, Float, Float)
    (light, dark, weight, spacing) =
      switch style {
      case .country: ((0.38, 0.32, 0.42), (0.78, 0.77, 0.82), PANGO_WEIGHT_BOLD, 0)
      case .province: ((0.48, 0.43, 0.50), (0.62, 0.61, 0.65), PANGO_WEIGHT_NORMAL, 1)
      case .capital, .city: ((0.16, 0.16, 0.19), (0.93, 0.93, 0.92), PANGO_WEIGHT_MEDIUM, 0)
      case .sea: ((0.13, 0.35, 0.50), (0.52, 0.68, 0.80), PANGO_WEIGHT_NORMAL, 2)
      case .lake, .river: ((0.10, 0.36, 0.54), (0.55, 0.72, 0.85), PANGO_WEIGHT_NORMAL, 0)
      case .region: ((0.42, 0.34, 0.22), (0.74, 0.68, 0.57), PANGO_WEIGHT_NORMAL, 1)
      case .peak: ((0.36, 0.26, 0.18), (0.80, 0.74, 0.64), PANGO_WEIGHT_NORMAL, 0)
      }
    let (red, green, blue) = isDark ? dark : light
    ink = GdkRGBA(red: red, green: green, blue: blue, alpha: 1)
    halo =
      switch (isDark, isOnWater) {
      case (false, false): GdkRGBA(red: 1, green: 1, blue: 0.98, alpha: 0.85)
      case (false, true) where style == .river: GdkRGBA(red: 1, green: 1, blue: 0.98, alpha: 0.75)
      case (false, true): GdkRGBA(MapPalette.light.water, alpha: 0.7)
      case (true, false): GdkRGBA(red: 0.12, green: 0.13, blue: 0.14, alpha: 0.85)
      case (true, true) where style == .river: GdkRGBA(MapPalette.dark.land, alpha: 0.75)
      case (true, true): GdkRGBA(MapPalette.dark.water, alpha: 0.7)
      }
    isItalic = isOnWater || style == .region
    isUppercase = style == .province
  }

  /// Lays out a text at a font size in pixels.
  func layout(
    _ text: String, size: Double, for widget: UnsafeMutablePointer<GtkWidget>
  ) -> Ref<OpaquePointer> {
    let text = isUppercase ? text.uppercased() : text
    let layout = Ref(adopting: gtk_widget_create_pango_layout(widget, text)!)
    let font = pango_font_description_new()
    pango_font_description_set_family(font, "Cantarell, sans-serif")
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, weight)
    pango_font_description_set_style(font, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_layout_set_font_description(layout.pointer, font)
    pango_font_description_free(font)
    pango_layout_set_alignment(layout.pointer, PANGO_ALIGN_CENTER)
    if spacing > 0 {
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(
        attributes, pango_attr_letter_spacing_new(Int32(spacing * Double(PANGO_SCALE))))
      pango_layout_set_attributes(layout.pointer, attributes)
      pango_attr_list_unref(attributes)
    }
    return layout
  }
}

/// A cache of the layouts of names and letters.
final class LabelLayouts {
  private let widget: UnsafeMutablePointer<GtkWidget>
  private var layouts: [Key: Ref<OpaquePointer>] = [:]

  private struct Key: Hashable {
    var text: String
    var style: MapName.Style
    var size: Double
  }

  /// The number of cached layouts: the names of a few windows, and their letters.
  private static let kept = 3000

  init(on widget: UnsafeMutablePointer<GtkWidget>) { self.widget = widget }

  func layout(_ text: String, _ style: MapName.Style, size: Double) -> Ref<OpaquePointer> {
    let key = Key(text: text, style: style, size: size)
    if let layout = layouts[key] { return layout }
    if layouts.count >= LabelLayouts.kept { layouts = [:] }
    let layout = LabelStyle(style, isDark: false).layout(text, size: size, for: widget)
    layouts[key] = layout
    return layout
  }
}
