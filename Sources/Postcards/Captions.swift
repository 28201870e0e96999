import CCairo
import Cartography
import Travels

extension Page {
  /// Writes a title with a line under it, at the foot of a landscape card; answers the title's end.
  func foot(_ title: String, _ subtitle: String, width: Double? = nil) {
    var lettering = self.title
    lettering.size = 82
    let room = width ?? self.width - 2 * Page.margin
    let head = fitted(title, lettering, width: room)
    let line = fitted(subtitle, self.subtitle, width: room)
    let bottom = height - 62
    draw(line, x: Page.margin, y: bottom - line.height, theme.faint)
    draw(head, x: Page.margin, y: bottom - line.height - head.height - 2, theme.ink)
  }

  /// Writes a title with a line under it in the middle of a portrait card, centred on a height.
  func legend(_ title: String, _ subtitle: String, around y: Double) {
    let room = width - 2 * Page.margin
    let head = fitted(title, self.title, width: room, lines: 2, side: .middle)
    let line = fitted(subtitle, self.subtitle, width: room, lines: 2, side: .middle)
    let top = y - (head.height + line.height + 14) / 2
    draw(head, x: Page.margin, y: top, theme.ink)
    draw(line, x: Page.margin, y: top + head.height + 14, theme.faint)
  }

  /// Writes a column: a few words, a title, and some text; answers where it ends.
  @discardableResult
  func column(
    _ words: String, _ title: String, _ text: String, x: Double, y: Double, width: Double,
    size: Double = 92
  ) -> Double {
    var lettering = self.title
    lettering.size = size
    lettering.leading = 0.92
    var y = y
    y += write(words.uppercased(), overline, x: x, y: y, width: width) + 14
    y += write(title, lettering, x: x, y: y, width: width, lines: 3) + 22
    var body = subtitle
    body.leading = 1.12
    y += write(text, body, x: x, y: y, width: width, lines: 6)
    return y
  }

  /// Draws a bar of a round length that ends at a point.
  func scaleBar(pixelsPerKilometre: Double, endsAt end: Spot) {
    let longest = 300 / pixelsPerKilometre
    var length = 1.0
    for step in [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5] where length * step <= longest {
      length *= step
    }
    let start = end.x - length * pixelsPerKilometre
    line((start, end.y), (end.x, end.y))
    line((start, end.y - 10), (start, end.y + 10))
    line((end.x, end.y - 10), (end.x, end.y + 10))
    stroke(theme.ink, width: 3)
    write(Amount.kilometres(length), note, at: ((start + end.x) / 2, end.y - 30), .middle)
  }

  /// Draws a hint of a great circle from one spot to another: an arrow's head at the end.
  func arrowHead(from: Spot, to: Spot, size: Double) {
    let length = max(
      1, ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot())
    let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length)
    cairo_new_path(cairo)
    cairo_move_to(cairo, to.x, to.y)
    cairo_line_to(cairo, to.x - size * dx - size * 0.5 * dy, to.y - size * dy + size * 0.5 * dx)
    cairo_line_to(cairo, to.x - size * dx + size * 0.5 * dy, to.y - size * dy - size * 0.5 * dx)
    cairo_close_path(cairo)
    fillPath(theme.accent)
  }
}
