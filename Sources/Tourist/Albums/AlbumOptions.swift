/// Where the user wants photos to come from; the raw values are those of the setting.
public enum SourceChoice: String, CaseIterable, Sendable {
  /// Wikimedia Commons, and postcards where that cannot be reached.
  case automatic
  case commons, flickr, pictures, postcards

  /// The source that is asked first.
  public var source: String { self == .automatic ? SourceChoice.commons.rawValue : rawValue }

  /// The source that is asked where the first cannot be reached.
  public var standIn: String? {
    self == .automatic ? SourceChoice.postcards.rawValue : nil
  }
}

/// How the user wants albums to be.
public struct AlbumOptions: Hashable, Sendable {
  /// Where photos come from.
  public var choice: SourceChoice
  /// How many photos an album has at most.
  public var count: Int
  /// How far from the pin photos may be, in metres, before too few are near.
  public var radius: Double

  /// Makes options.
  public init(choice: SourceChoice, count: Int, radius: Double) {
    self.choice = choice
    self.count = count
    self.radius = radius
  }
}
