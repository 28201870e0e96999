import TravelModel

/// A box on the map, in pixels; `x` and `y` are its upper left corner.
package struct LabelBox: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package func meets(_ other: LabelBox) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// The box with a margin, perhaps a different one above and below.
  package func with(margin: Double, y vertical: Double? = nil) -> LabelBox {
    let (across, down) = (margin, vertical ?? margin)
    return LabelBox(
      x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down)
  }

  /// Whether it overlaps another box at any point when it is moved along a vector.
  fileprivate func meets(_ other: LabelBox, onTheWay way: (x: Double, y: Double)) -> Bool {
    /// The part of a movement during which two spans overlap.
    func meeting(_ low: Double, _ high: Double, _ way: Double) -> (from: Double, to: Double)? {
      guard way != 0 else { return low < 0 && high > 0 ? (0, 1) : nil }
      return (min(low / way, high / way), max(low / way, high / way))
    }
    guard let across = meeting(other.x - x - width, other.x + other.width - x, way.x),
      let down = meeting(other.y - y - height, other.y + other.height - y, way.y)
    else { return false }
    return max(0, across.from, down.from) < min(1, across.to, down.to)
  }

  fileprivate var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }

  /// How far inside another box's nearest edge it ends; negative if it reaches beyond.
  package func depth(in other: LabelBox) -> Double {
    min(
      x - other.x, y - other.y, other.x + other.width - x - width,
      other.y + other.height - y - height)
  }
}

/// Places labels: each in turn takes the first of its boxes that is free.
package struct LabelPlacement: Sendable {
  private var taken = LabelBoxes()
  private var wishes = LabelBoxes()
  private var wishedMarks = LabelBoxes()
  private var anchored = LabelBoxes()
  private var anchors: [LabelBox: Anchor] = [:]

  /// The place of a label, and whether there is a mark.
  private struct Anchor {
    let x: Double
    let y: Double
    let isMarked: Bool
  }

  package init() {}

  /// Asks other labels to keep a box free for a later label, if they have another choice.
  package mutating func wish(for box: LabelBox) { wishes.insert(box) }

  /// Asks other labels to keep the mark of a later label free, if they have another choice.
  package mutating func wish(forMark box: LabelBox) { wishedMarks.insert(box) }

  /// Takes the first box that overlaps no taken one, and returns its index.
  ///
  /// `mark` is the mark that the label belongs to: it must be free, too, and is taken as well.
  /// Wished-for boxes are taken only if there is no other choice; a label with a mark respects only
  /// wishes for marks.
  package mutating func place(_ boxes: [LabelBox], mark: LabelBox? = nil) -> Int? {
    place(boxes.map { [$0] }, mark: mark)
  }

  /// Takes the first group of boxes none of which overlaps a taken one, and returns its index:
  /// names along a line consist of several boxes.
  ///
  /// Labels with an `anchor` do not meet as the map grows; if two have marks, they keep the order
  /// of their places, the upper above the lower, so that neither seems to belong to the other's
  /// mark.
  ///
  /// A mark with as many wishes as `sparing` is never covered.
  package mutating func place(
    _ groups: [[LabelBox]], mark: LabelBox? = nil, anchor: (x: Double, y: Double)? = nil,
    sparing wishesForMark: Int = .max
  ) -> Int? {
    if let mark, taken.meets(mark) { return nil }
    let anchor = anchor.map { Anchor(x: $0.x, y: $0.y, isMarked: mark != nil) }
    var best: (number: Int, cost: Int)?
    for (number, group) in groups.enumerated() {
      if group.contains(where: taken.meets) { continue }
      if let anchor, passes(group, from: anchor) { continue }
      guard let cost = cost(of: group, mark: mark, sparing: wishesForMark) else { continue }
      if best.map({ cost < $0.cost }) ?? true { best = (number, cost) }
      if cost == 0 { break }
    }
    guard let number = best?.number else { return nil }
    for box in groups[number] { taken.insert(box) }
    if let mark { taken.insert(mark) }
    if let anchor, let box = groups[number].first, groups[number].count == 1 {
      anchored.insert(box)
      anchors[box] = anchor
    }
    return number
  }

  /// Places a name to the right of a dot, or else to its left, above or below.
  ///
  /// The gaps are from the dot's middle; nil if there is no room.
  package mutating func place(
    width: Double, height: Double, beside dot: (x: Double, y: Double), radius: Double,
    gaps: (x: Double, y: Double), within room: LabelBox
  ) -> LabelBox? {
    let boxes = [
      (dot.x + gaps.x, dot.y - height / 2), (dot.x - gaps.x - width, dot.y - height / 2),
      (dot.x - width / 2, dot.y - gaps.y - height), (dot.x - width / 2, dot.y + gaps.y),
    ].map { LabelBox(x: $0, y: $1, width: width, height: height) }
      .filter { $0.depth(in: room) >= 0 }
    let mark = LabelBox(x: dot.x, y: dot.y, width: 0, height: 0).with(margin: radius)
    return place(boxes, mark: mark).map { boxes[$0] }
  }

  /// The cost of a label in wishes of others; nil if it is too high.
  private func cost(of group: [LabelBox], mark: LabelBox?, sparing wishesForMark: Int) -> Int? {
    var cost = 0
    for box in group {
      let marks = wishedMarks.count(meeting: box) { $0 != mark }
      if marks >= wishesForMark { return nil }
      cost += marks * LabelPlacement.costOfMark
      if mark == nil { cost += wishes.count(meeting: box) { _ in true } }
    }
    return cost
  }

  /// The cost of a mark, in boxes: without its mark a label cannot be shown, but without a box it
  /// may have another.
  private static let costOfMark = 4

  /// Whether a label would be on the other side of another label than its place, or would come to
  /// meet it.
  private func passes(_ group: [LabelBox], from anchor: Anchor) -> Bool {
    guard group.count == 1, let box = group.first else { return false }
    let near = box.with(margin: LabelPlacement.reach)
    return anchored.contains(meeting: near) { other in
      let place = anchors[other]!
      let (dx, dy) = (anchor.x - place.x, anchor.y - place.y)
      guard anchor.isMarked, place.isMarked else { return box.meets(other, onTheWay: (dx, dy)) }
      if box.x < other.x + other.width, other.x < box.x + box.width {
        return (box.middle.y - other.middle.y) * dy < 0
      }
      return box.y < other.y + other.height && other.y < box.y + box.height
        && (box.middle.x - other.middle.x) * dx < 0
    }
  }

  /// The greatest distance at which others can come to meet a label, in pixels: the map at most
  /// doubles before labels are placed anew.
  private static let reach = 40.0
}

