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
}

/// Finds room for labels: each in turn takes the first of its boxes that is free.
public struct LabelPlacement: Sendable {
  private var taken: [Cell: [LabelBox]] = [:]

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  /// The side of the grid's squares, in pixels: about a label's width.
  private static let cellSide = 96.0

  public init() {}

  /// Takes the first box that overlaps none taken before, and returns its index.
  ///
  /// `mark` is the spot that the label belongs to: it must be free too, and is taken as well.
  public mutating func place(_ boxes: [LabelBox], mark: LabelBox? = nil) -> Int? {
    if let mark, !isFree(mark) { return nil }
    guard let number = boxes.firstIndex(where: isFree) else { return nil }
    take(boxes[number])
    if let mark { take(mark) }
    return number
  }

  private func isFree(_ box: LabelBox) -> Bool {
    LabelPlacement.cells(of: box).allSatisfy { cell in
      taken[cell, default: []].allSatisfy { !$0.meets(box) }
    }
  }

  private mutating func take(_ box: LabelBox) {
    for cell in LabelPlacement.cells(of: box) { taken[cell, default: []].append(box) }
  }

  private static func cells(of box: LabelBox) -> [Cell] {
    func span(_ start: Double, _ length: Double) -> ClosedRange<Int> {
      Int((start / cellSide).rounded(.down))...Int(((start + length) / cellSide).rounded(.down))
    }
    return span(box.y, box.height).flatMap { row in
      span(box.x, box.width).map { Cell(column: $0, row: row) }
    }
  }
}
