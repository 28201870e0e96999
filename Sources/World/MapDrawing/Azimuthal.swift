package import Atlas
import CCairo
import Glibc
package import TravelModel

/// An azimuthal projection of the Earth, with true directions from its centre: as a globe, or with
/// true distances.
///
/// Poles and the date line are ordinary places. What a globe hides is placed around it, to be
/// clipped away, so that every outline stays closed.
package struct Azimuthal: MapProjection {
  /// The scale of distances from the centre.
  package enum Kind: Sendable {
    /// Orthographic: as seen from afar.
    case globe
    /// Equidistant: distances are true.
    case equidistant
  }

  private let kind: Kind
  private let middle: (x: Double, y: Double)
  /// The Earth's radius in pixels.
  private let radius: Double
  private let frame: SphereFrame
  /// The parts of the square map that can be drawn: two if the date line cuts it.
  package let parts: [MapBounds]

  /// Centres a projection on a coordinate, which is drawn at `middle`; nothing further away than
  /// `reach`, in radians, will be visible.
  package init(
    _ kind: Kind, around center: Coordinate, at middle: (x: Double, y: Double), radius: Double,
    reach: Double = .pi
  ) {
    (self.kind, self.middle, self.radius) = (kind, middle, radius)
    frame = SphereFrame(center: center)
    let (latitudes, longitudes) = center.bounds(
      within: (kind == .globe ? .pi : reach) * Coordinate.earthRadius)
    parts = longitudes.map {
      MapBounds(
        minX: Float($0.lowerBound / 360 + 0.5), minY: Azimuthal.y(latitudes.upperBound),
        maxX: Float($0.upperBound / 360 + 0.5), maxY: Azimuthal.y(latitudes.lowerBound))
    }
  }

  /// The position of a coordinate; nil if it is on the far side of a globe.
  package func position(of coordinate: Coordinate) -> (x: Double, y: Double)? {
    let local = frame.local(SpherePoint(coordinate))
    return kind == .globe && local.z < 0 ? nil : position(local)
  }

  /// The radius of the whole projection, in pixels, including what a globe hides.
  private var outermost: Double { radius * (kind == .globe ? 2 : .pi) }

  package func addLand(
    of shapes: MapShapes, where isWanted: (LandRing) -> Bool, to cairo: OpaquePointer
  ) {
    var reachesSouthernEnd = false
    for ring in shapes.land where isWanted(ring) && parts.contains(where: ring.bounds.meets) {
      addRing(shapes.points[ring.points], to: cairo)
      reachesSouthernEnd = reachesSouthernEnd || ring.bounds.maxY >= Azimuthal.southernEnd
    }
    // The square map ends before the South Pole, but the land continues.
    if reachesSouthernEnd { addRing(Azimuthal.southernCap[...], to: cairo) }
  }

  private func addRing(_ points: ArraySlice<MapPoint>, to cairo: OpaquePointer) {
    var corners: [(x: Double, y: Double)] = []
    corners.reserveCapacity(points.count)
    var isVisible = kind == .equidistant
    eachPoint(of: points) {
      isVisible = isVisible || $0.z > 0
      corners.append(position($0))
    }
    guard isVisible, let first = corners.first else { return }
    cairo_move_to(cairo, first.x, first.y)
    var area = 0.0
    var previous = first
    for corner in corners.dropFirst() {
      cairo_line_to(cairo, corner.x, corner.y)
      area += (previous.x - middle.x) * (corner.y - middle.y)
      area -= (corner.x - middle.x) * (previous.y - middle.y)
      previous = corner
    }
    cairo_close_path(cairo)
    // Land around the far end of the world is outside its outline, which runs the other way.
    if area < -outermost * outermost / 2 {
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, middle.x, middle.y, outermost, 0, 2 * .pi)
      cairo_close_path(cairo)
    }
  }

  package func addLines(of shapes: MapShapes, kind: BorderKind?, to cairo: OpaquePointer) {
    for line in shapes.lines
    where line.kind == kind && parts.contains(where: line.bounds.meets) {
      addPath(to: cairo) { add in eachPoint(of: shapes.points[line.points], add) }
    }
  }

  /// Adds a line through some coordinates, along great circles.
  package func addLine(through coordinates: [Coordinate], to cairo: OpaquePointer) {
    addPath(to: cairo) { add in
      for coordinate in coordinates { add(frame.local(SpherePoint(coordinate))) }
    }
  }

  private func addPath(to cairo: OpaquePointer, _ points: ((SpherePoint) -> Void) -> Void) {
    var previous: (x: Double, y: Double)?
    points { point in
      guard self.kind == .equidistant || point.z >= 0 else {
        previous = nil
        return
      }
      let place = position(point)
      if let previous {
        let step = max(abs(place.x - previous.x), abs(place.y - previous.y))
        // Across the far end of the world, nothing is drawn.
        if step < radius / 2 {
          cairo_line_to(cairo, place.x, place.y)
        } else {
          cairo_move_to(cairo, place.x, place.y)
        }
      } else {
        cairo_move_to(cairo, place.x, place.y)
      }
      previous = place
    }
  }
}

