/// How long texts from outside may be, in characters, and what may stand in them.
///
/// Services and foreign libraries may hold texts of any length; a line of a megabyte takes the
/// toolkit ten seconds to lay out.
enum ShownText {
  /// More than a screen has room for.
  static let title = 300
  /// More than any person or club is called.
  static let name = 200
  /// Longer addresses are refused by servers.
  static let address = 2048

  /// A text in one line, which ends with an ellipsis where it was longer than `limit`.
  static func bounded(_ text: String, to limit: Int) -> String {
    // Nearly all texts are short and harmless, and are passed on as they are.
    let isShort = text.utf8.count <= limit
    if isShort, !text.unicodeScalars.contains(where: isUnwelcome) { return text }
    // A single character may be a letter with a million accents.
    let scalars = text.unicodeScalars.prefix(scalarsPerCharacter * limit)
    var kept = String.UnicodeScalarView()
    for scalar in scalars { kept.append(isUnwelcome(scalar) ? " " : scalar) }
    let cleaned = String(kept)
    let isWhole = isShort || scalars.endIndex == text.unicodeScalars.endIndex
    if isWhole, cleaned.count <= limit { return cleaned }
    return cleaned.prefix(limit - 1) + "…"
  }

  /// An address, or nil where it is longer than any: the beginning of one leads elsewhere.
  static func boundedAddress(_ text: String?) -> String? {
    text.flatMap { $0.utf8.count <= address ? $0 : nil }
  }

  /// As many as letters of the scripts with the most marks have.
  private static let scalarsPerCharacter = 8

  /// Tells whether a character would break the line, or turn the direction of what follows it.
  private static func isUnwelcome(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
