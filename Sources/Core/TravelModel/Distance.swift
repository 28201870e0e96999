import Glibc

extension Coordinate {
  /// The Earth's mean radius, in metres.
  public static let earthRadius = 6_371_008.8
  package static let earthKilometres = earthRadius / 1000
  /// The length of a degree of latitude, in metres.
  public static let degree = earthRadius * .pi / 180

  /// The distance to another place, in metres along the Earth's surface.
  public func distance(to other: Coordinate) -> Double {
    // Unlike the cosine formula, the haversine formula stays exact for places close together.
    let north = sin(radians(other.latitude - latitude) / 2)
    let east = sin(radians(other.longitude - longitude) / 2)
    let square = north * north + cos(radians(latitude)) * cos(radians(other.latitude)) * east * east
    return 2 * Coordinate.earthRadius * asin(min(1, square.squareRoot()))
  }

  package func kilometres(to other: Coordinate) -> Double { distance(to: other) / 1000 }

  /// The position relative to a place nearby, in metres, as on a flat map.
  public func metres(from place: Coordinate) -> (east: Double, north: Double) {
    (
      place.degreesEast(to: self) * cos(radians(place.latitude)) * Coordinate.degree,
      (latitude - place.latitude) * Coordinate.degree
    )
  }

  /// The difference in longitude to another place, in degrees east, by the shorter way.
  public func degreesEast(to other: Coordinate) -> Double {
    Coordinate.wrapped(other.longitude - longitude)
  }

  /// Bounds that contain all places within `radius` metres, and some others.
  ///
  /// Around a pole they span all longitudes; across the date line there are two longitude ranges.
  public func bounds(within radius: Double) -> (
    latitudes: ClosedRange<Double>, longitudes: [ClosedRange<Double>]
  ) {
    // Slightly wider, so that no place is lost to rounding.
    let angle = min(180, max(0, radius) / Coordinate.earthRadius * 180 / .pi + 1e-9)
    let south = latitude - angle
    let north = latitude + angle
    let latitudes = max(-90, south)...min(90, north)
    let everywhere = -180.0...180.0
    guard south > -90, north < 90 else { return (latitudes, [everywhere]) }
    let reach = asin(min(1, sin(radians(angle)) / cos(radians(latitude)))) * 180 / .pi + 1e-9
    let west = longitude - reach
    let east = longitude + reach
    if west < -180 { return (latitudes, [-180...east, (west + 360)...180]) }
    if east > 180 { return (latitudes, [west...180, -180...(east - 360)]) }
    return (latitudes, [west...east])
  }
}

func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