package struct LabelBoxes: Sendable {
  private var boxes: [Cell: [LabelBox]] = [:]

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  /// The side of the index's cells, in pixels: about a label's width.
  private static let cellSide = 96.0

  package init() {}

  package func meets(_ box: LabelBox) -> Bool { contains(meeting: box) { _ in true } }

  /// Whether a box overlaps one of the set that meets a condition.
  @inline(__always)
  func contains(meeting box: LabelBox, where isWanted: (LabelBox) -> Bool) -> Bool {
    let cells = LabelBoxes.cells(of: box)
    for row in cells.rows {
      for column in cells.columns {
        let others = boxes[Cell(column: column, row: row)]
        if others?.contains(where: { $0.meets(box) && isWanted($0) }) == true { return true }
      }
    }
    return false
  }

  /// How many of the set a box overlaps that meet a condition; some may be counted several times.
  @inline(__always)
  func count(meeting box: LabelBox, where isWanted: (LabelBox) -> Bool) -> Int {
    var count = 0
    _ = contains(meeting: box) { other in
      if isWanted(other) { count += 1 }
      return false
    }
    return count
  }

  package mutating func insert(_ box: LabelBox) {
    let cells = LabelBoxes.cells(of: box)
    for row in cells.rows {
      for column in cells.columns { boxes[Cell(column: column, row: row), default: []].append(box) }
    }
  }

  private static func cells(
    of box: LabelBox
  ) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    func span(_ start: Double, _ length: Double) -> ClosedRange<Int> {
      Int((start / cellSide).rounded(.down))...Int(((start + length) / cellSide).rounded(.down))
    }
    return (span(box.y, box.height), span(box.x, box.width))
  }
}
