import CCairo
import CGLib
import MapDrawing
import TravelModel

/// A text that was laid out, and how much room it takes.
final class Block {
  let width: Double
  let height: Double
  fileprivate let layout: OpaquePointer
  /// Where the text begins in its layout.
  fileprivate let left: Double
  /// What is around its letters, in its layout; for tests alone, as `Page.texts` is.
  fileprivate let ink: LabelBox

  fileprivate init(_ layout: OpaquePointer) {
    self.layout = layout
    var (ink, box) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_pixel_extents(layout, &ink, &box)
    (width, height, left) = (Double(box.width), Double(box.height), Double(box.x))
    self.ink = LabelBox(
      x: Double(ink.x), y: Double(ink.y), width: Double(ink.width), height: Double(ink.height))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Tells whether something had to be left out.
  var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }
}

extension Page {
  /// How large letters are, in pixels: the smallest can still be read when the card is a thumbnail.
  static let (titleSize, notedTitleSize, noteSize, leastSize) = (140.0, 114.0, 84.0, 76.0)

  /// Lays out a text as large as it fits in some lines; where the smallest does not, it ends in dots.
  func block(
    _ text: String, size: Double = noteSize, width: Double = side - 2 * margin, lines: Int = 1,
    isBold: Bool = true
  ) -> Block {
    var size = size
    while true {
      let block = layOut(text, size, isBold, width: width, lines: lines)
      let isWhole = !block.isEllipsized && !breaksWord(of: text, size, isBold, width: width)
      if isWhole || size <= Page.leastSize { return block }
      size = max(Page.leastSize, size * 0.93)
    }
  }

  /// Lays out a name in one line, or where it is too long in two small ones.
  func heading(_ text: String, size: Double = titleSize) -> Block {
    let line = block(text, size: size)
    return line.isEllipsized ? block(text, lines: 2) : line
  }

  /// Draws a laid-out text around a height, its middle at `x`.
  func draw(_ block: Block, x: Double, y: Double, _ color: MapColor, halo: MapColor? = nil) {
    let corner = (x: x - block.width / 2 - block.left, y: y - block.height / 2)
    if let halo {
      cairo_new_path(cairo)
      cairo_move_to(cairo, corner.x, corner.y)
      pango_cairo_layout_path(cairo, block.layout)
      stroke(halo, width: 14, opacity: 0.9)
    }
    color.use(in: cairo)
    cairo_move_to(cairo, corner.x, corner.y)
    pango_cairo_show_layout(cairo, block.layout)
    var (left, top) = (corner.x + block.ink.x, corner.y + block.ink.y)
    cairo_user_to_device(cairo, &left, &top)
    texts.append(LabelBox(x: left, y: top, width: block.ink.width, height: block.ink.height))
  }

  /// Writes what a card is of in the middle of the space under its picture, from `top` on.
  func caption(_ title: String, _ note: String? = nil, under top: Double, _ ink: MapColor? = nil) {
    let title = heading(title, size: note == nil ? Page.titleSize : Page.notedTitleSize)
    var note = note.map { block($0, isBold: false) }
    let room = Page.side - 24 - top
    if let height = note?.height, title.height + height > room { note = nil }
    let start = top + (room - title.height - (note?.height ?? 0)) / 2
    draw(title, x: Page.side / 2, y: start + title.height / 2, ink ?? theme.ink)
    if let note {
      draw(
        note, x: Page.side / 2, y: start + title.height + note.height / 2, ink ?? theme.faint)
    }
  }

  private func layOut(
    _ text: String, _ size: Double, _ isBold: Bool, width: Double?, lines: Int
  ) -> Block {
    let layout = pango_cairo_create_layout(cairo)!
    pango_layout_set_text(layout, text, -1)
    let font = pango_font_description_new()
    pango_font_description_set_family(
      font,
      theme.hasSerifs
        ? "Source Serif 4, Noto Serif, serif" : "Cantarell, Adwaita Sans, Inter, sans-serif")
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_MEDIUM)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    pango_layout_set_line_spacing(layout, 0.9)
    if let width {
      pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_height(layout, -Int32(lines))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    return Block(layout)
  }

  /// Tells whether a word has to be broken to fit.
  private func breaksWord(
    of text: String, _ size: Double, _ isBold: Bool, width: Double
  ) -> Bool {
    text.split(separator: " ").contains {
      $0.count > 6 && layOut(String($0), size, isBold, width: nil, lines: 1).width > width
    }
  }
}
