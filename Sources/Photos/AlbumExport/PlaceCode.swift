import CCairo
import CQREncode
import GLibBridge
package import Imaging
import MapDrawing
package import TravelModel

/// A code to photograph: a phone that reads it opens a place on openstreetmap.org.
package struct PlaceCode: Sendable {
  /// How many squares a side has, with the margin.
  let width: Int
  /// The dark squares.
  private let squares: [(x: Int, y: Int)]

  /// The light margin that readers need, in squares.
  private static let margin = 4
  private static let (light, dark) = (MapColor(0xFFFFFF), MapColor(0x000000))

  /// Makes the code of a place; nil without the memory for it.
  package init?(of place: Coordinate) {
    // A seventh of it may be unreadable.
    guard let code = QRcode_encodeString8bit(place.webAddress, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let (side, data) = (Int(code.pointee.width), code.pointee.data!)
    // The lowest bit says whether a square is dark.
    squares = (0..<side * side).filter { data[$0] & 1 != 0 }
      .map { (x: $0 % side + PlaceCode.margin, y: $0 / side + PlaceCode.margin) }
    width = side + 2 * PlaceCode.margin
  }

  /// Paints it with its margin as a square.
  func paint(x: Double, y: Double, side: Double, on cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, side / Double(width), side / Double(width))
    cairo_new_path(cairo)
    cairo_rectangle(cairo, 0, 0, Double(width), Double(width))
    PlaceCode.light.use(in: cairo)
    cairo_fill(cairo)
    // Filled at once: between two fills there would be hairlines.
    for square in squares { cairo_rectangle(cairo, Double(square.x), Double(square.y), 1, 1) }
    PlaceCode.dark.use(in: cairo)
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  /// Renders it with a number of pixels for the side of each square.
  package func image(scale: Int) -> DecodedPicture? {
    let side = width * scale
    let painting = Painting(width: side, height: side)
    paint(x: 0, y: 0, side: Double(side), on: painting.cairo)
    return painting.rgb().map {
      DecodedPicture(painted: $0, size: PixelSize(width: side, height: side))
    }
  }

  var html: String {
    let name = HTML.text(tr("QR Code"))
    let squares = squares.map { "M\($0.x) \($0.y)h1v1h-1z" }.joined()
    let start = "<svg class=\"code\" role=\"img\" aria-label=\"\(name)\""
    return "\(start) viewBox=\"0 0 \(width) \(width)\">\n"
      + "<path fill=\"#fff\" d=\"M0 0h\(width)v\(width)H0z\"/>\n<path d=\"\(squares)\"/>\n</svg>\n"
  }
}
