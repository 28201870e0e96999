public import Travels

/// A country or territory as the map shows it.
public struct Country: Sendable {
  /// Its ISO 3166-1 code of two letters, empty if it has none.
  public let code: String
  /// Its names by language code, such as `de`.
  public let names: [String: String]
  /// Where its name belongs on the map.
  public let label: WorldPoint
  /// The farthest zoom at which its name is of use.
  public let minimumZoom: Double
  /// The closest zoom at which its name is of use.
  public let maximumZoom: Double
  /// How it ranks among the names of the map, the most important first.
  public let rank: Int
  /// The countries that have a part in this piece of land, if it is nobody's for certain.
  let claimants: [Int]

  /// Chooses the name in the first language that there is one in, or else in English.
  ///
  /// Languages may be codes or whole locales: `pt`, `pt_BR.UTF-8` and `pt-BR` are the same.
  public func name(in languages: [String]) -> String {
    for language in languages {
      let code = language.prefix { $0.isLetter }.lowercased()
      if let name = names[code] { return name }
    }
    return names["en"] ?? ""
  }
}

/// Whose land a place is.
public enum CountryFinding: Hashable, Sendable {
  /// The sea, or a lake that is like one.
  case none
  /// A country, in `Outlines.countries`.
  case country(Int)
  /// Views differ; those known by name, in `Outlines.countries`, of which there is at least one.
  case disputed([Int])
}
