/// A source of photos, as users choose it; the raw values are those of the setting and, for each photo,
/// of the library, so they must never change.
public enum SourceChoice: String, CaseIterable, Sendable {
  /// Wikimedia Commons, and postcards where that cannot be reached.
  case automatic
  case commons, flickr, panoramax, pictures, postcards

  /// The source to ask first.
  public var source: String { self == .automatic ? SourceChoice.commons.rawValue : rawValue }

  /// The source to ask where the first one fails.
  public var fallback: String? {
    self == .automatic ? SourceChoice.postcards.rawValue : nil
  }
}
