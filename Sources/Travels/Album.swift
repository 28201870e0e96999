/// What is known of a pin's album beside its photos.
public struct AlbumInfo: Hashable, Sendable {
  /// How far the album has come.
  public enum State: Hashable, Sendable {
    /// Nobody has asked for it.
    case unasked
    /// Photos are wanted, and no source has answered yet.
    case wanted
    /// The photos were found, or there are none.
    case found
    /// The last search failed; what was there before it is still there.
    case failed(PhotoFailure)
  }

  /// How far the album has come.
  public var state = State.unasked
  /// Whose photos they are; nil before the first answer.
  public var source: String?
  /// How many photos the source has of the place.
  public var total = 0
  /// How far from the place the source looked, in metres; nil where that says nothing.
  public var radius: Double?
  /// Tells whether these photos have been seen before, because all had been.
  public var hasBegunAgain = false
  /// Why these photos are here instead of another source's; nil where they are of the source that was
  /// asked first.
  public var fallbackReason: PhotoFailure?

  /// Makes what is known of an album that nobody has asked for.
  public init() {}
}

/// Some photos of a place, as a source hands them out.
public struct PhotoSlice: Hashable, Sendable {
  /// The photos; fewer than were wanted only where no other unseen ones are left.
  public var photos: [PhotoDetails]
  /// How many photos can be handed out in all, the seen ones among them.
  public var total: Int
  /// How far from the place the source looked, in metres; nil where that says nothing.
  public var radius: Double?
  /// Tells whether all had been seen, so that these have been seen before.
  public var hasBegunAgain = false
  /// What the source wants to be given when it is next asked.
  public var bookmark: String?

  /// Makes a slice.
  public init(photos: [PhotoDetails], total: Int? = nil, radius: Double? = nil) {
    self.photos = photos
    self.total = total ?? photos.count
    self.radius = radius
  }
}

/// The photos that take the place of an album.
public struct NewAlbum: Hashable, Sendable {
  /// Whose photos they are.
  public let source: String
  /// The photos, and what the source said of them.
  public var slice: PhotoSlice
  /// Why these photos are here instead of another source's.
  public var fallbackReason: PhotoFailure?

  /// Makes an album of a source's photos.
  public init(source: String, slice: PhotoSlice, fallbackReason: PhotoFailure? = nil) {
    self.source = source
    self.slice = slice
    self.fallbackReason = fallbackReason
  }
}

/// What came of earlier searches for a pin's photos.
public struct SearchHistory: Hashable, Sendable {
  /// What the source gave to be kept.
  public var bookmark: String?
  /// What the source handed out since it last began from the beginning, by its identities.
  public var seen: Set<String> = []
  /// What the user took out of the album, by the source's identities.
  public var unwanted: Set<String> = []

  /// Makes the history of a pin that no source was asked about.
  public init() {}
}
