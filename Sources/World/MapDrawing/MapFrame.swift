package import Atlas
import CCairo

/// Maps the world to a drawing, in some projection.
package protocol MapProjection: Sendable {
  /// Adds the outlines of land to the path, all with the same winding.
  func addLand(of shapes: MapShapes, where isWanted: (LandRing) -> Bool, to cairo: OpaquePointer)
  /// Adds the coasts, or the borders of a kind, to the path.
  func addLines(of shapes: MapShapes, kind: BorderKind?, to cairo: OpaquePointer)
}

/// A rectangle of the square world map, drawn without distortion.
struct MapFrame: MapProjection {
  let bounds: MapBounds
  private let left: Double
  private let top: Double
  let pixelsPerWorld: Double
  /// Points of lines closer than this to the one before are left out, because nobody could tell.
  private let leastStep: Float

  /// Frames a rectangle of the map, with sides in widths of the world.
  ///
  /// A margin is drawn around it, for lines that reach in from there.
  init(
    left: Double, top: Double, width: Double, height: Double, pixelsPerWorld: Double,
    margin: Double, leastPixels: Double = 0
  ) {
    leastStep = Float(leastPixels / pixelsPerWorld)
    (self.left, self.top, self.pixelsPerWorld) = (left, top, pixelsPerWorld)
    bounds = MapBounds(
      minX: Float(left - margin), minY: Float(top - margin), maxX: Float(left + width + margin),
      maxY: Float(top + height + margin))
  }

  func addLand(of shapes: MapShapes, where isWanted: (LandRing) -> Bool, to cairo: OpaquePointer) {
    for ring in shapes.land where ring.bounds.meets(bounds) && isWanted(ring) {
      addRing(shapes.points[ring.points], in: ring.bounds, to: cairo)
    }
  }

  /// Adds the part of a ring that is within the frame; `extent` are the ring's bounds.
  func addRing(_ ring: ArraySlice<MapPoint>, in extent: MapBounds, to cairo: OpaquePointer) {
    let corners = bounds.contains(extent) ? ring : bounds.clipped(ring)[...]
    guard corners.count > 2 else { return }
    let first = position(of: corners[corners.startIndex])
    cairo_move_to(cairo, first.x, first.y)
    for corner in corners.dropFirst() {
      let place = position(of: corner)
      cairo_line_to(cairo, place.x, place.y)
    }
    cairo_close_path(cairo)
  }

  func addLines(of shapes: MapShapes, kind: BorderKind?, to cairo: OpaquePointer) {
    for line in shapes.lines where line.kind == kind && line.bounds.meets(bounds) {
      addPath(shapes.points[line.points], to: cairo)
    }
  }

  /// Adds the parts of a line that come near the frame.
  func addPath(_ points: ArraySlice<MapPoint>, to cairo: OpaquePointer) {
    guard var previous = points.first else { return }
    var isDrawing = false
    for (index, point) in zip(points.indices, points).dropFirst() {
      if index < points.endIndex - 1, isNear(previous, point) { continue }
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

  func x(ofPixel pixel: Double) -> Double { left + pixel / pixelsPerWorld }
  func y(ofPixel pixel: Double) -> Double { top + pixel / pixelsPerWorld }

  private func position(of point: MapPoint) -> (x: Double, y: Double) {
    ((Double(point.x) - left) * pixelsPerWorld, (Double(point.y) - top) * pixelsPerWorld)
  }

  private func isNear(_ a: MapPoint, _ b: MapPoint) -> Bool {
    abs(a.x - b.x) < leastStep && abs(a.y - b.y) < leastStep
  }

  private func mayCross(_ a: MapPoint, _ b: MapPoint) -> Bool {
    max(a.x, b.x) >= bounds.minX && min(a.x, b.x) <= bounds.maxX && max(a.y, b.y) >= bounds.minY
      && min(a.y, b.y) <= bounds.maxY
  }
}
