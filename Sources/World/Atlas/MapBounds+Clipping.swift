extension MapBounds {
  /// The part of a ring within the bounds: each side of the bounds cuts off what is beyond it, so
  /// that what is far away costs a comparison and no drawing.
  package func clipped(_ ring: ArraySlice<MapPoint>) -> [MapPoint] {
    var points = Array(ring)
    points = cut(points, by: { $0.x - minX }) { MapBounds.crossing($0, $1, atX: minX) }
    points = cut(points, by: { maxX - $0.x }) { MapBounds.crossing($0, $1, atX: maxX) }
    points = cut(points, by: { $0.y - minY }) { MapBounds.crossing($0, $1, atY: minY) }
    points = cut(points, by: { maxY - $0.y }) { MapBounds.crossing($0, $1, atY: maxY) }
    return points
  }

  private func cut(
    _ points: [MapPoint], by inside: (MapPoint) -> Float,
    crossing: (MapPoint, MapPoint) -> MapPoint
  ) -> [MapPoint] {
    guard var previous = points.last else { return [] }
    var result: [MapPoint] = []
    for point in points {
      let (isInside, wasInside) = (inside(point) >= 0, inside(previous) >= 0)
      if isInside != wasInside { result.append(crossing(previous, point)) }
      if isInside { result.append(point) }
      previous = point
    }
    return result
  }

  private static func crossing(_ a: MapPoint, _ b: MapPoint, atX x: Float) -> MapPoint {
    MapPoint(x: x, y: a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))
  }

  private static func crossing(_ a: MapPoint, _ b: MapPoint, atY y: Float) -> MapPoint {
    MapPoint(x: a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y: y)
  }
}
