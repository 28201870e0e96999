/// A city that a search found.
public struct SearchHit: Hashable, Sendable {
  /// Which city it is.
  public let city: Int
  /// The name by which it was found.
  public let matchedName: String

  /// Makes a hit of its parts.
  public init(city: Int, matchedName: String) {
    self.city = city
    self.matchedName = matchedName
  }
}

extension Gazetteer {
  /// Finds cities by what someone typed so far, the likeliest first.
  public func search(_ text: String, limit: Int) -> [SearchHit] { [] }
}
