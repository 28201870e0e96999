/// Finds how much of each pixel of a tile lies on lines: all parts of a line, and all lines of a
/// layer, count once where they meet.
final class StrokeRaster {
  private let side: Int
  /// A row has some pixels more, for what lies beyond its end.
  private let stride: Int
  /// How much of each pixel is covered, of 255.
  private let mask: UnsafeMutablePointer<UInt8>
  /// The columns of each row from the first to the last one with anything in it.
  private let spans: UnsafeMutablePointer<(first: Int32, last: Int32)>

  /// As many pixels beside each other are found together.
  private typealias Lanes = SIMD4<Float>
  private static let nothing: (first: Int32, last: Int32) = (.max, -1)

  init(side: Int) {
    self.side = side
    stride = side + Lanes.scalarCount
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
    let firstRow = Int(max(0, min(y0, y1) - reach))
    let lastRow = Int(min(limit - 1, max(y0, y1) + reach))
    guard firstRow <= lastRow else { return }
    // A part that is as short as the pixels found together is looked at in one piece.
    let isLong = max(abs(dx), abs(dy)) > Float(Lanes.scalarCount)
    let partPerRow = isLong && abs(dy) > 0.001 ? 1 / dy : 0
    let (left, right) = (min(x0, x1), max(x0, x1))
    for row in firstRow...lastRow {
      let y = Float(row) + 0.5
      var (least, most) = (left, right)
      if partPerRow != 0 {
        // The part of it that is near enough to this row.
        let (one, other) = ((y - reach - y0) * partPerRow, (y + reach - y0) * partPerRow)
        let (low, high) = (max(0, min(one, other)), min(1, max(one, other)))
        let (start, end) = (x0 + dx * low, x0 + dx * high)
        (least, most) = (min(start, end), max(start, end))
      }
      let first = Int(max(0, least - reach))
      let last = Int(min(limit - 1, most + reach))
      guard first <= last else { continue }
      let span = spans[row]
      spans[row] = (min(span.first, Int32(first)), max(span.last, Int32(last)))
      let line = mask + row * stride
      let down = y - y0
      var across = Lanes(0.5, 1.5, 2.5, 3.5) + (Float(first) - x0)
      var column = first
      while column <= last {
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
        column += Lanes.scalarCount
      }
    }
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
      let line = mask + row * stride
      // What was written beyond the last column is near enough to nothing, or beyond the tile.
      let end = Int(spans[row].last) + Lanes.scalarCount
      for column in Int(spans[row].first)..<end where line[column] != 0 {
        let covered = UInt32(line[column])
        if column < side { body(row, column, covered + covered >> 7) }
        line[column] = 0
      }
      spans[row] = StrokeRaster.nothing
    }
  }
}
