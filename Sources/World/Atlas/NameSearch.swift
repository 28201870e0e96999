/// Finds countries and landmarks by their names.
public struct NameSearch: Sendable {
  /// A result, by its index in its own list.
  public enum Found: Hashable, Sendable {
    case country(Int)
    case landmark(Int)
  }

  public struct Hit: Sendable {
    public let found: Found
    /// The score, comparable to that of a `SearchHit`.
    public let score: Float
  }

  private var names = FoldedNames()
  private var owners: [Found] = []
  /// How well known the owner of each name is, on the scale of the decimal logarithm of a city's
  /// population.
  private var fame: [Float] = []

  public init(countries: [Country], landmarks: [Landmark]) {
    for (index, country) in countries.enumerated() where !country.code.isEmpty {
      add(country.names, .country(index), NameSearch.fame(ofCountry: country.rank))
    }
    for (index, landmark) in landmarks.enumerated() {
      add(landmark.names, .landmark(index), NameSearch.fame(from: landmark.minimumZoom))
    }
  }

  /// Finds features by a text, possibly incomplete, that is the beginning of a name or consists of
  /// words in it.
  public func search(_ text: String, limit: Int) -> [Hit] {
    let words = SearchQuery(text).words
    guard limit > 0, !words.isEmpty else { return [] }
    var best: [Found: Float] = [:]
    names.visit(words) { name, match in
      let score = Merit.of(match) + fame[name]
      best[owners[name]] = max(best[owners[name]] ?? -.infinity, score)
    }
    return best.map { Hit(found: $0, score: $1) }.sorted { $0.score > $1.score }.prefix(limit)
      .map { $0 }
  }

  private mutating func add(_ names: [String: String], _ owner: Found, _ fame: Float) {
    for name in Set(names.values) {
      self.names.append(name)
      owners.append(owner)
      self.fame.append(fame)
    }
  }

  /// The fame of a country: the greatest ones come before every city.
  private static func fame(ofCountry rank: Int) -> Float { max(4.5, 8.5 - Float(rank) * 0.5) }

  /// The fame of a landmark, by the zoom at which a map first shows it.
  private static func fame(from zoom: Double) -> Float { max(2.5, 7.5 - Float(zoom) * 0.55) }
}
