/// Finds how much of each pixel of a tile lies on lines: all parts of a line, and all lines of a
/// layer, count once where they meet.
final class StrokeRaster {
  private let side: Int
  /// A row has some pixels more, for what lies beyond its end.
  private let stride: Int
  /// How much of each pixel is covered, of 255.
  private let mask: UnsafeMutablePointer<UInt8>
  /// The columns of each row from the first to the last one with anything in it.
  private let spans: UnsafeMutablePointer<(first: Int, last: Int)>

  /// As many pixels beside each other are found together.
  private typealias Lanes = SIMD4<Float>
  private static let nothing: (first: Int, last: Int) = (.max, -1)

  init(side: Int) {
    self.side = side
    stride = side + 2 * Lanes.scalarCount
    mask = .allocate(capacity: stride * side)
    mask.initialize(repeating: 0, count: stride * side)
    spans = .allocate(capacity: side)
    spans.initialize(repeating: StrokeRaster.nothing, count: side)
  }

  deinit {
    mask.deallocate()
    spans.deallocate()
  }

  /// Adds a straight part of a line, with round ends; all in pixels.
  func add(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, width: Float) {
    let radius = width / 2
    // Pixels whose middle is further away are not touched.
    let reach = radius + 0.5
    let limit = Float(side)
    guard max(x0, x1) + reach > 0, min(x0, x1) - reach < limit, max(y0, y1) + reach > 0,
      min(y0, y1) - reach < limit
    else { return }
    let (dx, dy) = (x1 - x0, y1 - y0)
    let square = dx * dx + dy * dy
    let inverse = square > 0 ? 1 / square : 0
    let rows = pixels(from: min(y0, y1) - reach, to: max(y0, y1) + reach)
    guard rows.first <= rows.last else { return }
    // A part that is as short as the pixels found together is looked at in one piece.
    let isLong = max(abs(dx), abs(dy)) > Float(Lanes.scalarCount)
    let partPerRow = isLong && abs(dy) > 0.001 ? 1 / dy : 0
    var columns = pixels(from: min(x0, x1) - reach, to: max(x0, x1) + reach)
    for row in rows.first...rows.last {
      let y = Float(row) + 0.5
      if partPerRow != 0 {
        // The part of it that is near enough to this row.
        let (one, other) = ((y - reach - y0) * partPerRow, (y + reach - y0) * partPerRow)
        let (low, high) = (max(0, min(one, other)), min(1, max(one, other)))
        let (start, end) = (x0 + dx * low, x0 + dx * high)
        columns = pixels(from: min(start, end) - reach, to: max(start, end) + reach)
      }
      guard columns.first <= columns.last else { continue }
      let span = spans[row]
      spans[row] = (min(span.first, columns.first), max(span.last, columns.last))
      let line = mask + row &* stride
      let down = y - y0
      var across = Lanes(0.5, 1.5, 2.5, 3.5) + (Float(columns.first) - x0)
      var column = columns.first
      while column <= columns.last {
        let part = StrokeRaster.withinOne((across * dx + down * dy) * inverse)
        let (offX, offY) = (across - part * dx, down - part * dy)
        let distance = (offX * offX + offY * offY).squareRoot()
        let (outer, inner) = (distance + 0.5, distance - 0.5)
        let covered =
          outer.replacing(with: radius, where: outer .> radius)
          - inner.replacing(with: -radius, where: inner .< -radius)
        let parts = StrokeRaster.bytes(StrokeRaster.withinOne(covered))
        let place = UnsafeMutableRawPointer(line + column)
        let old = place.loadUnaligned(as: SIMD4<UInt8>.self)
        let new = SIMD4<UInt8>(truncatingIfNeeded: parts)
        place.storeBytes(of: old.replacing(with: new, where: new .> old), as: SIMD4<UInt8>.self)
        across += Float(Lanes.scalarCount)
        column &+= Lanes.scalarCount
      }
    }
  }

  /// The numbers of the pixels of the tile whose middles lie between two places.
  @inline(__always)
  private func pixels(from low: Float, to high: Float) -> (first: Int, last: Int) {
    (Int(max(0, low + 0.5)), Int(min(Float(side) - 1, high - 0.5)))
  }

  @inline(__always)
  private static func withinOne(_ lanes: Lanes) -> Lanes {
    let least = lanes.replacing(with: 0, where: lanes .< 0)
    return least.replacing(with: 1, where: least .> 1)
  }

  /// Parts of one in 255ths: beyond 2^23, the last bits of a number are those of an integer.
  @inline(__always)
  private static func bytes(_ parts: Lanes) -> SIMD4<UInt32> {
    unsafeBitCast(parts * 255 + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Hands out the pixels that lie on the lines and how many 256ths of each, and forgets the lines.
  @inline(__always)
  func sweep(_ body: (_ row: Int, _ column: Int, _ coverage: UInt32) -> Void) {
    for row in 0..<side where spans[row].last >= 0 {
      let line = mask + row &* stride
      // What was written beyond the last column is near enough to nothing, or beyond the tile.
      let end = min(side, spans[row].last + Lanes.scalarCount)
      var column = spans[row].first
      while column < end {
        let place = UnsafeMutableRawPointer(line + column)
        // Most of a row is empty: eight pixels at once.
        var eight = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
        if eight != 0 { place.storeBytes(of: 0, as: UInt64.self) }
        while eight != 0 {
          let bit = eight.trailingZeroBitCount & ~7
          let covered = UInt32(truncatingIfNeeded: eight &>> UInt64(bit)) & 0xFF
          eight &= ~(0xFF &<< UInt64(bit))
          let pixel = column &+ bit / 8
          if pixel < side { body(row, pixel, covered &+ covered >> 7) }
        }
        column &+= 8
      }
      spans[row] = StrokeRaster.nothing
    }
  }
}
