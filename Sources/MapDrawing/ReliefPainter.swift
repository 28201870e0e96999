import Atlas
import CCairo

/// Colours the land by its relief: as calmly as an atlas does, and without an edge.
struct ReliefPainter {
  let relief: Relief
  let palette: MapPalette

  /// How many pixels wide the squares are of which colours are mixed; between them they are blended.
  private static let step = 4

  /// Draws what follows in the colours of the land in a frame, which starts at the context's corner.
  func use(in cairo: OpaquePointer, frame: MapFrame, pixels: Int) {
    let step = ReliefPainter.step
    // One square more on each side, to blend with.
    let count = Int32((pixels + step - 1) / step + 2)
    let colors = cairo_image_surface_create(CAIRO_FORMAT_RGB24, count, count)!
    defer { cairo_surface_destroy(colors) }
    mixColors(on: colors, frame: frame)
    let pattern = cairo_pattern_create_for_surface(colors)!
    defer { cairo_pattern_destroy(pattern) }
    var matrix = cairo_matrix_t()
    cairo_matrix_init(&matrix, 1 / Double(step), 0, 0, 1 / Double(step), 1, 1)
    ReliefPainter.blend(pattern, by: &matrix)
    cairo_set_source(cairo, pattern)
  }

  /// Mixes the colours of a frame's squares: the lowest first, as mountains in a desert are mountains.
  private func mixColors(on surface: OpaquePointer, frame: MapFrame) {
    let cairo = cairo_create(surface)!
    defer { cairo_destroy(cairo) }
    palette.land.use(in: cairo)
    cairo_paint(cairo)
    let step = Double(ReliefPainter.step)
    // From squares of the frame to squares of the relief.
    let scale = step / frame.pixelsPerWorld * Double(Relief.side)
    let (left, top) = (frame.x(ofPixel: -step), frame.y(ofPixel: -step))
    for plane in [Relief.Plane.lowland, .desert, .height] {
      palette.tints[plane.rawValue].use(in: cairo)
      relief.withPlane(plane) { values in
        let mask = cairo_image_surface_create_for_data(
          UnsafeMutablePointer(mutating: values), CAIRO_FORMAT_A8, Int32(Relief.side),
          Int32(Relief.side), Int32(Relief.side))!
        let pattern = cairo_pattern_create_for_surface(mask)!
        var matrix = cairo_matrix_t()
        cairo_matrix_init(
          &matrix, scale, 0, 0, scale, left * Double(Relief.side), top * Double(Relief.side))
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
