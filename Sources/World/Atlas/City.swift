public import TravelModel

/// A city, town or seat of government.
public struct City: Hashable, Sendable {
  /// The name in the user's language, or else the usual one: the English or the local name.
  public let name: String
  /// The ISO 3166-1 code of its country.
  public let countryCode: String
  public let coordinate: Coordinate
  /// The population; 0 if unknown.
  public let population: Int
}
