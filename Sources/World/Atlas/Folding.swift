import CGLib

/// Normalises names for searching: lower case, no diacritics, words separated by one space.
public enum Folding {
  /// The folded form, in UTF-8: "São Paulo" and "SAO-PAULO" become "sao paulo".
  public static func folded(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    append(text, to: &folded)
    return folded
  }

  static func append(_ text: String, to folded: inout [UInt8]) {
    let start = folded.count
    var isSpaceDue = false
    for scalar in text.unicodeScalars {
      let letters = scalar.value < known.count ? known[Int(scalar.value)] : letters(of: scalar)
      if letters == space {
        isSpaceDue = folded.count > start
      } else if !letters.isEmpty {
        if isSpaceDue { folded += space }
        isSpaceDue = false
        folded += letters
      }
    }
  }

  private static let space: [UInt8] = [0x20]
  /// The letters of the scalars that most names consist of.
  private static let known = (UInt32(0)..<0x2000).map { letters(of: Unicode.Scalar($0)!) }

  /// What folding leaves of a scalar: nothing, a space, or its letters without their marks.
  private static func letters(of scalar: Unicode.Scalar) -> [UInt8] {
    if dropped.contains(scalar) || scalar.properties.isDefaultIgnorableCodePoint { return [] }
    switch scalar.properties.generalCategory {
    case .modifierSymbol, .enclosingMark: return []
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .dashPunctuation,
      .connectorPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol:
      return space
    default: break
    }
    // Korean syllables are not decomposed.
    if 0xAC00...0xD7A3 ~= scalar.value { return Array(String(scalar).utf8) }
    var parts = [gunichar](repeating: 0, count: longestDecomposition)
    let count = g_unichar_fully_decompose(scalar.value, 1, &parts, gsize(parts.count))
    return parts.prefix(Int(count)).compactMap(Unicode.Scalar.init).flatMap { part -> [UInt8] in
      // Japanese voicing marks change the sound and are kept.
      let marks = part.properties.canonicalCombiningClass
      guard marks == .notReordered || marks == .kanaVoicing, !dropped.contains(part) else {
        return []
      }
      let small = part.properties.lowercaseMapping
      return Array((plain[small] ?? hiragana(part) ?? small).utf8)
    }
  }

  /// The hiragana of a katakana: many search by the letters that are quicker to type.
  private static func hiragana(_ scalar: Unicode.Scalar) -> String? {
    guard 0x30A1...0x30F6 ~= scalar.value else { return nil }
    return Unicode.Scalar(scalar.value - 0x60).map { String($0) }
  }

  private static let longestDecomposition = 18

  /// Apostrophes, full stops and the like are removed: "Xi'an" becomes "xian", "D.C." "dc", and
  /// "サン・パウロ" "さんぱうろ".
  private static let dropped = Set("'.··・‘’‚‛“”„‟′″‴‵‶‷՚՛՜՝՞՟׳״ـ".unicodeScalars)
    .union((UInt32(0x2B0)...0x2FF).compactMap(Unicode.Scalar.init))

  /// The plain forms of letters that Unicode does not decompose.
  private static let plain: [String: String] = {
    let variants = [
      "aɑ", "bɓƀ", "dđðɗɖ", "eəɛǝ", "fƒ", "gɣ", "hħ", "iıɨ", "kƙĸ", "lł", "nŋɲ", "oøɔ", "tŧ",
      "uʉʊ", "yƴ", "σς", "اٱ", "يىیې", "هةھۀە", "كکڪ",
    ]
    var plain = ["ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"]
    for letters in variants.map({ $0.unicodeScalars.map(String.init) }) {
      for letter in letters.dropFirst() { plain[letter] = letters[0] }
    }
    return plain
  }()
}
