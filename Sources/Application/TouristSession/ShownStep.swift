public import TravelModel
public import TravelStore

/// A step of the library's journal as it is shown to the user.
public struct ShownStep: Hashable, Sendable {
  public let kind: StepKind
  /// The pins that came or went; a changed pin as it was before, or after an undo.
  public var pins: [Pin] = []
  /// The photos that came or went, without their pins.
  public var photos: [Photo] = []
  public var trips: [TripChange] = []
  public var album: ReplacedAlbum?
  public var merged: MergedLibrary?

  public init(
    _ kind: StepKind, pins: [Pin] = [], photos: [Photo] = [], trips: [TripChange] = [],
    album: ReplacedAlbum? = nil, merged: MergedLibrary? = nil
  ) {
    self.kind = kind
    (self.pins, self.photos, self.trips) = (pins, photos, trips)
    (self.album, self.merged) = (album, merged)
  }

  /// Describes a step that was undone, or redone.
  init(_ kind: StepKind, _ changes: StepChanges) {
    self.kind = kind
    pins = changes.pinsBack + changes.pinsGone + [changes.changedPin].compactMap(\.self)
    photos = changes.photosBack + changes.photosGone
    trips = changes.trips
    album = changes.album?.old
    merged = kind == .libraryMerged ? MergedLibrary(changes) : nil
  }

  /// The pin of the step, or of its album or photos.
  public var pin: Pin.ID? { album?.pin ?? photos.first?.pin ?? pins.first?.id }

  /// Whether it brings, takes or exchanges photos of albums that stay.
  public var changesAlbums: Bool { album != nil || !photos.isEmpty || merged != nil }
}
