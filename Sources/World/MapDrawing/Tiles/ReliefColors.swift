import Atlas
import CCairo

/// The colours of the land of a tile by its relief: as calm as an atlas's, and without an edge.
struct ReliefColors {
  /// Red, green and blue, with room for sums of them.
  private typealias Sums = SIMD4<UInt16>
  /// How many pixels wide the squares are of which colours are mixed; between them they are blended.
  private let step: Int
  /// From the middle of a square to that of the next: a colour times these twice still fits 16 bits.
  private static let parts: UInt16 = 16
  private let partsPerPixel: Int
  /// The colours of the squares, row by row.
  private let squares: [Sums]
  private let count: Int
  /// Which row of squares, and which one after it, are blended along the tile.
  private var square = -2
  private var upper: [Sums]
  private var lower: [Sums]
  /// The row of pixels that was mixed last.
  private var row: [TileColor]
  private var rowNumber = -1

  /// Mixes the colours of a frame's squares: the lowest first, as mountains in a desert are mountains.
  init(_ relief: Relief, palette: MapPalette, frame: MapFrame, side: Int) {
    // No smaller than what is known of the land, where that is wide.
    step = frame.pixelsPerWorld < Double(8 * Relief.side) ? 4 : 8
    partsPerPixel = Int(ReliefColors.parts) / step
    // One square more on each side, to blend with.
    count = (side + step - 1) / step + 2
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(count), Int32(count))!
    defer { cairo_surface_destroy(surface) }
    ReliefColors.mix(relief, palette, frame, step: step, on: surface)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    if let data = cairo_image_surface_get_data(surface) {
      let pixels = UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self)
      squares = (0..<count * count).map { [count] place in
        let pixel = pixels[place / count * stride + place % count]
        return Sums(UInt16(pixel >> 16 & 0xFF), UInt16(pixel >> 8 & 0xFF), UInt16(pixel & 0xFF), 0)
      }
    } else {
      let land = palette.land.inTile
      let square = Sums(UInt16(land & 0xFF), UInt16(land >> 8 & 0xFF), UInt16(land >> 16 & 0xFF), 0)
      squares = Array(repeating: square, count: count * count)
    }
    upper = Array(repeating: Sums(), count: side)
    lower = upper
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
    let (square, part) = square(before: rowNumber)
    blendSquares(from: square)
    let rest = ReliefColors.parts - part
    upper.withUnsafeBytes { upper in
      lower.withUnsafeBytes { lower in
        row.withUnsafeMutableBytes { row in
          // Four pixels at once.
          for pixels in 0..<row.count / 16 {
            let one = upper.loadUnaligned(fromByteOffset: 32 * pixels, as: SIMD16<UInt16>.self)
            let other = lower.loadUnaligned(fromByteOffset: 32 * pixels, as: SIMD16<UInt16>.self)
            // A whole times a whole is 256.
            let sums = (one &* rest &+ other &* part &+ 128) &>> 8
            row.storeBytes(
              of: SIMD16<UInt8>(truncatingIfNeeded: sums), toByteOffset: 16 * pixels,
              as: SIMD16<UInt8>.self)
          }
        }
      }
    }
  }

  /// Blends the squares of a row, and of the next one, along the tile.
  private mutating func blendSquares(from number: Int) {
    guard number != square else { return }
    if number == square + 1 { swap(&upper, &lower) } else { blend(number, into: &upper) }
    blend(number + 1, into: &lower)
    square = number
  }

  private func blend(_ number: Int, into line: inout [Sums]) {
    let parts = Int(ReliefColors.parts)
    var pixel = 0
    while pixel < line.count {
      let (square, part) = square(before: pixel)
      let (left, right) = (
        squares[number * count + square], squares[number * count + square + 1]
      )
      // A difference of colours may be less than nothing; their sums never are.
      let change = (right &- left) &* UInt16(partsPerPixel)
      var color = left &* (ReliefColors.parts - part) &+ right &* part
      let pixels = (parts - Int(part) + partsPerPixel - 1) / partsPerPixel
      for place in pixel..<min(line.count, pixel + pixels) {
        line[place] = color
        color &+= change
      }
      pixel += pixels
    }
  }

  /// The square whose middle comes before a pixel's, and how many parts of the way to the next it is.
  private func square(before pixel: Int) -> (square: Int, part: UInt16) {
    let parts = Int(ReliefColors.parts)
    // The middle of the first square lies half a square before the tile.
    let way = parts / 2 + pixel * partsPerPixel + partsPerPixel / 2
    return (way / parts, UInt16(way % parts))
  }

  private static func mix(
    _ relief: Relief, _ palette: MapPalette, _ frame: MapFrame, step: Int,
    on surface: OpaquePointer
  ) {
    let cairo = cairo_create(surface)!
    defer { cairo_destroy(cairo) }
    palette.land.use(in: cairo)
    cairo_paint(cairo)
    let step = Double(step)
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
