import Atlas
import CCairo

/// Colours the land of a square by its relief: softly, as an atlas does, and without sharp edges.
struct ReliefPainter {
  let relief: Relief
  let palette: MapPalette
  let frame: MapFrame
  /// The side of the square.
  let pixels: Int

  /// The width of the squares for which colours are computed, in pixels; between them they are
  /// interpolated.
  ///
  /// They are no smaller than the relief's own cells, where those are large.
  private var step: Int { frame.pixelsPerWorld < Double(8 * Relief.side) ? 4 : 8 }

  /// Makes the land's colours the context's source, aligned to its origin.
  func use(in cairo: OpaquePointer) {
    // One more square on each side, for interpolation.
    let count = (pixels + step - 1) / step + 2
    let colors = Painting(width: count, height: count)
    mixColors(on: colors.cairo)
    let pattern = cairo_pattern_create_for_surface(colors.surface)!
    defer { cairo_pattern_destroy(pattern) }
    var matrix = cairo_matrix_t()
    cairo_matrix_init(&matrix, 1 / Double(step), 0, 0, 1 / Double(step), 1, 1)
    ReliefPainter.blend(pattern, by: &matrix)
    cairo_set_source(cairo, pattern)
  }

  /// Mixes the colours of the squares.
  ///
  /// The lowest plane comes first, so that mountains in a desert are mountains.
  private func mixColors(on cairo: OpaquePointer) {
    palette.land.use(in: cairo)
    cairo_paint(cairo)
    let step = Double(step)
    // From squares of the frame to squares of the relief.
    let scale = step / frame.pixelsPerWorld * Double(Relief.side)
    let left = frame.x(ofPixel: -step) * Double(Relief.side)
    let top = frame.y(ofPixel: -step) * Double(Relief.side)
    let side = Int32(Relief.side)
    for plane in [Relief.Plane.lowland, .desert, .height] {
      palette.tints[plane.rawValue].use(in: cairo)
      relief.withPlane(plane) { values in
        let mask = cairo_image_surface_create_for_data(
          UnsafeMutablePointer(mutating: values), CAIRO_FORMAT_A8, side, side, side)!
        let pattern = cairo_pattern_create_for_surface(mask)!
        var matrix = cairo_matrix_t()
        cairo_matrix_init(&matrix, scale, 0, 0, scale, left, top)
        ReliefPainter.blend(pattern, by: &matrix)
        cairo_mask(cairo, pattern)
        cairo_pattern_destroy(pattern)
        cairo_surface_finish(mask)
        cairo_surface_destroy(mask)
      }
    }
  }

  private static func blend(_ pattern: OpaquePointer, by matrix: inout cairo_matrix_t) {
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
  }
}
