import Glibc

/// Finds countries and landmarks by their names.
public struct NameSearch: Sendable {
  /// What was found, by its index in the list that it came from.
  public enum Found: Hashable, Sendable {
    case country(Int)
    case landmark(Int)
  }

  public struct Hit: Sendable {
    public let found: Found
    /// Comparable to that of a `SearchHit`.
    public let score: Float
  }

  private var keys: [UInt8] = []
  private var keyStarts = [0]
  private var owners: [Found] = []
  /// How well known what has the name is, like the decimal logarithm of a city's population.
  private var fame: [Float] = []

  /// Whatever is longer, in bytes, is no name.
  private static let longestKey = 255

  public init(countries: [Country], landmarks: [Landmark]) {
    for (index, country) in countries.enumerated() where !country.code.isEmpty {
      add(country.names, .country(index), NameSearch.fame(ofCountry: country.rank))
    }
    for (index, landmark) in landmarks.enumerated() {
      add(landmark.names, .landmark(index), NameSearch.fame(from: landmark.minimumZoom))
    }
  }

  /// Finds what has a name that the text, which may be incomplete, begins or has the words of.
  public func search(_ text: String, limit: Int) -> [Hit] {
    let words = SearchQuery(text).words
    guard limit > 0, !words.isEmpty else { return [] }
    let whole = Array(words.joined(separator: [0x20]))
    var best: [Found: Float] = [:]
    keys.withUnsafeBufferPointer { keys in
      for name in owners.indices {
        let key = UnsafeBufferPointer(rebasing: keys[keyStarts[name]..<keyStarts[name + 1]])
        guard let merit = NameSearch.merit(of: key, whole, words) else { continue }
        best[owners[name]] = max(best[owners[name]] ?? -.infinity, merit + fame[name])
      }
    }
    return best.map { Hit(found: $0, score: $1) }.sorted { $0.score > $1.score }.prefix(limit)
      .map { $0 }
  }

  private mutating func add(_ names: [String: String], _ owner: Found, _ fame: Float) {
    for key in Set(names.values.map(Folding.folded)) where 1...NameSearch.longestKey ~= key.count {
      keys += key
      keyStarts.append(keys.count)
      owners.append(owner)
      self.fame.append(fame)
    }
  }

  /// The greatest countries come before every city.
  private static func fame(ofCountry rank: Int) -> Float { max(4.5, 8.5 - Float(rank) * 0.5) }

  /// What a map shows first is known best.
  private static func fame(from zoom: Double) -> Float { max(2.5, 7.5 - Float(zoom) * 0.55) }

  private static func merit(
    of key: UnsafeBufferPointer<UInt8>, _ whole: [UInt8], _ words: [[UInt8]]
  ) -> Float? {
    if begins(key, at: 0, with: whole) {
      return key.count == whole.count ? Merit.whole : Merit.beginning
    }
    // Each word of the query begins another word of the name.
    var taken: UInt64 = 0
    for word in words {
      var place = 0
      var bit: UInt64 = 1
      var isFound = false
      while place < key.count, !isFound {
        if taken & bit == 0, begins(key, at: place, with: word) {
          taken |= bit
          isFound = true
        }
        while place < key.count, key[place] != 0x20 { place += 1 }
        place += 1
        bit <<= 1
      }
      if !isFound { return nil }
    }
    return Merit.words
  }

  @inline(__always)
  private static func begins(
    _ key: UnsafeBufferPointer<UInt8>, at place: Int, with word: [UInt8]
  ) -> Bool {
    place + word.count <= key.count && key[place] == word[0]
      && memcmp(key.baseAddress! + place, word, word.count) == 0
  }
}
