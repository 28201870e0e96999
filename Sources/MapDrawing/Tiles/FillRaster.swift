/// Finds how much of each pixel of a tile lies within rings: exactly, and for all rings of a layer at
/// once, so that neighbours meet without a seam.
///
/// An edge notes in the pixels it goes through how much of them, and of all those on their right,
/// lies beyond it; summed up from the left, that is what lies within. All rings turn the same way,
/// and holes the other way. Cairo does as much for any path; a map's many short edges take it five
/// times as long.
final class FillRaster {
  private let side: Int
  /// A row has one pixel more, for what lies beyond its end.
  private let stride: Int
  private let deltas: UnsafeMutablePointer<Float>
  /// Which pixels of a row have been noted, a bit for each.
  private let noted: UnsafeMutablePointer<UInt64>
  private let wordsPerRow: Int
  /// Which rows have any, a byte for each.
  private let rows: UnsafeMutablePointer<Bool>

  init(side: Int) {
    self.side = side
    stride = side + 2
    wordsPerRow = (stride + 63) / 64
    deltas = .allocate(capacity: stride * side)
    deltas.initialize(repeating: 0, count: stride * side)
    noted = .allocate(capacity: wordsPerRow * side)
    noted.initialize(repeating: 0, count: wordsPerRow * side)
    rows = .allocate(capacity: side)
    rows.initialize(repeating: false, count: side)
  }

  deinit {
    deltas.deallocate()
    noted.deallocate()
    rows.deallocate()
  }

  /// Adds an edge of a ring, wherever it is, in pixels.
  @inline(__always)
  func addEdge(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    let end = Double(side)
    guard y0 != y1, max(y0, y1) > 0, min(y0, y1) < end, min(x0, x1) < end else { return }
    if min(y0, y1) >= 0, max(y0, y1) <= end, min(x0, x1) >= 0, max(x0, x1) <= end {
      return note(Float(x0), Float(y0), Float(x1), Float(y1))
    }
    addLongEdge(x0, y0, x1, y1)
  }

  /// Adds what an edge that leaves the tile has in it, and as much of it as lies on its left.
  private func addLongEdge(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    let end = Double(side)
    let slope = (x1 - x0) / (y1 - y0)
    func x(atY y: Double) -> Double { x0 + (y - y0) * slope }
    func clamped(_ y: Double) -> Double { min(end, max(0, y)) }
    let (firstY, lastY) = (clamped(y0), clamped(y1))
    let (firstX, lastX) = (
      firstY == y0 ? x0 : x(atY: firstY), lastY == y1 ? x1 : x(atY: lastY)
    )
    // Where it crosses the left and the right side, in the order of its way.
    var stops = [(firstX, firstY)]
    let sides = firstX < lastX ? [0, end] : [end, 0]
    for side in sides where (firstX < side) != (lastX < side) && firstX != side && lastX != side {
      stops.append((side, clamped(y0 + (side - x0) / slope)))
    }
    stops.append((lastX, lastY))
    for (from, to) in zip(stops, stops.dropFirst()) {
      let middle = (from.0 + to.0) / 2
      if middle >= end { continue }
      let (fromX, toX) = middle <= 0 ? (0, 0) : (min(end, max(0, from.0)), min(end, max(0, to.0)))
      note(Float(fromX), Float(from.1), Float(toX), Float(to.1))
    }
  }

  /// Notes an edge within the tile.
  @inline(__always)
  private func note(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float) {
    guard y0 != y1 else { return }
    let turn: Float = y0 < y1 ? 1 : -1
    let (topX, top, bottomX, bottom) = y0 < y1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    let slope = (bottomX - topX) / (bottom - top)
    let first = Int(top)
    let end = min(side, Int(bottom.rounded(.up)))
    guard first < end else { return }
    var x = topX
    for row in first..<end {
      let height = min(Float(row + 1), bottom) - max(Float(row), top)
      // The last row ends where the edge does, whatever rounding has done on the way.
      let next = row == end - 1 ? bottomX : x + slope * height
      note(row: row, from: x, to: next, by: height * turn)
      x = next
    }
  }

  /// Notes the part of an edge that lies in a row, and comes down by so much in it.
  @inline(__always)
  private func note(row: Int, from: Float, to: Float, by fall: Float) {
    rows[row] = true
    let limit = Float(side)
    let left = min(limit, max(0, min(from, to)))
    let right = min(limit, max(0, max(from, to)))
    let first = Int(left)
    let last = Int(right.rounded(.up))
    let line = deltas + row * stride
    let bits = noted + row * wordsPerRow
    func add(_ column: Int, _ value: Float) {
      line[column] += value
      bits[column >> 6] |= 1 << UInt64(column & 63)
    }
    if last <= first + 1 {
      let beyond = (left + right) / 2 - Float(first)
      add(first, fall * (1 - beyond))
      add(first + 1, fall * beyond)
      return
    }
    // Of each column the area right of the edge, whose growth from column to column is noted.
    let share = fall / (right - left)
    var before: Float = 0
    for column in first..<last {
      let (enter, leave) = (max(left, Float(column)), min(right, Float(column + 1)))
      let within = leave - enter
      // What of the fall comes before this column counts in full, what is in it in part.
      let beyond = Float(column + 1) - (enter + leave) / 2
      let area = share * ((enter - left) + within * beyond)
      add(column, area - before)
      before = area
    }
    add(last, fall - before)
  }

  /// Hands out what lies within the rings, as parts of rows of which as many 256ths are covered, and
  /// forgets the rings.
  @inline(__always)
  func sweep(_ body: (_ row: Int, _ columns: Range<Int>, _ coverage: UInt32) -> Void) {
    for row in 0..<side where rows[row] {
      rows[row] = false
      let line = deltas + row * stride
      let bits = noted + row * wordsPerRow
      var sum: Float = 0
      var (column, coverage): (Int, UInt32) = (0, 0)
      for word in 0..<wordsPerRow {
        var rest = bits[word]
        bits[word] = 0
        while rest != 0 {
          let next = word * 64 + rest.trailingZeroBitCount
          rest &= rest - 1
          sum += line[next]
          line[next] = 0
          let covered = UInt32(min(256, abs(sum) * 256 + 0.5))
          guard covered != coverage else { continue }
          if coverage > 0, next > column { body(row, column..<min(side, next), coverage) }
          (column, coverage) = (next, covered)
        }
      }
      if coverage > 0, column < side { body(row, column..<side, coverage) }
    }
  }
}
