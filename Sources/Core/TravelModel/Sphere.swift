import Glibc

/// A point of the Earth's surface, or a direction, in radii from its centre.
package typealias SpherePoint = SIMD3<Double>

extension SpherePoint {
  /// Converts a coordinate: z points north, x to the prime meridian.
  package init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (radians(coordinate.latitude), radians(coordinate.longitude))
    self.init(
      x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }

  /// The coordinate of the point.
  package var coordinate: Coordinate {
    Coordinate(
      latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
      longitude: atan2(y, x) * 180 / .pi)!
  }

  /// The direction in the plane of x and y, in radians.
  package var bearing: Double { atan2(y, x) }

  /// The square of the straight distance to another point, which sorts like the distance.
  package func squaredChord(to other: SpherePoint) -> Double {
    let way = self - other
    return way.x * way.x + way.y * way.y + way.z * way.z
  }
}

/// A local frame at a place: x points east, y north, z up.
package struct SphereFrame: Hashable, Sendable {
  package let east: SpherePoint
  package let north: SpherePoint
  package let up: SpherePoint

  /// Makes the frame at a coordinate.
  package init(center: Coordinate) {
    let (latitude, longitude) = (radians(center.latitude), radians(center.longitude))
    east = SpherePoint(x: -sin(longitude), y: cos(longitude), z: 0)
    north = SpherePoint(
      x: -sin(latitude) * cos(longitude), y: -sin(latitude) * sin(longitude), z: cos(latitude))
    up = SpherePoint(center)
  }

  /// Converts a point to local coordinates.
  package func local(_ point: SpherePoint) -> SpherePoint {
    SpherePoint(x: (point * east).sum(), y: (point * north).sum(), z: (point * up).sum())
  }

  /// The coordinate at a bearing (degrees clockwise from north) and a distance (radians).
  package func coordinate(bearing: Double, distance: Double) -> Coordinate {
    let angle = radians(bearing)
    return point(
      SpherePoint(
        x: sin(distance) * sin(angle), y: sin(distance) * cos(angle), z: cos(distance))
    ).coordinate
  }

  /// Converts local coordinates to a point.
  package func point(_ local: SpherePoint) -> SpherePoint {
    east * local.x + north * local.y + up * local.z
  }
}

extension Coordinate {
  /// The initial bearing to another place, in degrees clockwise from north, 0..<360.
  package func bearing(to other: Coordinate) -> Double {
    let local = SphereFrame(center: self).local(SpherePoint(other))
    let bearing = atan2(local.x, local.y) * 180 / .pi
    return bearing < 0 ? bearing + 360 : bearing
  }
}
