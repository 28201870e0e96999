import Glibc

/// One of the eight directions that a place can lie in.
public enum CompassPoint: String, CaseIterable, Sendable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// The direction nearest to a bearing, in degrees clockwise from north.
  public init(bearing: Double) {
    let turned = fmod(bearing / 45 + 0.5, 8)
    self = CompassPoint.allCases[Int(turned < 0 ? turned + 8 : turned) % 8]
  }
}

/// Where a point is, in terms of the place most worth naming.
public enum PlaceDescription: Hashable, Sendable {
  /// In a city or at its edge.
  case at(city: Int)
  /// So far from a city, in this direction as seen from it.
  case near(city: Int, kilometres: Int, direction: CompassPoint)
  /// On a sea, and this far from the nearest city.
  case sea(Sea, nearest: Int, kilometres: Int)
  /// Far from everything, in this direction as seen from the nearest city.
  case remote(nearest: Int, kilometres: Int, direction: CompassPoint)
}
