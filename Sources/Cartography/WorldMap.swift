package import Atlas
import CCairo
import Glibc
package import Travels

/// The whole world in the Equal Earth projection, around any meridian.
package struct WorldMap: MapProjection {
  /// The meridian in the middle, in degrees.
  package let meridian: Double
  private let middle: (x: Double, y: Double)
  private let scale: Double

  /// Half the width and height of the world, in radii of the Earth.
  private static let (halfWidth, halfHeight) = (2.7066, 1.3173627591574)
  /// The width of the map by its height.
  package static let aspect = halfWidth / halfHeight

  /// Draws the world so wide, with its middle at a point.
  package init(meridian: Double, at middle: (x: Double, y: Double), width: Double) {
    self.meridian = meridian
    self.middle = middle
    scale = width / 2 / WorldMap.halfWidth
  }

  /// Where a coordinate is.
  package func position(of coordinate: Coordinate) -> (x: Double, y: Double) {
    var turn = coordinate.longitude - meridian
    if turn >= 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    return position(sine: sin(coordinate.latitude * .pi / 180), turn: turn * .pi / 180)
  }

  /// Where a latitude meets a meridian so many degrees from the middle, -180...180.
  package func position(latitude: Double, turn: Double) -> (x: Double, y: Double) {
    position(sine: sin(latitude * .pi / 180), turn: turn * .pi / 180)
  }

  /// Adds the edge of the world to the path.
  package func addEdge(to cairo: OpaquePointer) {
    cairo_new_sub_path(cairo)
    for latitude in -90...90 { line(to: position(latitude: Double(latitude), turn: 180), cairo) }
    for latitude in -90...90 { line(to: position(latitude: -Double(latitude), turn: -180), cairo) }
    cairo_close_path(cairo)
  }

  package func addLand(
    of shapes: MapShapes, where isWanted: (LandRing) -> Bool, to cairo: OpaquePointer
  ) {
    for (bounds, shift) in copies {
      for ring in shapes.land where ring.bounds.meets(bounds) && isWanted(ring) {
        let points = bounds.clipped(shapes.points[ring.points])
        guard points.count > 2 else { continue }
        cairo_new_sub_path(cairo)
        eachPoint(of: points[...]) { line(to: position($0, shift: shift), cairo) }
        cairo_close_path(cairo)
      }
    }
  }

  package func addLines(of shapes: MapShapes, kind: BorderKind?, to cairo: OpaquePointer) {
    for (bounds, shift) in copies {
      for line in shapes.lines where line.kind == kind && line.bounds.meets(bounds) {
        cairo_new_sub_path(cairo)
        eachPoint(of: shapes.points[line.points]) {
          if $0.x >= bounds.minX, $0.x <= bounds.maxX {
            self.line(to: position($0, shift: shift), cairo)
          } else {
            cairo_new_sub_path(cairo)
          }
        }
      }
    }
  }

  /// Adds a line through some coordinates, interrupted where it leaves the map on one side.
  package func addLine(through coordinates: [Coordinate], to cairo: OpaquePointer) {
    cairo_new_sub_path(cairo)
    var last: Double?
    for coordinate in coordinates {
      let place = position(of: coordinate)
      if let last, abs(place.x - last) > scale { cairo_new_sub_path(cairo) }
      line(to: place, cairo)
      last = place.x
    }
  }
}

extension WorldMap {
  /// The parts of the square map that are shown, and how far they are moved.
  private var copies: [(bounds: MapBounds, shift: Double)] {
    let west = meridian / 360
    return [-1.0, 0, 1].compactMap { shift in
      guard west + shift < 1, west + shift + 1 > 0 else { return nil }
      let bounds = MapBounds(
        minX: Float(west + shift), minY: 0, maxX: Float(west + shift + 1), maxY: 1)
      return (bounds, -shift)
    }
  }

  private func eachPoint(of points: ArraySlice<MapPoint>, _ body: (MapPoint) -> Void) {
    var last: MapPoint?
    for point in points {
      if let last {
        let steps = Int(max(abs(point.x - last.x), abs(point.y - last.y)) * 60) + 1
        for step in 1..<max(1, steps) {
          let part = Float(step) / Float(steps)
          body(
            MapPoint(x: last.x + (point.x - last.x) * part, y: last.y + (point.y - last.y) * part))
        }
      }
      body(point)
      last = point
    }
  }

  private func position(_ point: MapPoint, shift: Double) -> (x: Double, y: Double) {
    let sine = point.y < 1 - 1e-6 ? tanh(.pi * (1 - 2 * Double(point.y))) : -1
    let turn = (Double(point.x) + shift - 0.5) * 360 - meridian
    return position(sine: sine, turn: turn * .pi / 180)
  }

  private func position(sine: Double, turn: Double) -> (x: Double, y: Double) {
    let angle = asin(min(1, max(-1, sine * 3.0.squareRoot() / 2)))
    let x = 2 * 3.0.squareRoot() / 3 * turn * cos(angle) / WorldMap.slope(angle)
    let y = WorldMap.height(angle)
    return (middle.x + x * scale, middle.y - y * scale)
  }

  private func line(to place: (x: Double, y: Double), _ cairo: OpaquePointer) {
    cairo_line_to(cairo, place.x, place.y)
  }
}

extension WorldMap {
  /// The latitude at a height of the drawing, in radians, and how far a pixel goes there.
  package func parallel(atY y: Double) -> (latitude: Double, radiansPerPixel: Double) {
    let height = min(WorldMap.halfHeight, max(-WorldMap.halfHeight, (middle.y - y) / scale))
    var angle = height / 1.3
    for _ in 0..<6 {
      angle -= (WorldMap.height(angle) - height) / WorldMap.slope(angle)
    }
    let sine = min(1, max(-1, sin(angle) * 2 / 3.0.squareRoot()))
    let width = 2 * 3.0.squareRoot() / 3 * cos(angle) / WorldMap.slope(angle)
    return (asin(sine), 1 / (width * scale))
  }

  fileprivate static func height(_ angle: Double) -> Double {
    let (two, six) = (angle * angle, angle * angle * angle * angle * angle * angle)
    return angle * (1.340264 - 0.081106 * two + 0.000893 * six + 0.003796 * six * two)
  }

  fileprivate static func slope(_ angle: Double) -> Double {
    let (two, six) = (angle * angle, angle * angle * angle * angle * angle * angle)
    return 1.340264 - 3 * 0.081106 * two + 7 * 0.000893 * six + 9 * 0.003796 * six * two
  }
}
