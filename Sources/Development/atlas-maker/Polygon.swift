import TravelModel

/// The rings of an area; a point is inside if it is inside an odd number of them.
extension [[WorldPoint]] {
  /// Where a level line crosses the sides of all rings, from west to east.
  func crossings(at y: Double) -> [Double] {
    flatMap { ring in
      zip(ring, ring.dropFirst()).filter { ($0.y > y) != ($1.y > y) }.map { from, to in
        from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
      }
    }.sorted()
  }

  func contains(_ point: WorldPoint) -> Bool {
    crossings(at: point.y).count { $0 > point.x } % 2 == 1
  }

  /// Visits the squares whose middles are inside, row by row; the world has `side` squares a side.
  func fill(_ side: Int, _ visit: (_ row: Int, _ columns: Range<Int>) -> Void) {
    let size = Double(side)
    let ys = joined().map(\.y)
    guard let north = ys.min(), let south = ys.max() else { return }
    for row in Swift.max(0, Int(north * size))..<Swift.min(side, Int(south * size) + 1) {
      let ends = crossings(at: (Double(row) + 0.5) / size).map {
        Swift.max(0, Swift.min(side, Int(($0 * size - 0.5).rounded(.up))))
      }
      for pair in stride(from: 0, to: ends.count - 1, by: 2) {
        visit(row, ends[pair]..<ends[pair + 1])
      }
    }
  }
}

extension Collection<WorldPoint> {
  /// The upright box around the points: its north-west corner, and its size.
  var box: (corner: WorldPoint, width: Double, height: Double) {
    let (xs, ys) = (map(\.x), map(\.y))
    let corner = WorldPoint(x: xs.min()!, y: ys.min()!)
    return (corner, xs.max()! - corner.x, ys.max()! - corner.y)
  }

  /// The longer side of that box.
  var extent: Double { Swift.max(box.width, box.height) }
}
