import CAdwaita
import GLibBridge
import MapDrawing
import Widgets

/// The layouts of names and letters, and the pictures of names and their marks, each made once for a
/// look of the map.
final class LabelPictures {
  var look = MapLook() {
    didSet {
      if look.font != oldValue.font { layouts = [:] }
      if look != oldValue { (written, marks) = ([:], [:]) }
    }
  }
  private let widget: Widget
  private var layouts: [Text: Ref<OpaquePointer>] = [:]
  private var written: [MapName: [HaloPicture]] = [:]
  private var marks: [NameStyle: HaloPicture] = [:]

  private struct Text: Hashable {
    var text: String
    var style: NameStyle
    var size: Double
  }

  /// The number of cached layouts: the names of a few windows, and their letters.
  private static let keptLayouts = 3000
  /// The number of cached names: more than the largest window shows, at some 10 kB each.
  private static let keptTexts = 1500

  init(for widget: Widget) { self.widget = widget }

  /// The layout of a text at a font size in pixels.
  func layout(_ text: String, _ style: NameStyle, size: Double) -> Ref<OpaquePointer> {
    let key = Text(text: text, style: style, size: size)
    if let layout = layouts[key] { return layout }
    if layouts.count >= LabelPictures.keptLayouts { layouts = [:] }
    let layout = style.layout(text, size: size, in: look.font, for: widget)
    layouts[key] = layout
    return layout
  }

  /// The pictures of a name's parts; those along a line differ at each level.
  func texts(of name: MapName, _ parts: [Label.Art]) -> [HaloPicture] {
    if let known = written[name] { return known }
    if written.count >= LabelPictures.keptTexts { written = [:] }
    let colors = colors(of: name.style)
    let new = parts.map { part in
      switch part {
      case .text(let layout): HaloPicture(layout, in: colors, scale: look.scale)
      case .letters(let letters): HaloPicture(letters, in: colors, scale: look.scale)
      }
    }
    written[name] = new
    return new
  }

  func mark(of name: MapName) -> HaloPicture {
    if let mark = marks[name.style] { return mark }
    let mark = HaloPicture(markOf: name.style, in: colors(of: name.style), scale: look.scale)
    marks[name.style] = mark
    return mark
  }

  private func colors(of style: NameStyle) -> HaloPicture.Colors {
    let halo = look.inks.halo(of: style)
    return (look.inks.ink(of: style), halo.color, halo.opacity)
  }
}

extension NameStyle {
  private var weight: PangoWeight {
    switch self {
    case .country: PANGO_WEIGHT_BOLD
    case .capital, .city: PANGO_WEIGHT_MEDIUM
    default: PANGO_WEIGHT_NORMAL
    }
  }

  /// The letter spacing, in pixels.
  private var spacing: Double {
    switch self {
    case .sea: 2
    case .province, .region: 1
    default: 0
    }
  }

  fileprivate func layout(
    _ text: String, size: Double, in font: MapFont, for widget: Widget
  ) -> Ref<OpaquePointer> {
    let text = self == .province ? text.uppercased() : text
    let layout = Ref(adopting: gtk_widget_create_pango_layout(widget, text)!)
    let isItalic = [.sea, .lake, .river, .region].contains(self)
    font.set(
      on: layout, size: size, weight: weight,
      style: isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_layout_set_alignment(layout.pointer, PANGO_ALIGN_CENTER)
    // Arabic letters must stay joined.
    if spacing > 0, !text.isRightToLeft {
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(
        attributes, pango_attr_letter_spacing_new(Int32(spacing * Double(PANGO_SCALE))))
      pango_layout_set_attributes(layout.pointer, attributes)
      pango_attr_list_unref(attributes)
    }
    return layout
  }
}
