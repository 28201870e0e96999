import CCairo
import GLibBridge
import Imaging
import MapDrawing
import TravelModel

/// A point of a card, in pixels from its upper left corner.
typealias Spot = (x: Double, y: Double)

/// The image of a card, and functions to draw on it.
final class Page {
  let cairo: OpaquePointer
  let theme: Theme
  /// Where letters stand, in the order in which they were drawn; for tests alone.
  var texts: [LabelBox] = []
  private let painting = Painting(width: Page.size.width, height: Page.size.height)

  /// A card is a square, as the cells of an album are.
  static let size = PixelSize(width: 1200, height: 1200)
  static let side = Double(size.width)
  /// High enough that letters show no artefacts.
  private static let jpegQuality = 92
  /// The blank border around words.
  static let margin = 70.0

  /// Makes a blank card in a theme's colours.
  init(theme: Theme) {
    self.theme = theme
    cairo = painting.cairo
    fill(theme.paper)
  }

  /// The rows of the card, three bytes a pixel: red, green, blue; nil without the memory.
  func pixels() -> Bytes? { painting.rgb() }

  /// The page as a JPEG file; nil without the memory.
  func jpeg() -> [UInt8]? {
    pixels().flatMap {
      DecodedPicture(painted: $0, size: Page.size).jpeg(quality: Page.jpegQuality)
    }
  }
}

extension Page {
  /// Paints all there is, or all of the clip.
  func fill(_ color: MapColor) {
    color.use(in: cairo)
    cairo_paint(cairo)
  }

  /// Fills the path.
  func fillPath(_ color: MapColor, opacity: Double = 1) {
    color.use(in: cairo, opacity: opacity)
    cairo_fill(cairo)
  }

  /// Strokes the path.
  func stroke(
    _ color: MapColor, width: Double, opacity: Double = 1, dashes: [Double] = []
  ) {
    color.use(in: cairo, opacity: opacity)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    var dashes = dashes
    cairo_set_dash(cairo, &dashes, Int32(dashes.count), 0)
    cairo_stroke(cairo)
    cairo_set_dash(cairo, nil, 0, 0)
  }

  /// Adds lines from spot to spot to the path.
  func polyline(_ spots: [Spot]) {
    cairo_new_sub_path(cairo)
    for spot in spots { cairo_line_to(cairo, spot.x, spot.y) }
  }

  /// Adds all the width of the card to the path, from one height to another.
  func band(from top: Double, to bottom: Double) {
    cairo_rectangle(cairo, 0, top, Page.side, bottom - top)
  }

  func circle(_ center: Spot, _ radius: Double) {
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, center.x, center.y, max(0, radius), 0, 2 * .pi)
    cairo_close_path(cairo)
  }

  /// Draws within the path alone.
  func clipped(_ body: () -> Void) {
    cairo_save(cairo)
    cairo_clip(cairo)
    body()
    cairo_restore(cairo)
  }

  /// Fills the path from top to bottom, from one colour to the next.
  func fillPath(from top: Double, to bottom: Double, _ stops: [(Double, MapColor, Double)]) {
    let pattern = cairo_pattern_create_linear(0, top, 0, bottom)!
    paint(pattern, stops)
  }

  /// Fills the path from a middle outwards.
  func fillPath(
    around center: Spot, radius: Double, _ stops: [(Double, MapColor, Double)]
  ) {
    let pattern = cairo_pattern_create_radial(
      center.x, center.y, 0, center.x, center.y, radius)!
    paint(pattern, stops)
  }

  private func paint(_ pattern: OpaquePointer, _ stops: [(Double, MapColor, Double)]) {
    for (place, color, opacity) in stops {
      cairo_pattern_add_color_stop_rgba(
        pattern, place, color.red, color.green, color.blue, opacity)
    }
    cairo_set_source(cairo, pattern)
    cairo_fill(cairo)
    cairo_pattern_destroy(pattern)
  }

  /// Marks the place that a card is about.
  func mark(_ spot: Spot) {
    circle(spot, 58)
    fillPath(theme.accent, opacity: 0.3)
    circle(spot, 32)
    fillPath(theme.paper)
    circle(spot, 23)
    fillPath(theme.accent)
  }
}
