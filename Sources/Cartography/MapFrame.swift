package import Atlas
import CCairo

/// Where a drawing shows the world, whatever its projection.
package protocol MapProjection: Sendable {
  /// Adds the outlines of some land to the path, each turning the same way.
  func addLand(
    of shapes: MapShapes, where isWanted: (LandRing) -> Bool, to cairo: OpaquePointer)
  /// Adds the coasts, or the borders of a kind, to the path.
  func addLines(of shapes: MapShapes, kind: BorderKind?, to cairo: OpaquePointer)
}

/// An upright part of the square world map, drawn straight.
struct MapFrame: MapProjection {
  let bounds: MapBounds
  private let left: Double
  private let top: Double
  private let pixelsPerWorld: Double

  /// Frames a square of the map, drawing so far beyond it as what reaches in from there needs.
  init(left: Double, top: Double, side: Double, pixels: Double, margin: Double) {
    self.left = left
    self.top = top
    pixelsPerWorld = pixels / side
    bounds = MapBounds(
      minX: Float(left - margin), minY: Float(top - margin), maxX: Float(left + side + margin),
      maxY: Float(top + side + margin))
  }

  func addLand(
    of shapes: MapShapes, where isWanted: (LandRing) -> Bool, to cairo: OpaquePointer
  ) {
    for ring in shapes.land where ring.bounds.meets(bounds) && isWanted(ring) {
      let corners = bounds.clipped(shapes.points[ring.points])
      guard corners.count > 2 else { continue }
      let first = position(of: corners[0])
      cairo_move_to(cairo, first.x, first.y)
      for corner in corners.dropFirst() {
        let place = position(of: corner)
        cairo_line_to(cairo, place.x, place.y)
      }
      cairo_close_path(cairo)
    }
  }

  func addLines(of shapes: MapShapes, kind: BorderKind?, to cairo: OpaquePointer) {
    for line in shapes.lines where line.kind == kind && line.bounds.meets(bounds) {
      addPath(shapes.points[line.points], to: cairo)
    }
  }

  /// Adds the parts of a line that come near the frame.
  private func addPath(_ points: ArraySlice<MapPoint>, to cairo: OpaquePointer) {
    guard var previous = points.first else { return }
    var isDrawing = false
    for point in points.dropFirst() {
      if mayCross(previous, point) {
        if !isDrawing {
          let start = position(of: previous)
          cairo_move_to(cairo, start.x, start.y)
        }
        let end = position(of: point)
        cairo_line_to(cairo, end.x, end.y)
        isDrawing = true
      } else {
        isDrawing = false
      }
      previous = point
    }
  }

  private func position(of point: MapPoint) -> (x: Double, y: Double) {
    ((Double(point.x) - left) * pixelsPerWorld, (Double(point.y) - top) * pixelsPerWorld)
  }

  private func mayCross(_ a: MapPoint, _ b: MapPoint) -> Bool {
    max(a.x, b.x) >= bounds.minX && min(a.x, b.x) <= bounds.maxX && max(a.y, b.y) >= bounds.minY
      && min(a.y, b.y) <= bounds.maxY
  }
}

extension MapBounds {
  /// The part of a ring within the bounds: each side of the bounds cuts off what is beyond it, so
  /// that what is far away costs a comparison and no drawing.
  func clipped(_ ring: ArraySlice<MapPoint>) -> [MapPoint] {
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
