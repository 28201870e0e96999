import Atlas
import GLibBridge

/// Draws parts of the world on the pixels of a tile.
///
/// What is added is drawn with the next colour.
final class TileCanvas {
  let frame: MapFrame
  private let pixels: TilePixels
  private let fills: FillRaster
  private let strokes: StrokeRaster
  private let side: Int

  /// Points of lines nearer than this to the one before, in pixels, are left out: nobody could tell.
  private static let leastStep: Float = 0.8

  init(side: Int, color: MapColor, frame: MapFrame) {
    self.side = side
    self.frame = frame
    pixels = TilePixels(side: side, color: color.inTile)
    fills = FillRaster(side: side)
    strokes = StrokeRaster(side: side)
  }

  /// The tile as RGB; nil without the memory.
  func rgb() -> Bytes? { pixels.rgb() }

  // MARK: Rings

  /// Adds a ring of the outlines.
  func add(_ ring: LandRing, of shapes: MapShapes) {
    let (bounds, blocks) = (frame.bounds, shapes.blocks)
    shapes.points.withUnsafeBufferPointer { points in
      var place = ring.points.lowerBound
      let last = ring.points.upperBound - 1
      while place < last {
        let block = blocks[place / MapShapes.blockLength]
        let end = min(last, (place / MapShapes.blockLength + 1) * MapShapes.blockLength)
        if block.minX > bounds.maxX || block.minY > bounds.maxY || block.maxY < bounds.minY {
          // Nothing of it is in the tile, nor on its left.
        } else if block.maxX < bounds.minX {
          fills.addEdge(corner(points[place]), corner(points[end]))
        } else {
          var from = corner(points[place])
          for next in place + 1...end {
            let to = corner(points[next])
            guard to != from else { continue }
            fills.addEdge(from, to)
            from = to
          }
        }
        place = end
      }
    }
  }

  /// Adds a ring of the landscape.
  func add(area piece: LandscapeShapes.Piece, of shapes: LandscapeShapes) {
    let first = corner(shapes.firstPoint(of: piece))
    var from = first
    shapes.forEachPoint(of: piece) { point in
      let to = corner(point)
      guard to != from else { return }
      fills.addEdge(from, to)
      from = to
    }
    fills.addEdge(from, first)
  }

  @inline(__always)
  private func corner(_ point: MapPoint) -> FillRaster.Corner {
    let exact = frame.position(of: point)
    return FillRaster.Corner(x: exact.x, y: exact.y)
  }

  /// Fills the rings with a colour.
  func fill(_ color: MapColor) {
    let color = color.inTile
    fills.sweep { pixels.blend(color, row: $0, columns: $1, coverage: $2) }
  }

  /// Fills the rings with the colours of the relief.
  func fill(_ relief: ReliefColors) {
    var relief = relief
    fills.sweep { row, columns, coverage in
      let line = pixels.row(row)
      relief.withRow(row) { colors in
        if coverage >= 256 {
          (line + columns.lowerBound).update(
            from: colors + columns.lowerBound, count: columns.count)
        } else {
          for column in columns {
            line[column] = line[column].covered(by: colors[column], coverage)
          }
        }
      }
    }
  }

  /// Lets the rings add to a mask, a byte for each pixel, or take away from it.
  func fill(_ mask: inout [UInt8], adding: Bool) {
    let side = side
    mask.withUnsafeMutableBufferPointer { mask in
      fills.sweep { row, columns, coverage in
        for place in row * side + columns.lowerBound..<row * side + columns.upperBound {
          let rest = UInt32(adding ? 255 - mask[place] : mask[place]) * (256 - coverage) >> 8
          mask[place] = UInt8(adding ? 255 - rest : rest)
        }
      }
    }
  }

  /// Lays a colour over what a mask shows, with an opacity.
  func lay(_ color: MapColor, through mask: [UInt8], opacity: Double) {
    let color = color.inTile
    let share = UInt32((opacity * 256).rounded())
    for row in 0..<side {
      let line = pixels.row(row)
      for column in 0..<side where mask[row * side + column] != 0 {
        line[column] = line[column].covered(
          by: color, UInt32(mask[row * side + column]) * share / 255)
      }
    }
  }

  // MARK: Lines

  /// Adds a line of the outlines, so many pixels wide; dashed, if it is, by as many pixels.
  func add(_ line: MapLine, of shapes: MapShapes, width: Double, dash: Double? = nil) {
    var pen = Pen(width: Float(width), dash: dash.map { Float($0) })
    let (bounds, blocks) = (frame.bounds, shapes.blocks)
    shapes.points.withUnsafeBufferPointer { points in
      var place = line.points.lowerBound
      let last = line.points.upperBound - 1
      draw(points[place], with: &pen, isLast: false)
      while place < last {
        let block = blocks[place / MapShapes.blockLength]
        let end = min(last, (place / MapShapes.blockLength + 1) * MapShapes.blockLength)
        // A dash goes on behind what is not seen.
        if dash == nil, !block.meets(bounds) {
          pen.lift()
          draw(points[end], with: &pen, isLast: end == last)
        } else {
          for next in place + 1...end {
            draw(points[next], with: &pen, isLast: next == last)
          }
        }
        place = end
      }
    }
  }

  /// Adds a line of the landscape.
  func add(line piece: LandscapeShapes.Piece, of shapes: LandscapeShapes, width: Double) {
    var pen = Pen(width: Float(width), dash: nil)
    var count = piece.pointCount
    shapes.forEachPoint(of: piece) { point in
      count -= 1
      draw(point, with: &pen, isLast: count == 0)
    }
  }

  /// Strokes the lines in a colour.
  func stroke(_ color: MapColor) {
    let color = color.inTile
    strokes.sweep { row, column, coverage in
      let line = pixels.row(row)
      line[column] = line[column].covered(by: color, coverage)
    }
  }

  /// What goes along a line.
  private struct Pen {
    let width: Float
    let dash: Float?
    var place: (x: Float, y: Float)?
    /// How far along its dashes it has come, in pixels.
    var way: Float = 0

    init(width: Float, dash: Float?) { (self.width, self.dash) = (width, dash) }

    mutating func lift() { place = nil }
  }

  @inline(__always)
  private func draw(_ point: MapPoint, with pen: inout Pen, isLast: Bool) {
    let next = frame.position(of: point)
    let (x, y) = (Float(next.x), Float(next.y))
    guard let from = pen.place else { return pen.place = (x, y) }
    let (dx, dy) = (x - from.x, y - from.y)
    if !isLast, abs(dx) < TileCanvas.leastStep, abs(dy) < TileCanvas.leastStep { return }
    pen.place = (x, y)
    guard let dash = pen.dash else { return strokes.add(from.x, from.y, x, y, width: pen.width) }
    addDashes(from: from, by: (dx, dy), dash, &pen)
  }

  private func addDashes(
    from start: (x: Float, y: Float), by step: (x: Float, y: Float), _ dash: Float, _ pen: inout Pen
  ) {
    let length = (step.x * step.x + step.y * step.y).squareRoot()
    var along: Float = 0
    while along < length {
      let number = Int(pen.way / dash)
      let rest = max(dash / 64, Float(number + 1) * dash - pen.way)
      let end = min(length, along + rest)
      if number % 2 == 0 {
        let (a, b) = (along / length, end / length)
        strokes.add(
          start.x + step.x * a, start.y + step.y * a, start.x + step.x * b, start.y + step.y * b,
          width: pen.width)
      }
      pen.way = (pen.way + end - along).truncatingRemainder(dividingBy: 2 * dash)
      along = end
    }
  }
}
