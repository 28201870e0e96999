public import Travels

/// A city, town or seat of government.
public struct City: Hashable, Sendable {
  /// What it is called in English, or at home.
  public let name: String
  /// The two letters of its country.
  public let countryCode: String
  /// Where its centre is.
  public let coordinate: Coordinate
  /// How many people live there; 0 if nobody counted.
  public let population: Int

  /// Makes a city of its parts.
  public init(name: String, countryCode: String, coordinate: Coordinate, population: Int) {
    self.name = name
    self.countryCode = countryCode
    self.coordinate = coordinate
    self.population = population
  }
}
