/// Bounds the length of texts from outside, and removes characters that disturb their display.
///
/// Laying out a line of a megabyte takes GTK ten seconds.
enum BoundedText {
  /// Titles, in characters: more than fits on a screen.
  static let title = 300
  /// Names of people and licences, in characters.
  static let name = 200
  /// Codes of languages, in characters.
  static let language = 20
  /// Addresses, in bytes: servers refuse longer ones.
  static let address = 2048

  /// The text in one line; cut off with an ellipsis if it is longer than `limit`.
  static func bounded(_ text: consuming String, to limit: Int) -> String {
    // Nearly all texts are short and harmless.
    let isShort = text.utf8.count <= limit
    if isShort, !text.unicodeScalars.contains(where: disturbsDisplay) { return text }
    // A single character may be a letter with a million combining accents.
    let scalars = text.unicodeScalars.prefix(scalarsPerCharacter * limit)
    var kept = String.UnicodeScalarView()
    for scalar in scalars { kept.append(disturbsDisplay(scalar) ? " " : scalar) }
    let cleaned = String(kept)
    let isWhole = isShort || scalars.endIndex == text.unicodeScalars.endIndex
    if isWhole, cleaned.count <= limit { return cleaned }
    return cleaned.prefix(limit - 1) + "…"
  }

  /// The address; nil if it is too long, because a shortened one would lead elsewhere.
  static func boundedAddress(_ text: consuming String?) -> String? {
    text?.utf8.count ?? 0 <= address ? text : nil
  }

  /// The most Unicode scalars in a character: what letters with many combining marks need.
  private static let scalarsPerCharacter = 8

  /// Whether a character would break the line, or change the writing direction of the following
  /// text.
  private static func disturbsDisplay(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
