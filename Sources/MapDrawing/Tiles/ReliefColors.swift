import Atlas
import CCairo

/// The colours of the land of a tile by its relief: as calm as an atlas's, and without an edge.
struct ReliefColors {
  /// The colours of the squares, row by row: red, green and blue in 16 bits each.
  private let squares: [UInt64]
  private let count: Int
  /// The row of pixels that was mixed last.
  private var row: [TileColor]
  private var rowNumber = -1

  /// How many pixels wide the squares are of which colours are mixed; between them they are blended.
  private static let step = 4

  /// Mixes the colours of a frame's squares: the lowest first, as mountains in a desert are mountains.
  init(_ relief: Relief, palette: MapPalette, frame: MapFrame, side: Int) {
    // One square more on each side, to blend with.
    count = side / ReliefColors.step + 2
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(count), Int32(count))!
    defer { cairo_surface_destroy(surface) }
    ReliefColors.mix(relief, palette, frame, on: surface)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    if let data = cairo_image_surface_get_data(surface) {
      let pixels = UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self)
      squares = (0..<count * count).map { [count] place in
        let pixel = UInt64(pixels[place / count * stride + place % count])
        return pixel >> 16 & 0xFF | (pixel >> 8 & 0xFF) << 16 | (pixel & 0xFF) << 32
      }
    } else {
      let land = UInt64(palette.land.inTile)
      let square = land & 0xFF | (land >> 8 & 0xFF) << 16 | (land >> 16 & 0xFF) << 32
      squares = Array(repeating: square, count: count * count)
    }
    row = Array(repeating: 0, count: side)
  }

  /// Lends the colours of a row of pixels.
  @inline(__always)
  mutating func withRow(_ number: Int, _ body: (UnsafePointer<TileColor>) -> Void) {
    if rowNumber != number {
      rowNumber = number
      mixRow()
    }
    row.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  private mutating func mixRow() {
    let (above, upper, lower) = ReliefColors.between(rowNumber)
    let (count, side) = (count, row.count)
    squares.withUnsafeBufferPointer { squares in
      row.withUnsafeMutableBufferPointer { row in
        let (one, other) = (
          squares.baseAddress! + above * count, squares.baseAddress! + (above + 1) * count
        )
        func square(_ column: Int) -> UInt64 { one[column] &* upper &+ other[column] &* lower }
        // The first two pixels lie between the first two squares, the next four between the next.
        var (left, right) = (square(0), square(1))
        var color = left &* 3 &+ right &* 5
        var (next, pixel) = (2, 0)
        let rounding: UInt64 = 0x0020_0020_0020
        while pixel < side {
          // A difference of colours may be less than nothing; their sums never are.
          let change = (right &- left) &* 2
          let end = min(side, pixel == 0 ? 2 : pixel + 4)
          while pixel < end {
            let bytes = (color &+ rounding) >> 6
            row[pixel] = UInt32(
              truncatingIfNeeded: bytes & 0xFF | bytes >> 8 & 0xFF00 | bytes >> 16 & 0xFF0000)
            color &+= change
            pixel += 1
          }
          guard next < count else { break }
          (left, right) = (right, square(next))
          next += 1
          color = left &* 7 &+ right
        }
      }
    }
  }

  /// The square before a pixel, and how many eighths of it and of the next one are mixed.
  private static func between(_ pixel: Int) -> (square: Int, UInt64, UInt64) {
    // The middle of a square is half a square from its edge.
    let eighths = 2 * pixel + 5
    return (eighths / 8, UInt64(8 - eighths % 8), UInt64(eighths % 8))
  }

  private static func mix(
    _ relief: Relief, _ palette: MapPalette, _ frame: MapFrame, on surface: OpaquePointer
  ) {
    let cairo = cairo_create(surface)!
    defer { cairo_destroy(cairo) }
    palette.land.use(in: cairo)
    cairo_paint(cairo)
    let step = Double(ReliefColors.step)
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
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_mask(cairo, pattern)
        cairo_pattern_destroy(pattern)
        cairo_surface_finish(mask)
        cairo_surface_destroy(mask)
      }
    }
  }
}
