import CCairo
import DrawnPostcards
import GLibBridge
import MapDrawing
import TravelModel

/// The back of a postcard: the message, a map and the credit to the left, a stamp, perhaps a code,
/// and room for an address to the right.
struct PostcardBack: Pen {
  let card: PhotoPostcard
  let cairo: OpaquePointer

  static let paper = MapColor(0xFFFDF7)
  private static let ink = MapColor(0x241F31)
  private static let faint = MapColor(0x5E5C64)
  private static let line = MapColor(0xC0BFBC)
  private static let margin = 16.0
  private static let mapHeight = 96.0
  /// The side of the code: about two centimetres, as little as a phone reads at ease.
  private static let codeSide = 60.0
  /// The largest and smallest font size of the message; the largest that fits is used.
  private static let (largest, smallest) = (17.0, 7.0)

  private var width: Double { PhotoPostcard.length }
  private var height: Double { PhotoPostcard.breadth }
  private var columnWidth: Double { width / 2 - 1.75 * PostcardBack.margin }

  func paint() {
    cairo_rectangle(cairo, 0, 0, width, height)
    fillPath(PostcardBack.paper)
    stroke([((width / 2, 20), (width / 2, height - 20))])
    var bottom = paintCredit()
    if let map = card.map {
      bottom -= PostcardBack.mapHeight + 5
      let (x, y) = (PostcardBack.margin, bottom)
      PlaceMap(
        of: card.album, map, width: columnWidth, height: PostcardBack.mapHeight, labelSize: 6.5,
        on: cairo
      ).paint(x: x, y: y)
      cairo_rectangle(cairo, x, y, columnWidth, PostcardBack.mapHeight)
      strokePath(width: 0.5)
    }
    paintMessage(above: bottom - 8)
    paintAddress()
    if card.hasCode {
      PlaceCode(of: card.album.place)?.paint(
        x: width / 2 + PostcardBack.margin, y: PostcardBack.margin, side: PostcardBack.codeSide,
        on: cairo)
    }
    PostcardStamp(card: card, cairo: cairo).paint(right: width - PostcardBack.margin, top: 16)
  }

  /// Paints the credits of photo and map, and returns their upper edge.
  private func paintCredit() -> Double {
    let details = card.album.photos[0].details
    let rights = [details.author, details.license].compactMap { $0 }.joined(separator: " · ")
    let lines: [(text: String, lines: Int, link: String?)] = [
      (card.album.photos[0].title, 1, details.pageAddress), (rights, 2, details.licenseAddress),
      (details.pageAddress ?? "", 2, details.pageAddress),
      (card.map == nil ? "" : Credits.map, 1, nil),
    ]
    var bottom = height - PostcardBack.margin
    for line in lines.reversed() where !line.text.isEmpty {
      let text = PageText(line.text, size: 6, width: columnWidth, lines: line.lines, on: cairo)
      bottom -= text.height
      text.draw(x: PostcardBack.margin, y: bottom, PostcardBack.faint, link: line.link)
    }
    return bottom
  }

  private func paintMessage(above bottom: Double) {
    let top = PostcardBack.margin
    let message = card.message
    guard !message.isEmpty else { return }
    var size = PostcardBack.largest
    while true {
      let text = PageText(
        message, size: size, isScript: true, width: columnWidth, lines: 40, on: cairo)
      if text.height <= bottom - top || size <= PostcardBack.smallest {
        cairo_rectangle(cairo, 0, 0, width / 2, bottom)
        return clipped { text.draw(x: PostcardBack.margin, y: top, PostcardBack.ink) }
      }
      size -= 0.5
    }
  }

  /// Paints the lines for an address, and the coordinate.
  private func paintAddress() {
    let left = width / 2 + PostcardBack.margin
    let right = width - PostcardBack.margin
    stroke((0..<4).map { 142 + Double($0) * 25 }.map { ((left, $0), (right, $0)) })
    let place = PageText(card.album.place.readable, size: 7, width: right - left, on: cairo)
    let name = PageText(card.title, size: 9, isBold: true, width: right - left, on: cairo)
    let bottom = height - PostcardBack.margin
    place.draw(x: left, y: bottom - place.height, PostcardBack.faint)
    name.draw(x: left, y: bottom - place.height - name.height, PostcardBack.ink)
  }

  private func stroke(_ lines: [(from: Spot, to: Spot)]) {
    for line in lines {
      cairo_move_to(cairo, line.from.x, line.from.y)
      cairo_line_to(cairo, line.to.x, line.to.y)
    }
    strokePath(width: 0.75)
  }

  private func strokePath(width: Double) {
    PostcardBack.line.use(in: cairo)
    cairo_set_line_width(cairo, width)
    cairo_stroke(cairo)
  }
}
