import CCairo
import DrawnPostcards
import MapDrawing
import TravelModel

/// The stamp of a postcard, with perforated edges, and the postmark over it.
struct PostcardStamp: Pen {
  let card: PhotoPostcard
  let cairo: OpaquePointer

  static let (width, height) = (66.0, 80.0)
  private static let (tooth, holes, border) = (1.5, 62.0, 5.0)
  private static let postmark = MapColor(0x3D3846)

  /// Paints the stamp into a corner of the card.
  func paint(right: Double, top: Double) {
    let (width, height) = (PostcardStamp.width, PostcardStamp.height)
    let left = right - width
    let border = PostcardStamp.border
    paintPaper(left, top)
    let art = LabelBox(
      x: left + border, y: top + border, width: width - 2 * border, height: height - 2 * border)
    card.stamp.paint(in: art, on: cairo)
    let name = PageText(
      card.stamp.name, size: 7, isBold: true, width: art.width - 6, lines: 2, on: cairo)
    let bar = name.height + 3
    cairo_rectangle(cairo, art.x, art.y + art.height - bar, art.width, bar)
    fillPath(card.stamp.colors.paper, opacity: 0.85)
    name.draw(
      x: art.x + (art.width - name.width) / 2, y: art.y + art.height - bar + 1.5,
      card.stamp.colors.ink)
    paintPostmark((left - 22, top + 44))
  }

  /// Paints a white rectangle with the perforation: a row of dots on its edge, in the colour of the
  /// card.
  private func paintPaper(_ left: Double, _ top: Double) {
    let (width, height) = (PostcardStamp.width, PostcardStamp.height)
    cairo_new_path(cairo)
    cairo_rectangle(cairo, left, top, width, height)
    MapColor(0xFFFFFF).use(in: cairo)
    cairo_fill_preserve(cairo)
    PostcardStamp.postmark.use(in: cairo, opacity: 0.35)
    cairo_set_line_width(cairo, 0.6)
    cairo_stroke_preserve(cairo)
    cairo_save(cairo)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_width(cairo, 2 * PostcardStamp.tooth)
    cairo_set_dash(cairo, [0, 2 * (width + height) / PostcardStamp.holes], 2, 0)
    PostcardBack.paper.use(in: cairo)
    cairo_stroke(cairo)
    cairo_restore(cairo)
  }

  /// Paints two circles with place and day, and waves over the stamp.
  private func paintPostmark(_ middle: Spot) {
    let radius = 26.0
    cairo_new_path(cairo)
    for size in [radius, radius - 3] {
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, middle.x, middle.y, size, 0, 2 * .pi)
    }
    for wave in 0..<4 {
      let y = middle.y - 15 + Double(wave) * 10
      let half = y - middle.y
      var x = middle.x + (radius * radius - half * half).squareRoot() + 2
      cairo_move_to(cairo, x, y)
      while x < middle.x + radius + 46 {
        cairo_curve_to(cairo, x + 3, y - 4, x + 6, y - 4, x + 9, y)
        cairo_curve_to(cairo, x + 12, y + 4, x + 15, y + 4, x + 18, y)
        x += 18
      }
    }
    PostcardStamp.postmark.use(in: cairo, opacity: 0.6)
    cairo_set_line_width(cairo, 0.9)
    cairo_stroke(cairo)
    let width = 2 * radius - 14
    let name = PageText(card.title, size: 6.5, isBold: true, width: width, lines: 2, on: cairo)
    let day = PageText(card.album.day ?? "", size: 6, width: width, lines: 2, on: cairo)
    var y = middle.y - (name.height + day.height + 1) / 2
    for text in [name, day] {
      text.draw(x: middle.x - text.width / 2, y: y, PostcardStamp.postmark)
      y += text.height + 1
    }
  }
}
