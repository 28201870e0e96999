import Atlas
import Foundation
import TravelModel

/// Finds the areas that belong to different countries in the two views of the world.
struct DisputedAreas {
  struct Span {
    let row: Int
    let first: Int
    var count: Int
    let one: Int
    let other: Int?
  }

  private static let side = 1 << OutlineFile.areaBits
  /// An area counts if a circle of this radius fits into it, in kilometres; thinner ones come from
  /// the different scales of the views.
  private static let radius = 8.0
  /// How far from such a circle the area counts, in kilometres, so that it does not run along
  /// borders.
  private static let spread = 40.0
  private static let unlisted: Int16 = 30_000

  /// Compares both views; the second's territories that the first lacks become nil.
  static func find(_ first: Topology, _ second: Topology) -> [Span] {
    let numbers = Dictionary(
      first.features.enumerated().map { ($1.identity, Int16($0)) },
      uniquingKeysWith: { one, _ in one })
    let ones = raster(first) { numbers[first.features[$0].identity]! }
    let others = raster(second) { numbers[second.features[$0].identity] ?? unlisted }
    var state = [UInt8](repeating: 0, count: side * side)
    var differing: [Int] = []
    for cell in state.indices
    where ones[cell] >= 0 && others[cell] >= 0 && ones[cell] != others[cell] {
      state[cell] = 1
      differing.append(cell)
    }
    var reached: [(cell: Int, left: Double)] = []
    for cell in differing where isDeep(cell, state) { reached.append((cell, spread)) }
    for entry in reached { state[entry.cell] = 2 }
    var next = 0
    while next < reached.count {
      let (cell, left) = reached[next]
      next += 1
      let rest = left - size(ofRow: cell / side)
      guard rest > 0 else { continue }
      for neighbour in [cell - 1, cell + 1, cell - side, cell + side] where state[neighbour] == 1 {
        state[neighbour] = 2
        reached.append((neighbour, rest))
      }
    }
    return spans(reached.map(\.cell).sorted(), ones, others)
  }

  private static func spans(_ cells: [Int], _ ones: [Int16], _ others: [Int16]) -> [Span] {
    var spans: [Span] = []
    for cell in cells {
      let (row, column) = cell.quotientAndRemainder(dividingBy: side)
      let (one, other) = (Int(ones[cell]), others[cell] == unlisted ? nil : Int(others[cell]))
      if let last = spans.last, last.row == row, last.first + last.count == column,
        last.one == one, last.other == other
      {
        spans[spans.count - 1].count += 1
      } else {
        spans.append(Span(row: row, first: column, count: 1, one: one, other: other))
      }
    }
    return spans
  }

  /// The size of a row's cells in kilometres.
  private static func size(ofRow row: Int) -> Double {
    let place = WorldPoint(x: 0.5, y: (Double(row) + 0.5) / Double(side))
    let latitude = Mercator.coordinate(at: place).latitude
    return 2 * .pi * Earth.radius * cos(latitude * .pi / 180) / Double(side)
  }

  private static func isDeep(_ cell: Int, _ state: [UInt8]) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    let reach = Int((radius / size(ofRow: row)).rounded(.up))
    for dy in -reach...reach {
      for dx in -reach...reach where dx * dx + dy * dy <= reach * reach {
        let (y, x) = (row + dy, column + dx)
        guard y >= 0, y < side, x >= 0, x < side, state[y * side + x] != 0 else { return false }
      }
    }
    return true
  }

  /// The number of the country at the middle of each cell, or -1.
  private static func raster(_ topology: Topology, number: (Int) -> Int16) -> [Int16] {
    var cells = [Int16](repeating: -1, count: side * side)
    // Enclaves come last, and so replace the land around them.
    let rings = topology.rings.filter { !$0.isHole }
      .map { ($0, $0.vertices.map { topology.vertices[Int($0)].world }) }
      .sorted { area($0.1) > area($1.1) }
    for (ring, points) in rings {
      let number = number(ring.feature)
      [points].fill(side) { row, columns in
        for column in columns { cells[row * side + column] = number }
      }
    }
    return cells
  }
}

/// The area of a ring in parts of the world's square, positive if it turns right on the map.
func area(_ ring: [WorldPoint]) -> Double {
  zip(ring, ring.dropFirst()).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
}

extension Vertex {
  var world: WorldPoint {
    let (longitude, latitude) = degrees
    var point = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    if longitude == 180 { point.x = 1 }
    return point
  }
}
