import Atlas
import CGLib
import Glibc

/// Sorts names as the user's language does.
package enum Collation {
  /// A name without differences that a search ignores, and a key whose bytes sort it among others.
  package static func forms(of name: String) -> (folded: String, key: String) {
    let folded = folded(name)
    // In the locale C, which knows no alphabet, the folded name is the better key.
    return (folded, hasRules ? key(of: name) ?? folded : folded)
  }

  /// A text without differences that a search ignores, such as case and accents.
  static func folded(_ text: String) -> String {
    String(decoding: Folding.folded(text), as: UTF8.self)
  }

  private static func key(of name: String) -> String? {
    guard let key = g_utf8_collate_key(name, -1) else { return nil }
    defer { g_free(key) }
    // A key is no text: as digits it sorts like its bytes.
    var text: [UInt8] = []
    var place = 0
    while key[place] != 0 {
      let byte = UInt8(bitPattern: key[place])
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      place += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Whether the locale has rules of a language; asked when the first name is sorted, after it was set.
  private static let hasRules: Bool = {
    let locale = setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? "C"
    return locale != "C" && locale != "POSIX" && !locale.hasPrefix("C.")
  }()
}
