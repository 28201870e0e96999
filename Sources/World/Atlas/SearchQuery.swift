/// A typed query in folded words, with the ways to find a country or province in it.
struct SearchQuery: Sendable {
  /// A way to split the query into the name of a city and that of its country or province.
  struct Reading: Sendable {
    let city: [[UInt8]]
    let area: [[UInt8]]
    /// Whether a comma separates them.
    let isMarked: Bool
  }

  /// All words; fewer after `removeLast`.
  private(set) var words: [[UInt8]]
  let readings: [Reading]
  /// The number of words before the comma, if there is one.
  private let marked: Int?

  /// The longest text that is read, in scalars: longer than any name.
  private static let longestText = 160
  private static let (mostWords, mostAreaWords) = (12, 5)
  init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(SearchQuery.longestText) { scalars.append(scalar) }
    let parts = scalars.split(maxSplits: 1) { Self.isComma($0) }
    let lists = parts.map { part in
      Folding.folded(String(String.UnicodeScalarView(part))).split(separator: 0x20).map(Array.init)
    }
    words = Array(lists.joined().prefix(SearchQuery.mostWords))
    let isMarked = lists.count == 2 && !lists[0].isEmpty && !lists[1].isEmpty
    marked = isMarked ? lists[0].count : nil
    var readings: [Reading] = []
    if isMarked {
      readings.append(Reading(city: lists[0], area: lists[1], isMarked: true))
    } else {
      for count in 1..<max(2, min(words.count, SearchQuery.mostAreaWords) + 1)
      where count <= words.count {
        let city = Array(words.dropLast(count))
        readings.append(Reading(city: city, area: Array(words.suffix(count)), isMarked: false))
      }
    }
    self.readings = readings
  }

  /// Removes the words after the comma, or else the last word; returns false if only one word is
  /// left.
  mutating func removeLast() -> Bool {
    guard words.count > 1 else { return false }
    if let marked, marked < words.count {
      words.removeSubrange(marked...)
    } else {
      words.removeLast()
    }
    return true
  }

  private static func isComma(_ scalar: Unicode.Scalar) -> Bool {
    // The commas of Arabic, Chinese and Japanese are other characters.
    [0x2C, 0x60C, 0x3001, 0xFF0C].contains(scalar.value)
  }
}

/// Folded names of countries besides the usual English ones.
enum CountryAliases {
  static let codes = [
    "usa": "US", "us of a": "US", "america": "US", "united states of america": "US",
    "uk": "GB", "great britain": "GB", "britain": "GB", "england": "GB", "scotland": "GB",
    "wales": "GB", "northern ireland": "GB", "uae": "AE", "emirates": "AE", "holland": "NL",
    "netherlands": "NL", "nederland": "NL", "deutschland": "DE", "osterreich": "AT",
    "schweiz": "CH", "suisse": "CH", "espana": "ES", "italia": "IT", "brasil": "BR",
    "polska": "PL", "sverige": "SE", "norge": "NO", "danmark": "DK", "suomi": "FI",
    "rossija": "RU", "россия": "RU", "russian federation": "RU", "czech republic": "CZ",
    "cesko": "CZ", "cote divoire": "CI", "burma": "MM", "swaziland": "SZ", "macedonia": "MK",
    "turkiye": "TR", "drc": "CD", "dr congo": "CD", "congo": "CG", "cape verde": "CV",
    "east timor": "TL", "korea": "KR", "roc": "TW", "palestine": "PS", "vatican city": "VA",
    "hellas": "GR", "magyarorszag": "HU", "hrvatska": "HR", "srbija": "RS", "eire": "IE",
    "nippon": "JP", "日本": "JP", "中国": "CN", "中國": "CN", "україна": "UA", "ukraina": "UA",
    "ελλαδα": "GR", "macau": "MO", "prc": "CN",
  ]
}
