public import TravelModel

/// A city, town or seat of government.
public struct City: Hashable, Sendable {
  /// The English name, or the local one.
  public let name: String
  /// The ISO 3166-1 code of its country.
  public let countryCode: String
  public let coordinate: Coordinate
  /// The population; 0 if unknown.
  public let population: Int
}
