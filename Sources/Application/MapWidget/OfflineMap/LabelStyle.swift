import CAdwaita
import CGLib
import GLibBridge
import MapDrawing

/// How the names of a style are drawn.
struct LabelStyle {
  let ink: GdkRGBA
  let halo: GdkRGBA
  private let font: MapFont
  private let weight: PangoWeight
  private let isItalic: Bool
  private let isUppercase: Bool
  /// The letter spacing, in pixels.
  private let spacing: Double

  init(_ style: NameStyle, in look: MapLook) {
    ink = GdkRGBA(look.inks.ink(of: style))
    let (color, opacity) = look.inks.halo(of: style)
    halo = GdkRGBA(color, alpha: Float(opacity))
    font = look.font
    weight =
      switch style {
      case .country: PANGO_WEIGHT_BOLD
      case .capital, .city: PANGO_WEIGHT_MEDIUM
      default: PANGO_WEIGHT_NORMAL
      }
    spacing =
      switch style {
      case .sea: 2
      case .province, .region: 1
      default: 0
      }
    isItalic = [.sea, .lake, .river, .region].contains(style)
    isUppercase = style == .province
  }

  /// Lays out a text at a font size in pixels.
  func layout(
    _ text: String, size: Double, for widget: UnsafeMutablePointer<GtkWidget>
  ) -> Ref<OpaquePointer> {
    let text = isUppercase ? text.uppercased() : text
    let layout = Ref(adopting: gtk_widget_create_pango_layout(widget, text)!)
    let font = font.description(size: size, weight: weight)
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
  /// The font of the names, which all are laid out anew for another one.
  var font = MapFont() {
    didSet { if font != oldValue { layouts = [:] } }
  }
  private let widget: UnsafeMutablePointer<GtkWidget>
  private var layouts: [Key: Ref<OpaquePointer>] = [:]

  private struct Key: Hashable {
    var text: String
    var style: NameStyle
    var size: Double
  }

  /// The number of cached layouts: the names of a few windows, and their letters.
  private static let kept = 3000

  init(on widget: UnsafeMutablePointer<GtkWidget>) { self.widget = widget }

  func layout(_ text: String, _ style: NameStyle, size: Double) -> Ref<OpaquePointer> {
    let key = Key(text: text, style: style, size: size)
    if let layout = layouts[key] { return layout }
    if layouts.count >= LabelLayouts.kept { layouts = [:] }
    let layout = LabelStyle(style, in: MapLook(font: font)).layout(text, size: size, for: widget)
    layouts[key] = layout
    return layout
  }
}
