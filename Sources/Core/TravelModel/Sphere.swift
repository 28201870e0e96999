import Glibc

/// A point of the Earth's surface, or a direction, in radii from its centre.
package struct SpherePoint: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let z: Double

  /// Makes a point from its components.
  package init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Converts a coordinate: z points north, x to the prime meridian.
  package init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
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
    let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
    return x * x + y * y + z * z
  }

  fileprivate func dot(_ other: SpherePoint) -> Double { x * other.x + y * other.y + z * other.z }
}

/// A local frame at a place: x points east, y north, z up.
package struct SphereFrame: Hashable, Sendable {
  package let east: SpherePoint
  package let north: SpherePoint
  package let up: SpherePoint

  /// Makes the frame at a coordinate.
  package init(center: Coordinate) {
    let (latitude, longitude) = (center.latitude * .pi / 180, center.longitude * .pi / 180)
    east = SpherePoint(x: -sin(longitude), y: cos(longitude), z: 0)
    north = SpherePoint(
      x: -sin(latitude) * cos(longitude), y: -sin(latitude) * sin(longitude), z: cos(latitude))
    up = SpherePoint(center)
  }

  /// Converts a point to local coordinates.
  package func local(_ point: SpherePoint) -> SpherePoint {
    SpherePoint(x: point.dot(east), y: point.dot(north), z: point.dot(up))
  }

  /// The coordinate at a bearing (degrees clockwise from north) and a distance (radians).
  package func coordinate(bearing: Double, distance: Double) -> Coordinate {
    let angle = bearing * .pi / 180
    return point(
      SpherePoint(
        x: sin(distance) * sin(angle), y: sin(distance) * cos(angle), z: cos(distance))
    ).coordinate
  }

  /// Converts local coordinates to a point.
  package func point(_ local: SpherePoint) -> SpherePoint {
    SpherePoint(
      x: east.x * local.x + north.x * local.y + up.x * local.z,
      y: east.y * local.x + north.y * local.y + up.y * local.z,
      z: east.z * local.x + north.z * local.y + up.z * local.z)
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