extension Azimuthal {
  /// From this y on, a point belongs to the cut of the square map, and not to a coast.
  private static let southernEnd: Float = 1 - 1e-6
  /// The land around the South Pole, overlapping the edge of the square map a little.
  private static let southernCap = (0...180).map { MapPoint(x: Float($0) / 180, y: 0.9985) }

  /// Longer steps of a line than this, in widths of the world, are subdivided.
  private static let longestStep: Float = 1 / 180
  /// Beyond this cosine, near the far end of the world, directions change quickly; lines get this
  /// many steps there.
  private static let (farEnd, stepsThere) = (-0.9, 24)

  private func eachPoint(of points: ArraySlice<MapPoint>, _ body: (SpherePoint) -> Void) {
    var last: (map: MapPoint, local: SpherePoint)?
    for point in points {
      let local = frame.local(SpherePoint(point))
      if let last {
        let longest = max(abs(point.x - last.map.x), abs(point.y - last.map.y))
        var steps = Int(longest / Azimuthal.longestStep) + 1
        if local.z < Azimuthal.farEnd, last.local.z < Azimuthal.farEnd,
          abs(local.bearing - last.local.bearing) > 0.3
        {
          steps = max(steps, Azimuthal.stepsThere)
        }
        for step in 1..<max(1, steps) {
          let part = Float(step) / Float(steps)
          body(
            frame.local(
              SpherePoint(
                MapPoint(
                  x: last.map.x + (point.x - last.map.x) * part,
                  y: last.map.y + (point.y - last.map.y) * part))))
        }
      }
      body(local)
      last = (point, local)
    }
  }

  private func position(_ point: SpherePoint) -> (x: Double, y: Double) {
    let offset = (point.x * point.x + point.y * point.y).squareRoot()
    let distance =
      switch kind {
      case .globe: point.z >= 0 ? offset : 2 - offset
      case .equidistant: atan2(offset, point.z)
      }
    let factor = offset > 1e-12 ? radius * distance / offset : point.z > 0 ? 0 : outermost / 1e-12
    let (x, y) = offset > 1e-12 ? (point.x, point.y) : (1e-12, 0)
    return (middle.x + x * factor, middle.y - y * factor)
  }

  private static func y(_ latitude: Double) -> Float {
    Float(Mercator.project(Coordinate(latitude: latitude, longitude: 0)!).y)
  }
}

extension SpherePoint {
  fileprivate init(_ point: MapPoint) {
    let sine = tanh(.pi * (1 - 2 * Double(point.y)))
    let cosine = (1 - sine * sine).squareRoot()
    let longitude = (Double(point.x) - 0.5) * 2 * .pi
    self.init(x: cosine * cos(longitude), y: cosine * sin(longitude), z: sine)
  }
}
