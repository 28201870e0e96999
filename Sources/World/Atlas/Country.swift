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
  /// What is around the piece of land that its name is drawn on, and around its islands nearby; nil
  /// for a country too small for the coarsest outlines.
  public internal(set) var bounds: MapBounds?
  /// The countries that claim this piece of land, if it is disputed.
  let claimants: [Int]

  /// The name in the first of some languages that it has a name in, or else in English.
  public func name(in languages: [String]) -> String { names.text(in: languages) }
}

extension MapShapes {
  /// What is around the land of a country that a name at a point stands on; nil where there is none.
  func bounds(ofCountry country: Int, near label: WorldPoint) -> MapBounds? {
    let point = MapPoint(x: Float(label.x), y: Float(label.y))
    let rings = land.filter { $0.country == country }.map(\.bounds)
    guard let main = rings.first(where: { $0.contains(point) }) ?? rings.first else { return nil }
    let (width, height) = (main.maxX - main.minX, main.maxY - main.minY)
    let near = MapBounds(
      minX: main.minX - width / 2, minY: main.minY - height / 2, maxX: main.maxX + width / 2,
      maxY: main.maxY + height / 2)
    return rings.filter(near.meets).reduce(main) { $0.union($1) }
  }
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
