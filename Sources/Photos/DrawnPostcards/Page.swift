import CCairo
import GLibBridge
import Imaging
import MapDrawing
import TravelModel

final class Page: Pen {
  let cairo: OpaquePointer
  let theme: Theme
  /// The boxes of all texts in the order of drawing; for tests.
  private(set) var texts: [LabelBox] = []
  private let painting: Painting?

  /// The size of a card: a square, like the cells of an album.
  static let size = PixelSize(width: 1200, height: 1200)
  static let side = Double(size.width)
  /// The JPEG quality: high enough that text shows no artefacts.
  private static let jpegQuality = 92
  /// Font sizes, in pixels: the smallest is readable even in a thumbnail.
  static let (titleSize, notedTitleSize, noteSize, leastSize) = (140.0, 114.0, 84.0, 76.0)

  /// Makes a blank card in a theme's colours.
  init(theme: Theme) {
    let painting = Painting(width: Page.size.width, height: Page.size.height)
    (self.theme, self.painting, cairo) = (theme, painting, painting.cairo)
    fill(theme.paper)
  }

  /// Draws with a theme's colours on an existing context.
  init(theme: Theme, on cairo: OpaquePointer) {
    (self.theme, self.cairo, painting) = (theme, cairo, nil)
  }

  /// The pixels, three bytes each (red, green, blue), row by row; nil without the memory.
  func pixels() -> Bytes? { painting?.rgb() }

  /// The page as a JPEG file; nil without the memory.
  func jpeg() -> [UInt8]? {
    pixels().flatMap {
      DecodedPicture(painted: $0, size: Page.size).jpeg(quality: Page.jpegQuality)
    }
  }

  /// Adds the full width of the card between two heights to the path.
  func band(from top: Double, to bottom: Double) {
    cairo_rectangle(cairo, 0, top, Page.side, bottom - top)
  }

  /// Adds the area below a line to the path; `height` gives the line from left to right.
  func ground(_ height: (Double) -> Double) {
    let spots = stride(from: 0.0, through: Page.side, by: 20).map { ($0, height($0)) }
    polyline([(0, Page.side)] + spots + [(Page.side, Page.side)])
  }

  /// Paints the whole card, or the whole clip.
  func fill(_ color: MapColor) {
    color.use(in: cairo)
    cairo_paint(cairo)
  }

  func mark(_ spot: Spot) {
    for (radius, color, opacity) in [
      (58.0, theme.accent, 0.3), (32, theme.paper, 1), (23, theme.accent, 1),
    ] {
      disc(spot, radius, color, opacity: opacity)
    }
  }

  // MARK: Letters

  /// Lays out a text in the largest size that fits some lines; ellipsized if the smallest does not
  /// fit.
  func block(
    _ text: String, size: Double = noteSize, width: Double = side - 140, lines: Int = 1,
    isBold: Bool = true
  ) -> Block {
    func block(_ size: Double, _ wrap: PangoWrapMode) -> Block {
      Block(
        text, size: size, family: theme.family, isBold: isBold, width: width, lines: lines, wrap,
        on: cairo)
    }
    for size in sequence(first: size, next: { $0 * 0.93 }).prefix(while: { $0 > Page.leastSize }) {
      let whole = block(size, PANGO_WRAP_WORD)
      if !whole.isEllipsized && whole.width <= width { return whole }
    }
    return block(Page.leastSize, PANGO_WRAP_WORD_CHAR)
  }

  /// Lays out a name in one line, or in two small ones if it is too long.
  func heading(_ text: String, size: Double = titleSize) -> Block {
    let line = block(text, size: size)
    return line.isEllipsized ? block(text, lines: 2) : line
  }

  /// Draws a laid-out text centred at a point.
  func draw(_ block: Block, x: Double, y: Double, _ color: MapColor, halo: MapColor? = nil) {
    let corner = (x: x - block.width / 2 - block.left, y: y - block.height / 2)
    if let halo {
      cairo_move_to(cairo, corner.x, corner.y)
      pango_cairo_layout_path(cairo, block.layout)
      stroke(halo, width: 14, opacity: 0.9)
    }
    color.use(in: cairo)
    cairo_move_to(cairo, corner.x, corner.y)
    pango_cairo_show_layout(cairo, block.layout)
    cairo_new_path(cairo)
    var (left, top) = (corner.x + block.ink.x, corner.y + block.ink.y)
    cairo_user_to_device(cairo, &left, &top)
    texts.append(LabelBox(x: left, y: top, width: block.ink.width, height: block.ink.height))
  }

  /// Draws the caption in the middle of the space below the picture, from `top` on.
  func caption(
    _ title: String, note: String? = nil, under top: Double = 960, _ ink: MapColor? = nil
  ) {
    let title = heading(title, size: note == nil ? Page.titleSize : Page.notedTitleSize)
    var note = note.map { block($0, isBold: false) }
    let room = Page.side - 24 - top
    if let height = note?.height, title.height + height > room { note = nil }
    var y = top + (room - title.height - (note?.height ?? 0)) / 2
    for (block, color) in [(title, theme.ink), (note, theme.faint)] {
      guard let block else { continue }
      draw(block, x: Page.side / 2, y: y + block.height / 2, ink ?? color)
      y += block.height
    }
  }
}

final class Block {
  let width, height: Double
  /// The left edge of the text in its layout.
  fileprivate let left: Double
  /// The box of its letters in the layout; for tests, like `Page.texts`.
  fileprivate let ink: LabelBox
  fileprivate let layout: OpaquePointer

  fileprivate init(
    _ text: String, size: Double, family: String, isBold: Bool, width: Double, lines: Int,
    _ wrap: PangoWrapMode, on cairo: OpaquePointer
  ) {
    layout = pango_cairo_create_layout(cairo)!
    pango_layout_set_text(layout, text, -1)
    let font = pango_font_description_from_string(family)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_MEDIUM)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    pango_layout_set_line_spacing(layout, 0.9)
    pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, wrap)
    pango_layout_set_height(layout, -Int32(lines))
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    var (ink, box) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_pixel_extents(layout, &ink, &box)
    (self.width, height, left) = (Double(box.width), Double(box.height), Double(box.x))
    self.ink = LabelBox(
      x: Double(ink.x), y: Double(ink.y), width: Double(ink.width), height: Double(ink.height))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }
}
