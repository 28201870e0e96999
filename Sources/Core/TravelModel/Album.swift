/// The state of a pin's album besides its photos.
public struct AlbumInfo: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    /// No search was ever started.
    case notSearched
    /// A search is running, or will be resumed at the next start.
    case searching
    /// The last search ended, perhaps without a single photo.
    case found
    /// The last search failed; the album keeps the photos it had.
    case failed(SourceFailure)
  }

  public var state = State.notSearched
  /// The source of the photos; nil before the first answer.
  public var source: String?
  /// How many photos of the place the source has.
  public var total = 0
  /// Whether the source has more photos than it lists.
  public var hasUnlisted = false
  /// How far from the place the source looked, in metres; nil for sources without a search radius.
  public var radius: Double?
  /// Whether the user had seen all of the source's photos, so that the album starts over with them.
  public var hasBegunAgain = false
  /// Why a fallback source was used; nil if the first source has answered.
  public var fallbackReason: SourceFailure?
  /// The source's category that the photos are of; nil for photos around the place.
  public var category: String?

  public init() {}
}

/// Photos of a place in an answer of a source.
public struct PhotoSlice: Hashable, Sendable {
  /// The photos; fewer than requested only if the source has no more unseen ones.
  public var photos: [PhotoDetails]
  /// The source's next photos, which can replace near copies.
  public var spares: [PhotoDetails] = []
  /// How many photos the source has in all, including those already seen.
  public var total: Int
  /// Whether the source has more photos than it lists.
  public var hasUnlisted = false
  /// How far from the place the source looked, in metres; nil for sources without a search radius.
  public var radius: Double?
  /// Whether all photos had been seen, so that these are repeated.
  public var hasBegunAgain = false
  /// The source's bookmark, from which the next search continues.
  public var bookmark: String?
  public init(photos: [PhotoDetails], total: Int? = nil, radius: Double? = nil) {
    self.photos = photos
    self.total = total ?? photos.count
    self.radius = radius
  }
}

public struct NewAlbum: Hashable, Sendable {
  public let source: String
  public var slice: PhotoSlice
  /// Why a fallback source was used; nil if the first source has answered.
  public var fallbackReason: SourceFailure?
  /// The source's category that the photos are of; nil for photos around the place.
  public var category: String?
  public init(
    source: String, slice: PhotoSlice, fallbackReason: SourceFailure? = nil,
    category: String? = nil
  ) {
    (self.source, self.slice, self.fallbackReason) = (source, slice, fallbackReason)
    self.category = category
  }
}

/// The results of earlier searches of a source for a pin.
public struct SearchHistory: Hashable, Sendable {
  public var bookmark: String?
  /// The source's ids of the photos returned since it last started over.
  public var seen: Set<String> = []
  /// The source's ids of the photos that the user removed from the album, and of near copies.
  public var unwanted: Set<String> = []

  public init() {}
}
