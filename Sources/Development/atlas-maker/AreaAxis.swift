import Foundation
import TravelModel

/// Finds the line along which the name of an area is written: smooth, and in the middle of it.
struct AreaAxis {
  /// The squares of a grid over the area, row by row, and how far each is from the outside.
  private var depths: [Double]
  private let columns: Int
  private let rows: Int
  private let corner: WorldPoint
  private let side: Double

  /// How many squares the longer side of the grid has.
  private static let squares = 44
  /// The ways to a square's neighbours.
  private static let steps = [
    (1, 0, 1.0), (-1, 0, 1), (0, 1, 1), (0, -1, 1), (1, 1, 1.414), (-1, -1, 1.414),
    (1, -1, 1.414), (-1, 1, 1.414),
  ]
  /// The least extent of an area with a name along it, in widths of the world: 300 pixels at zoom
  /// 10.
  private static let smallest = 0.001
  private static let points = 13
  /// How many times as long as wide an area must be for a name along it: where it is about level,
  /// and where it is steep, because a steep name is harder to read.
  private static let (leastLength, leastSteepLength) = (2.4, 4.0)
  /// The parts of an area lie in a row if that is this many times as long as the largest part.
  private static let rowLength = 1.6
  /// The share of the line that is left out at each end, where the middle of an area runs into a
  /// corner.
  private static let margin = 0.04

  private init(_ ring: [WorldPoint]) {
    let (corner, width, height) = ring.box
    self.corner = corner
    side = max(width, height) / Double(AreaAxis.squares)
    columns = max(1, Int((width / side).rounded(.up)))
    rows = max(1, Int((height / side).rounded(.up)))
    depths = [Double](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      let crossings = [ring].crossings(at: corner.y + (Double(row) + 0.5) * side)
      for column in 0..<columns {
        let x = corner.x + (Double(column) + 0.5) * side
        if crossings.count(where: { $0 > x }) % 2 == 1 {
          depths[row * columns + column] = Double(columns + rows)
        }
      }
    }
    measure()
  }

  /// The line through the largest part of an area; nil if that is not much longer than wide.
  static func line(through all: [[WorldPoint]]) -> [WorldPoint]? {
    // Parts across the date line would draw the line across the world, so only the largest part
    // counts.
    let main = all.joined().extent > 0.5 ? all.max { abs(area($0)) < abs(area($1)) } : nil
    let rings =
      main.map { main in
        all.filter { abs($0[0].x - main[0].x) < 0.5 }
      } ?? all
    let extent = rings.joined().extent
    // An area that covers half of a square around it is not long.
    let covered = rings.reduce(0) { $0 + abs(area($1)) }
    guard extent >= smallest, covered < extent * extent / 2 else { return nil }
    let largest = rings.max { abs(area($0)) < abs(area($1)) }!
    if rings.count > 1, extent > rowLength * largest.extent { return row(of: rings) }
    let grid = AreaAxis(largest)
    guard let start = grid.depths.indices.max(by: { grid.depths[$0] < grid.depths[$1] }),
      grid.depths[start] > 0
    else { return nil }
    let one = grid.farthest(from: start, isCentred: false).last!
    let other = grid.farthest(from: one, isCentred: false).last!
    let way = grid.farthest(from: one, isCentred: true, to: other)
    guard way.count > 4 else { return nil }
    let line = smoothed(way.map(grid.point))
    let width = way.reduce(0) { $0 + grid.depths[$1] } / Double(way.count) * 2 * grid.side
    let (dx, dy) = (abs(line[0].x - line[points - 1].x), abs(line[0].y - line[points - 1].y))
    let least = dy > 1.2 * dx ? leastSteepLength : leastLength
    return RiverCourse.length(line) >= least * width ? line : nil
  }

  /// The line through parts of an area with gaps between them, as of a range of mountains whose
  /// other parts the source counts to its neighbours.
  private static func row(of rings: [[WorldPoint]]) -> [WorldPoint]? {
    let points = rings.joined()
    let isLevel = points.box.width >= points.box.height
    let line = points.sorted { isLevel ? $0.x < $1.x : $0.y < $1.y }
    let (first, last) = (line[0], line[line.count - 1])
    func part(_ point: WorldPoint) -> Double {
      isLevel ? (point.x - first.x) / (last.x - first.x) : (point.y - first.y) / (last.y - first.y)
    }
    return curve(line, parts: line.map(part), degree: 2)
  }

