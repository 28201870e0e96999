public import TravelModel

/// A country or territory.
public struct Country: Sendable {
  /// Its ISO 3166-1 code of two letters, empty if it has none.
  public let code: String
  /// Its names by language code, such as `de`.
  public let names: [String: String]
  /// Where its name is drawn.
  public let label: WorldPoint
  /// The lowest zoom at which its name is drawn.
  public let minimumZoom: Double
  /// The highest zoom at which its name is drawn.
  public let maximumZoom: Double
  /// The priority of its name, the most important first.
  public let rank: Int
  /// The countries that claim this piece of land, if it is disputed.
  let claimants: [Int]

  /// The name in the first of some languages that it has a name in, or else in English.
  public func name(in languages: [String]) -> String { names.text(in: languages) }
}

/// The country of a place.
public enum CountryFinding: Hashable, Sendable {
  /// The sea or a large lake.
  case none
  /// An index in `Outlines.countries`.
  case country(Int)
  /// The indices of at least one claimant in `Outlines.countries`.
  case disputed([Int])
}
