/// Finds how much of each pixel of a tile lies within rings: exactly, and for all rings of a layer at
/// once, so that neighbours meet without a seam.
///
/// An edge notes in the pixels it goes through how much of them, and of all those on their right,
/// lies beyond it; summed up from the left, that is what lies within. All rings turn the same way,
/// and holes the other way. Cairo does as much for any path; a map's many short edges take it five
/// times as long.
final class FillRaster {
  /// A corner of a ring, in parts of a pixel: sums of whole numbers are exact in any order.
  struct Corner: Equatable {
    var x: Int
    var y: Int

    /// The nearest one on a grid of half pixels: nobody can tell, and what is smaller falls away.
    @inline(__always)
    init(x: Double, y: Double) {
      self.init(x: Corner.halves(x) << (Corner.bits - 1), y: Corner.halves(y) << (Corner.bits - 1))
    }

    @inline(__always)
    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// A pixel has so many parts, as a power of two.
    static let bits = 8
    static let pixel = 1 << bits

    /// Beyond 3 * 2^50, the last bits of a number count its halves.
    @inline(__always)
    private static func halves(_ number: Double) -> Int {
      Int(truncatingIfNeeded: (number + 0x1.8p51).bitPattern << 13) >> 13
    }
  }

  private let side: Int
  /// A row has one pixel more, for what lies beyond its end.
  private let stride: Int
  /// In parts of a pixel's width times parts of its height, doubled.
  private let deltas: UnsafeMutablePointer<Int32>
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

  /// Adds an edge of a ring, wherever it is.
  @inline(__always)
  func addEdge(_ from: Corner, _ to: Corner) {
    let end = side << Corner.bits
    let (top, bottom) = (min(from.y, to.y), max(from.y, to.y))
    let (left, right) = (min(from.x, to.x), max(from.x, to.x))
    guard top != bottom, bottom > 0, top < end, left < end else { return }
    if top >= 0, bottom <= end, left >= 0, right <= end {
      note(from, to)
    } else {
      addLongEdge(from, to)
    }
  }

  /// Adds what an edge that leaves the tile has in it, and as much of it as lies on its left.
  private func addLongEdge(_ from: Corner, _ to: Corner) {
    let end = side << Corner.bits
    // Always from the top, so that two neighbours' edges are the same.
    let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
    let slope = Double(bottom.x - top.x) / Double(bottom.y - top.y)
    func x(atY y: Int) -> Int { top.x + Int(Double(y - top.y) * slope) }
    func clamped(_ number: Int) -> Int { min(end, max(0, number)) }
    let (firstY, lastY) = (clamped(top.y), clamped(bottom.y))
    let first = Corner(x: firstY == top.y ? top.x : x(atY: firstY), y: firstY)
    let last = Corner(x: lastY == bottom.y ? bottom.x : x(atY: lastY), y: lastY)
    // Where it crosses the left and the right side, in the order of its way.
    var stops = [first]
    for side in first.x < last.x ? [0, end] : [end, 0]
    where (first.x < side) != (last.x < side) && first.x != side && last.x != side {
      let y = top.y + Int(Double(side - top.x) / slope)
      stops.append(Corner(x: side, y: min(lastY, max(firstY, y))))
    }
    stops.append(last)
    for (one, other) in zip(stops, stops.dropFirst()) where one.x + other.x < 2 * end {
      let (upper, lower) = (
        Corner(x: clamped(one.x), y: one.y), Corner(x: clamped(other.x), y: other.y)
      )
      if from.y < to.y { note(upper, lower) } else { note(lower, upper) }
    }
  }

  /// Notes an edge within the tile.
  @inline(__always)
  private func note(_ from: Corner, _ to: Corner) {
    let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
    let turn = from.y < to.y ? 1 : -1
    let (first, last) = (top.y >> Corner.bits, (bottom.y &- 1) >> Corner.bits)
    guard first < last else {
      if first == last { note(row: first, from: top.x, to: bottom.x, by: to.y &- from.y) }
      return
    }
    let slope = ((bottom.x &- top.x) << 16) / (bottom.y &- top.y)
    var (x, y) = (top.x, top.y)
    for row in first..<last {
      let nextY = (row &+ 1) << Corner.bits
      let nextX = min(
        side << Corner.bits, max(0, top.x &+ (slope &* (nextY &- top.y)) >> 16))
      note(row: row, from: x, to: nextX, by: (nextY &- y) &* turn)
      (x, y) = (nextX, nextY)
    }
    note(row: last, from: x, to: bottom.x, by: (bottom.y &- y) &* turn)
  }

  /// Notes the part of an edge that lies in a row, and comes down by so much in it.
  @inline(__always)
  private func note(row: Int, from: Int, to: Int, by fall: Int) {
    rows[row] = true
    let (left, right) = (min(from, to), max(from, to))
    let line = deltas + row &* stride
    let bits = noted + row &* wordsPerRow
    /// Notes a part within one column.
    func add(_ column: Int, from left: Int, to right: Int, by fall: Int) {
      // The middle between two places, doubled.
      let beyond = left &+ right &- column << (Corner.bits + 1)
      line[column] &+= Int32(truncatingIfNeeded: fall &* (2 * Corner.pixel &- beyond))
      line[column &+ 1] &+= Int32(truncatingIfNeeded: fall &* beyond)
      bits[column >> 6] |= 1 &<< UInt64(column & 63)
    }
    let first = left >> Corner.bits
    let last = max(first, (right &- 1) >> Corner.bits)
    if first == last {
      add(first, from: left, to: right, by: fall)
    } else {
      let share = (fall << 16) / (right &- left)
      var (x, done) = (left, 0)
      for column in first..<last {
        let next = (column &+ 1) << Corner.bits
        let all = (share &* (next &- left)) >> 16
        add(column, from: x, to: next, by: all &- done)
        (x, done) = (next, all)
      }
      add(last, from: x, to: right, by: fall &- done)
    }
    bits[(last &+ 1) >> 6] |= 1 &<< UInt64((last &+ 1) & 63)
  }

  /// Hands out what lies within the rings, as parts of rows of which as many 256ths are covered, and
  /// forgets the rings.
  @inline(__always)
  func sweep(_ body: (_ row: Int, _ columns: Range<Int>, _ coverage: UInt32) -> Void) {
    // A pixel as a whole is twice its parts' square.
    let shift = 2 * Corner.bits + 1 - 8
    for row in 0..<side where rows[row] {
      rows[row] = false
      let line = deltas + row &* stride
      let bits = noted + row &* wordsPerRow
      var sum: Int32 = 0
      var (column, coverage): (Int, UInt32) = (0, 0)
      for word in 0..<wordsPerRow {
        var rest = bits[word]
        bits[word] = 0
        while rest != 0 {
          let next = word &* 64 &+ rest.trailingZeroBitCount
          rest &= rest &- 1
          sum &+= line[next]
          line[next] = 0
          let covered = min(256, (sum.magnitude &+ 1 << (shift - 1)) >> shift)
          guard covered != coverage else { continue }
          if coverage > 0, next > column { body(row, column..<min(side, next), coverage) }
          (column, coverage) = (next, covered)
        }
      }
      if coverage > 0, column < side { body(row, column..<side, coverage) }
    }
  }
}
