import CGLib
import GLibBridge

/// A colour as the pixels of a tile have it: red in the lowest byte, then green and blue.
typealias TileColor = UInt32

extension MapColor {
  /// The colour as a pixel of a tile.
  var inTile: TileColor {
    func byte(_ part: Double) -> UInt32 { UInt32((min(1, max(0, part)) * 255).rounded()) }
    return byte(red) | byte(green) << 8 | byte(blue) << 16
  }
}

/// The pixels of a square tile while it is painted.
final class TilePixels {
  let side: Int
  private let pixels: UnsafeMutablePointer<TileColor>

  init(side: Int, color: TileColor) {
    self.side = side
    pixels = .allocate(capacity: side * side)
    pixels.initialize(repeating: color, count: side * side)
  }

  deinit { pixels.deallocate() }

  /// A row, from its first pixel on.
  func row(_ row: Int) -> UnsafeMutablePointer<TileColor> { pixels + row * side }

  /// Lays a colour over the pixels of a row, `coverage` 256ths of each.
  @inline(__always)
  func blend(_ color: TileColor, row: Int, columns: Range<Int>, coverage: UInt32) {
    let line = self.row(row)
    if coverage >= 256 {
      (line + columns.lowerBound).update(repeating: color, count: columns.count)
    } else {
      for column in columns { line[column] = line[column].covered(by: color, coverage) }
    }
  }

  /// The rows as RGB, a byte for each colour; nil without the memory.
  func rgb() -> Bytes? {
    let count = side * side
    guard let memory = g_try_malloc(gsize(count * 3)) else { return nil }
    // Four pixels are three words; a side is a multiple of four.
    let words = memory.assumingMemoryBound(to: UInt32.self)
    var (from, to) = (0, 0)
    while from < count {
      let (a, b, c, d) = (pixels[from], pixels[from + 1], pixels[from + 2], pixels[from + 3])
      words[to] = (a | b << 24).littleEndian
      words[to + 1] = (b >> 8 | c << 16).littleEndian
      words[to + 2] = (c >> 16 | d << 8).littleEndian
      (from, to) = (from + 4, to + 3)
    }
    return Bytes(adopting: g_bytes_new_take(memory, gsize(count * 3)))
  }
}

extension TileColor {
  /// The colour with another one over `coverage` 256ths of it.
  @inline(__always)
  func covered(by color: TileColor, _ coverage: UInt32) -> TileColor {
    let odd: UInt32 = 0xFF00FF
    let rest = 256 &- coverage
    let redBlue = ((self & odd) &* rest &+ (color & odd) &* coverage) >> 8 & odd
    let green = ((self & 0xFF00) &* rest &+ (color & 0xFF00) &* coverage) >> 8 & 0xFF00
    return redBlue | green
  }
}
