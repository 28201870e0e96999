import Glibc

public enum CompassPoint: String, CaseIterable, Sendable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// The nearest point to a bearing, in degrees clockwise from north.
  public init(bearing: Double) {
    let turned = fmod(bearing / 45 + 0.5, 8)
    self = CompassPoint.allCases[Int(turned < 0 ? turned + 8 : turned) % 8]
  }
}

/// The position of a place relative to the city most worth naming.
public enum PlaceDescription: Hashable, Sendable {
  /// In a city or at its edge.
  case at(city: Int)
  /// Near a city; the direction is that from the city.
  case near(city: Int, kilometres: Int, direction: CompassPoint)
  /// At sea.
  case sea(String, nearest: Int, kilometres: Int)
  /// Far from every city; the direction is that from the nearest.
  case remote(nearest: Int, kilometres: Int, direction: CompassPoint)
}
