import CCairo
import Cartography
import Travels

extension Page {
  /// Writes a title with a line under it, at the foot of a landscape card.
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
}
