/// Tells by their script which of a city's names are Japanese, Chinese or Arabic.
///
/// The gazetteer does not say what language a name is in. But only Japanese is written in
/// syllables, in China all names in Chinese characters are Chinese, and other languages in Arabic
/// letters use additional ones.
enum ScriptNames {
  /// The countries in which a language of another script is at home.
  static let homes: [String: Set<String>] = [
    "ar": [
      "AE", "BH", "DZ", "EG", "IQ", "JO", "KW", "LB", "LY", "MA", "MR", "OM", "PS", "QA", "SA",
      "SD", "SY", "TN", "YE",
    ],
    "ja": ["JP"], "zh": ["CN"],
  ]

  /// The name in a language of a city in a country; nil if none can be told.
  static func name(in language: String, of names: [String], country: String) -> String? {
    switch language {
    case "ar": arabic(names)
    case "ja": country == "JP" ? ownJapanese(names) : japanese(names)
    case "zh": country == "CN" ? chinese(names) : nil
    default: nil
    }
  }

  static func isWritten(_ text: String, in language: String) -> Bool {
    let scalars = text.unicodeScalars
    return switch language {
    case "ar": scalars.contains(where: isArabic) && !scalars.contains(where: isPlainLatin)
    case "ja":
      scalars.contains { isHan($0) || isKana($0) } && !scalars.contains(where: isPlainLatin)
    case "zh": scalars.contains(where: isHan) && !scalars.contains(where: isPlainLatin)
    default:
      scalars.allSatisfy {
        !$0.properties.isAlphabetic || $0.value < 0x300 || 0x1E00..<0x1F00 ~= $0.value
      }
    }
  }

  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool { 0x621...0x64A ~= scalar.value }
  private static func isHan(_ scalar: Unicode.Scalar) -> Bool { 0x3400...0x9FFF ~= scalar.value }
  private static func isKana(_ scalar: Unicode.Scalar) -> Bool { 0x3041...0x30FF ~= scalar.value }
  private static func isPlainLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// Whether a text comes before another: the shorter one or, of equal lengths, the first by
  /// letters.
  private static func isBefore(_ text: String, _ other: String) -> Bool {
    (text.count, text) < (other.count, other)
  }

  /// The only name in the letters of Arabic itself or, if several differ only in vowels, the
  /// fullest of them.
  private static func arabic(_ names: [String]) -> String? {
    let own = names.filter { name in
      name.unicodeScalars.contains(where: isArabic)
        && name.unicodeScalars.allSatisfy {
          isArabic($0) && $0.value != 0x640 || 0x64B...0x652 ~= $0.value
            || " -".unicodeScalars.contains($0)
        }
    }
    if own.count < 2 { return own.first }
    let spellings = Dictionary(grouping: own) { $0.filter { !"اويىهةأإآئؤء ".contains($0) } }.values
    guard let greatest = spellings.map(\.count).max(), greatest > 1 else { return nil }
    let alike = spellings.filter { $0.count == greatest }
    guard alike.count == 1 else { return nil }
    // Names in Persian and Urdu have fewer vowels, and these letters in other positions.
    let likely = alike[0].filter { !$0.hasSuffix("ه") && !$0.contains("ئ") }
    return (likely.isEmpty ? alike[0] : likely).max(by: isBefore)
  }

  /// The name of a city outside Japan: the shortest one in syllables.
  private static func japanese(_ names: [String]) -> String? {
    names.filter { name in
      name.unicodeScalars.contains(where: isKana)
        && name.unicodeScalars.allSatisfy {
          0x30A0...0x30FF ~= $0.value || "＝-　 ".unicodeScalars.contains($0)
        }
    }.min(by: isBefore)
  }

  /// The name of a city in Japan: the one that ends with its kind, if the table has it with and
  /// without.
  private static func ownJapanese(_ names: [String]) -> String? {
    let own = names.filter { isWritten($0, in: "ja") && $0.unicodeScalars.contains(where: isHan) }
    let full = own.filter { name in
      name.count > 1 && "市区町村".contains(name.last!) && own.contains(String(name.dropLast()))
    }
    return full.min(by: isBefore) ?? (own.count == 1 ? own[0] : nil)
  }

  /// The name of a city in China, without its kind: the one that most of its names share.
  private static func chinese(_ names: [String]) -> String? {
    let own = names.filter { $0.unicodeScalars.allSatisfy(isHan) && !$0.hasPrefix("中国") }
      .map { $0.count > 2 && $0.hasSuffix("市") ? String($0.dropLast()) : $0 }
    let counts = Dictionary(own.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.keys.filter { counts[$0] == counts.values.max() }.min(by: isBefore)
  }
}
