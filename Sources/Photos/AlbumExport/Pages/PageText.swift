import CCairo
import CGLib
import MapDrawing
import TravelModel

final class PageText {
  let width: Double
  let height: Double
  private let layout: OpaquePointer
  private let cairo: OpaquePointer

  /// Lays out a text, ellipsized where it does not fit; sizes are in points, and `isScript` selects
  /// a handwriting font.
  init(
    _ text: String, size: Double, isBold: Bool = false, isScript: Bool = false,
    width: Double? = nil, lines: Int = 1, on cairo: OpaquePointer
  ) {
    self.cairo = cairo
    layout = pango_cairo_create_layout(cairo)!
    pango_layout_set_text(layout, text, -1)
    let font = pango_font_description_new()
    pango_font_description_set_family(
      font,
      isScript
        ? "Z003, URW Chancery L, Comic Neue, serif" : "Cantarell, Adwaita Sans, Inter, sans-serif")
    pango_font_description_set_style(font, isScript ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    if let width {
      pango_layout_set_width(layout, Int32(max(1, width) * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_height(layout, -Int32(lines))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    var box = PangoRectangle()
    pango_layout_get_extents(layout, nil, &box)
    self.width = Double(box.x + box.width) / Double(PANGO_SCALE)
    height = Double(box.height) / Double(PANGO_SCALE)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Draws the text with its upper left corner at a point; as a link, if there is an address.
  func draw(x: Double, y: Double, _ color: MapColor, link: String? = nil, halo: MapColor? = nil) {
    if let halo {
      cairo_new_path(cairo)
      cairo_move_to(cairo, x, y)
      pango_cairo_layout_path(cairo, layout)
      halo.use(in: cairo, opacity: 0.85)
      cairo_set_line_width(cairo, 2)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(cairo)
    }
    let target = link.flatMap(PageText.linkAttributes)
    if let target { cairo_tag_begin(cairo, CAIRO_TAG_LINK, target) }
    color.use(in: cairo)
    cairo_move_to(cairo, x, y)
    pango_cairo_show_layout(cairo, layout)
    if target != nil { cairo_tag_end(cairo, CAIRO_TAG_LINK) }
  }

  /// The attributes of cairo's link tag; nil if this is no web address.
  static func linkAttributes(_ address: String) -> String? {
    guard let page = WebAddress.page(address) else { return nil }
    // cairo copies the address into a PDF string, which these characters would end.
    return "uri='\(HTML.address(of: page, keeping: ":/?#[]@!$&*+,;=%"))'"
  }
}
