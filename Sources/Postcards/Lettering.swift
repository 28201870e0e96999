import CCairo
import CGLib
import Cartography
import Travels

/// How a text is written.
struct Lettering {
  var size: Double
  var weight = PANGO_WEIGHT_NORMAL
  var color: MapColor
  /// More room between letters, in parts of the size.
  var tracking = 0.0
  /// Line height, in line heights of the font.
  var leading = 1.0
}

/// Where a text stands in its box.
enum Side {
  case left, middle, right
}

extension Page {
  var title: Lettering { Lettering(size: 92, weight: PANGO_WEIGHT_BOLD, color: theme.ink) }
  var subtitle: Lettering { Lettering(size: 34, color: theme.faint) }
  var label: Lettering { Lettering(size: 28, weight: PANGO_WEIGHT_MEDIUM, color: theme.ink) }
  var note: Lettering { Lettering(size: 27, color: theme.faint) }
  /// A few words over a title.
  var overline: Lettering {
    Lettering(size: 27, weight: PANGO_WEIGHT_BOLD, color: theme.accent, tracking: 0.14)
  }

  /// A text that was laid out, and how much room it takes.
  final class Block {
    let layout: OpaquePointer
    let width: Double
    let height: Double
    let baseline: Double

    fileprivate init(_ layout: OpaquePointer) {
      self.layout = layout
      var (width, height): (Int32, Int32) = (0, 0)
      pango_layout_get_pixel_size(layout, &width, &height)
      (self.width, self.height) = (Double(width), Double(height))
      baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    fileprivate var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }
    fileprivate var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
  }

  /// Lays out a text, in at most so much width and so many lines.
  func block(
    _ text: String, _ lettering: Lettering, width: Double? = nil, lines: Int = 1,
    side: Side = .left
  ) -> Block {
    let layout = pango_cairo_create_layout(cairo)!
    pango_layout_set_text(layout, text, -1)
    let font = pango_font_description_new()
    pango_font_description_set_family(
      font,
      theme.hasSerifs
        ? "Source Serif 4, Noto Serif, serif" : "Cantarell, Adwaita Sans, Inter, sans-serif")
    pango_font_description_set_absolute_size(font, lettering.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, lettering.weight)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    if lettering.tracking > 0 {
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(
        attributes,
        pango_attr_letter_spacing_new(
          Int32(lettering.tracking * lettering.size * Double(PANGO_SCALE))))
      pango_layout_set_attributes(layout, attributes)
      pango_attr_list_unref(attributes)
    }
    // Pango swaps left and right for texts that begin on the right.
    let isFromRight = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    let alignment =
      switch side {
      case .left: isFromRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
      case .middle: PANGO_ALIGN_CENTER
      case .right: isFromRight ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
    if lettering.leading != 1 { pango_layout_set_line_spacing(layout, Float(lettering.leading)) }
    if let width {
      pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_height(layout, -Int32(lines))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    return Block(layout)
  }

  /// Lays out a text as large as it fits, down to half its size; then it ends in dots.
  func fitted(
    _ text: String, _ lettering: Lettering, width: Double, lines: Int = 1, side: Side = .left
  ) -> Block {
    var lettering = lettering
    let least = lettering.size / 2
    while true {
      let block = block(text, lettering, width: width, lines: lines, side: side)
      if !block.isEllipsized && !isBroken(text, lettering, width: width) || lettering.size <= least
      {
        return block
      }
      lettering.size *= 0.93
    }
  }

  /// Tells whether a word would have to be broken to fit.
  private func isBroken(_ text: String, _ lettering: Lettering, width: Double) -> Bool {
    text.split(separator: " ").contains {
      $0.count > 6 && block(String($0), lettering).width > width
    }
  }

  /// Draws a laid-out text with its upper left corner at a point.
  func draw(_ block: Block, x: Double, y: Double, _ color: MapColor) {
    color.use(in: cairo)
    cairo_move_to(cairo, x, y)
    pango_cairo_show_layout(cairo, block.layout)
  }

  /// Writes a text from its upper left corner; answers how high it is.
  @discardableResult
  func write(
    _ text: String, _ lettering: Lettering, x: Double, y: Double, width: Double, lines: Int = 1,
    side: Side = .left
  ) -> Double {
    let block = fitted(text, lettering, width: width, lines: lines, side: side)
    draw(block, x: x, y: y, lettering.color)
    return block.height
  }

  /// Writes a short text around, before or behind a point, its middle line there.
  func write(
    _ text: String, _ lettering: Lettering, at spot: Spot, _ side: Side, halo: MapColor? = nil
  ) {
    let block = block(text, lettering)
    let x =
      switch side {
      case .left: spot.x
      case .middle: spot.x - block.width / 2
      case .right: spot.x - block.width
      }
    if let halo {
      drawHalo(block, x: x, y: spot.y - block.height / 2, halo)
    }
    draw(block, x: x, y: spot.y - block.height / 2, lettering.color)
  }

  /// Draws a soft edge behind a text, so that lines under it do not trouble it.
  func drawHalo(_ block: Block, x: Double, y: Double, _ color: MapColor) {
    cairo_new_path(cairo)
    cairo_move_to(cairo, x, y)
    pango_cairo_layout_path(cairo, block.layout)
    stroke(color, width: 7, opacity: 0.85)
  }
}
