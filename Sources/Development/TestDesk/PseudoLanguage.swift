import Foundation

/// The language of `data/development/pseudo-translation`: English with accents, longer by a half.
///
/// Walkthroughs look for English texts in it, too: all that a program shows or says comes through here.
public enum PseudoLanguage {
  /// The languages of programs on desks, as gettext takes them; nil for English alone.
  static let languages = ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_LANGUAGE"]
  /// Whether programs on desks speak it.
  public static let isSpoken = languages != nil
  /// Whether they go from right to left, as GTK 4.8 has it from its own translation into Arabic.
  public static let isMirrored = languages?.hasSuffix(":ar") == true

  /// No name that the program carries has it: their accents are part of their letters.
  private static let accent = "\u{301}" as Unicode.Scalar
  /// In lengths of ways, the space does not break lines.
  private static let lengths = [" ~~~~~", "\u{A0}~~~~~"]

  public static func english(_ text: String) -> String {
    var scalars = lengths.reduce(text) { $0.replacing($1, with: "") }.unicodeScalars
    scalars.removeAll { $0 == accent }
    return String(scalars)
  }

  /// The English of what a program says, whichever language it speaks.
  public static func heard(_ text: String) -> String { isSpoken ? english(text) : text }
}
