import Atlas
import CGLib
import Glibc

/// Sorts names as the user's language does.
package enum Collation {
  package static func key(of name: String) -> CollationKey {
    // In the locale C, which knows no alphabet, the folded name is the better key.
    guard hasRules, let key = g_utf8_collate_key(name, -1) else {
      return CollationKey(bytes: Folding.folded(name))
    }
    defer { g_free(key) }
    let bytes = UnsafeRawBufferPointer(start: key, count: strlen(key))
    return CollationKey(bytes: Array(bytes))
  }

  /// A text without differences that a search ignores, such as case and accents.
  static func folded(_ text: String) -> String {
    String(decoding: Folding.folded(text), as: UTF8.self)
  }

  /// Whether the locale has rules of a language; asked when the first name is sorted, after it was set.
  private static let hasRules: Bool = {
    let locale = setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? "C"
    return locale != "C" && locale != "POSIX" && !locale.hasPrefix("C.")
  }()
}

/// Bytes that sort a name among others; they are no text.
package struct CollationKey: Comparable, Sendable {
  let bytes: [UInt8]

  /// The key behind those of all names.
  static let last = CollationKey(bytes: [0xFF])

  package static func < (one: CollationKey, other: CollationKey) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
