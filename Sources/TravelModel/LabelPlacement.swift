/// A box on the map, in pixels; `x` and `y` are its upper left corner.
public struct LabelBox: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Tells whether two boxes share a pixel.
  public func meets(_ other: LabelBox) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// The box and so much around it.
  public func with(margin: Double) -> LabelBox {
    LabelBox(
      x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// How far inside the nearest edge of another box it ends; negative where it reaches beyond.
  public func depth(in other: LabelBox) -> Double {
    min(
      x - other.x, y - other.y, other.x + other.width - x - width,
      other.y + other.height - y - height)
  }
}

/// Finds room for labels: each in turn takes the first of its boxes that is free.
public struct LabelPlacement: Sendable {
  private var taken = LabelBoxes()
  private var wishes = LabelBoxes()

  public init() {}

  /// Keeps a box free for a later label, as far as the others have another choice.
  public mutating func wish(for box: LabelBox) { wishes.insert(box) }

  /// Takes the first box that overlaps none taken before, and returns its index.
  ///
  /// `mark` is the spot that the label belongs to: it must be free too, and is taken as well. A
  /// label without one takes a box that others wish for only when it can have no other.
  public mutating func place(_ boxes: [LabelBox], mark: LabelBox? = nil) -> Int? {
    place(boxes.map { [$0] }, mark: mark)
  }

  /// Takes the first of several groups of boxes none of which overlaps any taken before, and returns
  /// its index: names along a line are in several boxes.
  public mutating func place(_ groups: [[LabelBox]], mark: LabelBox? = nil) -> Int? {
    if let mark, taken.meets(mark) { return nil }
    let free = groups.indices.filter { !groups[$0].contains(where: taken.meets) }
    let unwished = mark == nil ? free.first { !groups[$0].contains(where: wishes.meets) } : nil
    guard let number = unwished ?? free.first else { return nil }
    for box in groups[number] { taken.insert(box) }
    if let mark { taken.insert(mark) }
    return number
  }
}

/// Boxes, found by where they are.
public struct LabelBoxes: Sendable {
  private var boxes: [Cell: [LabelBox]] = [:]

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  /// The side of the grid's squares, in pixels: about a label's width.
  private static let cellSide = 96.0

  public init() {}

  /// Tells whether a box overlaps any of them.
  public func meets(_ box: LabelBox) -> Bool {
    let cells = LabelBoxes.cells(of: box)
    for row in cells.rows {
      for column in cells.columns {
        let others = boxes[Cell(column: column, row: row)]
        if others?.contains(where: { $0.meets(box) }) == true { return true }
      }
    }
    return false
  }

  public mutating func insert(_ box: LabelBox) {
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
