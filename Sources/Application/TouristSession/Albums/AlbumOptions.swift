/// The source that the user chose; the raw values are those of the setting.
public enum SourceChoice: String, CaseIterable, Sendable {
  /// Wikimedia Commons, and postcards where that cannot be reached.
  case automatic
  case commons, flickr, pictures, postcards

  /// The source to ask first.
  public var source: String { self == .automatic ? SourceChoice.commons.rawValue : rawValue }

  /// The source to ask where the first one fails.
  public var fallback: String? {
    self == .automatic ? SourceChoice.postcards.rawValue : nil
  }
}

/// The user's preferences for new albums.
public struct AlbumOptions: Hashable, Sendable {
  public var choice: SourceChoice
  /// The most photos in an album.
  public var count: Int
  /// How far from the pin to search first, in metres; sources search further if they find too few.
  public var radius: Double
  public init(choice: SourceChoice, count: Int, radius: Double) {
    self.choice = choice
    self.count = count
    self.radius = radius
  }
}
