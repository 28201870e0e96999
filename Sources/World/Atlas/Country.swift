public import TravelModel

/// A country or territory.
public struct Country: Sendable {
  /// Its ISO 3166-1 code of two letters, empty if it has none.
  public let code: String
  /// Its names by language code, such as `de`.
  public let names: [String: String]
  /// The point where its name is drawn.
  public let label: WorldPoint
  /// The lowest zoom at which its name is drawn.
  public let minimumZoom: Double
  /// The highest zoom at which its name is drawn.
  public let maximumZoom: Double
  /// The priority of its name, the most important first.
  public let rank: Int
  /// The bounds of the piece of land that its name is drawn on, and of its islands nearby; nil for
  /// a country too small for the coarsest outlines.
  public internal(set) var bounds: MapBounds?
  /// The countries that claim this piece of land, if it is disputed.
  let claimants: [Int]

  /// The name in the first of the languages that has one, or else in English.
  public func name(in languages: [String]) -> String { names.text(in: languages) }
}

extension MapShapes {
  /// The bounds of a country's land around the point of its name; nil if there is none.
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

public enum CountryFinding: Hashable, Sendable {
  /// No country: the sea or a large lake.
  case none
  /// A country, by its index in `Outlines.countries`.
  case country(Int)
  /// At least one claimant, by the indices in `Outlines.countries`.
  case disputed([Int])
}
