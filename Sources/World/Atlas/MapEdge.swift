import TravelModel

struct MapEdge {
  let from: MapPoint
  let to: MapPoint

  /// Whether the edge is due east of a point.
  ///
  /// An odd number of such edges in a ring means that the point is inside.
  func isEast(of point: WorldPoint) -> Bool {
    let (a, b) = (Double(from.y), Double(to.y))
    guard (a > point.y) != (b > point.y) else { return false }
    return Double(from.x) + (point.y - a) / (b - a) * Double(to.x - from.x) > point.x
  }

  /// The vector from a point to the nearest point of the edge, also across the date line, and its
  /// squared length.
  func way(from point: WorldPoint) -> (x: Double, y: Double, square: Double) {
    let along = (x: Double(to.x - from.x), y: Double(to.y - from.y))
    let start = WorldPoint(x: Double(from.x), y: Double(from.y)).nearest(to: point) - point
    let length = along.x * along.x + along.y * along.y
    let dot = start.x * along.x + start.y * along.y
    let part = length > 0 ? min(1, max(0, -dot / length)) : 0
    let (x, y) = (start.x + part * along.x, start.y + part * along.y)
    return (x, y, x * x + y * y)
  }
}

extension [MapPoint] {
  /// The edges of a line, or of a ring whose last point is its first.
  var edges: some Sequence<MapEdge> { zip(self, dropFirst()).lazy.map(MapEdge.init) }

  func surrounds(_ point: WorldPoint) -> Bool {
    edges.count { $0.isEast(of: point) } % 2 == 1
  }
}