  /// Sets each square to its distance from the outside, in squares.
  private mutating func measure() {
    func depth(_ column: Int, _ row: Int) -> Double {
      0..<columns ~= column && 0..<rows ~= row ? depths[row * columns + column] : 0
    }
    let (near, far) = (1.0, 2.0.squareRoot())
    for (range, sign) in [(Array(depths.indices), -1), (Array(depths.indices.reversed()), 1)] {
      for index in range where depths[index] > 0 {
        let (column, row) = (index % columns, index / columns)
        depths[index] = min(
          depths[index], depth(column + sign, row) + near, depth(column, row + sign) + near,
          depth(column + sign, row + sign) + far, depth(column - sign, row + sign) + far)
      }
    }
  }

  private func point(_ square: Int) -> WorldPoint {
    WorldPoint(
      x: corner.x + (Double(square % columns) + 0.5) * side,
      y: corner.y + (Double(square / columns) + 0.5) * side)
  }

  /// The cheapest way to the farthest square, or to a given one; if centred, a step costs the more,
  /// the nearer it is to the outside.
  private func farthest(from start: Int, isCentred: Bool, to end: Int? = nil) -> [Int] {
    var costs = [Double](repeating: .infinity, count: depths.count)
    var before = [Int](repeating: -1, count: depths.count)
    var isOpen = [Bool](repeating: false, count: depths.count)
    var open = [start]
    var first = 0
    costs[start] = 0
    // Squares are visited again when a cheaper way to them is found.
    while first < open.count {
      let here = open[first]
      first += 1
      isOpen[here] = false
      let (column, row) = (here % columns, here / columns)
      for (dx, dy, step) in AreaAxis.steps {
        let (x, y) = (column + dx, row + dy)
        guard 0..<columns ~= x, 0..<rows ~= y else { continue }
        let next = y * columns + x
        guard depths[next] > 0 else { continue }
        let cost = costs[here] + (isCentred ? step / (depths[next] * depths[next]) : step)
        guard cost < costs[next] - 1e-12 else { continue }
        costs[next] = cost
        before[next] = here
        if !isOpen[next] {
          isOpen[next] = true
          open.append(next)
        }
      }
    }
    let last = costs.indices.filter { costs[$0] < .infinity }.max { costs[$0] < costs[$1] }
    var way: [Int] = []
    var place = end ?? last ?? start
    while place >= 0 {
      way.append(place)
      place = before[place]
    }
    return way.reversed()
  }

  /// The curve of the third degree that is nearest to a line.
  private static func smoothed(_ line: [WorldPoint]) -> [WorldPoint] {
    let length = RiverCourse.length(line)
    var parts = [0.0]
    for (from, to) in zip(line, line.dropFirst()) {
      parts.append(parts.last! + hypot(to.x - from.x, to.y - from.y) / length)
    }
    return curve(line, parts: parts, degree: 3)
  }

  /// The curve of a degree that is nearest to some points; `parts` are their places along it, from
  /// 0 to 1.
  private static func curve(_ line: [WorldPoint], parts: [Double], degree: Int) -> [WorldPoint] {
    let (xs, ys) = (fit(parts, line.map(\.x), degree), fit(parts, line.map(\.y), degree))
    func value(_ curve: [Double], _ part: Double) -> Double {
      curve.reversed().reduce(0) { $0 * part + $1 }
    }
    return (0..<points).map {
      let part = margin + (1 - 2 * margin) * Double($0) / Double(points - 1)
      return WorldPoint(x: value(xs, part), y: value(ys, part))
    }
  }

  /// The coefficients of the curve with the least squares, the constant first.
  private static func fit(_ parts: [Double], _ values: [Double], _ degree: Int) -> [Double] {
    let size = degree + 1
    var rows = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
    for (part, value) in zip(parts, values) {
      let powers = (0..<size).map { pow(part, Double($0)) }
      for row in 0..<size {
        for column in 0..<size { rows[row][column] += powers[row] * powers[column] }
        rows[row][size] += powers[row] * value
      }
    }
    // Gauss' elimination.
    for pivot in 0..<size {
      let best = (pivot..<size).max { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) }!
      rows.swapAt(pivot, best)
      for row in 0..<size where row != pivot {
        let part = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...size { rows[row][column] -= part * rows[pivot][column] }
      }
    }
    return (0..<size).map { rows[$0][size] / rows[$0][$0] }
  }
}
