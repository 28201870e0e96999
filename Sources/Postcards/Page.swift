import CCairo
import CGLib
import Cartography
import Travels

/// A point of a card, in pixels from its upper left corner.
typealias Spot = (x: Double, y: Double)

/// The paper of a card, and the pens.
final class Page {
  let cairo: OpaquePointer
  let theme: Theme
  let width: Double
  let height: Double
  private let surface: OpaquePointer

  /// The blank border of a card.
  static let margin = 90.0

  /// Takes a sheet of paper of a theme.
  init(size: PixelSize, theme: Theme) {
    self.theme = theme
    (width, height) = (Double(size.width), Double(size.height))
    surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))!
    cairo = cairo_create(surface)!
    fill(theme.paper)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// The rows of the card, three bytes a pixel: red, green, blue.
  func pixels() -> [UInt8] {
    cairo_surface_flush(surface)
    let (columns, rows) = (Int(width), Int(height))
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { bytes, count in
      for row in 0..<rows {
        let from = UnsafeRawPointer(data + row * stride).assumingMemoryBound(to: UInt32.self)
        var to = bytes.baseAddress! + row * columns * 3
        for column in 0..<columns {
          let pixel = from[column]
          to[0] = UInt8(truncatingIfNeeded: pixel >> 16)
          to[1] = UInt8(truncatingIfNeeded: pixel >> 8)
          to[2] = UInt8(truncatingIfNeeded: pixel)
          to += 3
        }
      }
      count = columns * rows * 3
    }
  }
}

extension Page {
  /// Paints all there is, or all of the clip.
  func fill(_ color: MapColor, opacity: Double = 1) {
    color.use(in: cairo, opacity: opacity)
    cairo_paint_with_alpha(cairo, 1)
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

  func line(_ from: Spot, _ to: Spot) {
    cairo_move_to(cairo, from.x, from.y)
    cairo_line_to(cairo, to.x, to.y)
  }

  func polyline(_ spots: [Spot]) {
    cairo_new_sub_path(cairo)
    for spot in spots { cairo_line_to(cairo, spot.x, spot.y) }
  }

  func circle(_ center: Spot, _ radius: Double) {
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, center.x, center.y, max(0, radius), 0, 2 * .pi)
    cairo_close_path(cairo)
  }

  func rectangle(_ box: LabelBox) { cairo_rectangle(cairo, box.x, box.y, box.width, box.height) }

  /// Adds a rectangle with round corners to the path.
  func roundRectangle(_ box: LabelBox, radius: Double = 18) {
    let radius = min(radius, box.width / 2, box.height / 2)
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, right - radius, box.y + radius, radius, -.pi / 2, 0)
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, .pi / 2)
    cairo_arc(cairo, box.x + radius, bottom - radius, radius, .pi / 2, .pi)
    cairo_arc(cairo, box.x + radius, box.y + radius, radius, .pi, 1.5 * .pi)
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
  func mark(_ spot: Spot, size: Double = 1) {
    circle(spot, 26 * size)
    fillPath(theme.accent, opacity: 0.28)
    circle(spot, 13 * size)
    fillPath(theme.paper)
    circle(spot, 9.5 * size)
    fillPath(theme.accent)
  }
}
