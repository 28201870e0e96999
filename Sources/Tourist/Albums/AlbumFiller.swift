import Files
public import PhotoSources
public import TravelStore
public import Travels

/// Fills albums: from a pin to photos on the disk.
///
/// Each album is worked on by one task. What one task finds or downloads belongs to the pin it was
/// begun for, and to no other; several go on side by side, whatever is shown.
@MainActor
public final class AlbumFiller {
  /// Called when work on a pin's album begins, ends, or ends badly.
  var onProgress: (Pin.ID, PinProgress) -> Void = { _, _ in }
  /// Called when the number of a pin's photos has changed.
  var onCountChange: (Pin.ID, Int) -> Void = { _, _ in }

  let search: PhotoSearch
  let check: PictureCheck
  let glance: PictureGlance
  let patience: Duration
  let network: NetworkWatch?
  var library: TravelStore?
  var downloads: PhotoDownloads?
  var albums: [Pin.ID: AlbumModel] = [:]
  /// The number of the last task, whichever album it was for.
  var lastTask = 0
  /// The pins whose photos did not come because they could not be reached.
  var stranded: [Pin.ID: Pin] = [:]
  /// Albums that wait for the library to be open.
  var early: [AlbumModel] = []

  /// Albums that nobody looks at are worked on so many at a time.
  let limiter = Limiter(width: 4)

  /// Makes a filler that asks these sources; an album is stalled where nothing comes for `patience`.
  public init(
    sources: [any PhotoSource], check: @escaping PictureCheck,
    glance: @escaping PictureGlance = { _ in [:] }, patience: Duration = AlbumModel.patience,
    network: NetworkWatch? = nil,
    options: @escaping () -> AlbumOptions
  ) {
    search = PhotoSearch(
      sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) }), options: options,
      network: network)
    self.check = check
    self.glance = glance
    self.patience = patience
    self.network = network
    network?.onReturn { [weak self] in self?.goOn() }
  }

  /// Where an album's next photos come from.
  public func source(of album: AlbumModel) -> SourceChoice { search.choice(for: album) }

  /// Begins to work on a library.
  public func connect(to library: TravelStore) async {
    self.library = library
    downloads = PhotoDownloads(
      into: library, from: search.sources, check: check, network: network)
    for album in early { start(album) }
    early = []
  }

  /// The album of a pin, for somebody to look at; it is filled if it is empty.
  public func album(of pin: Pin) -> AlbumModel {
    let known = albums[pin.id]
    let album = workedOn(pin, isShown: true)
    album.isShown = true
    if let known { lookOver(known) }
    return album
  }

  /// Fills the album of a pin that nobody looks at yet.
  public func prefetch(_ pin: Pin) { _ = workedOn(pin, isShown: false) }

  /// The file of a photo; nil where it has none.
  public func file(of photo: Photo) -> String? {
    photo.path.flatMap { library?.file(at: $0) }
  }

  /// Some photos of a pin's album, to show what is in it.
  public func preview(of pin: Pin.ID, count: Int) async -> [Photo] {
    guard let library else { return [] }
    return (try? await library.storedPhotos(of: pin, limit: count)) ?? []
  }

  /// Takes note that nobody looks at an album any more; work on it goes on.
  public func release(_ album: AlbumModel) {
    album.isShown = false
    forgetIfUnused(album)
  }

  /// Ends the work on a pin's album, as when the pin is removed.
  func drop(_ pin: Pin.ID) {
    stranded[pin] = nil
    guard let album = albums.removeValue(forKey: pin) else { return }
    early.removeAll { $0 === album }
    for task in album.tasks.values { task.cancel() }
  }
}

extension AlbumFiller {
  /// Looks for other photos; the album stays until they are found, and for good if they are not.
  ///
  /// They come from `choice`, where the user has chosen a source for this album. What is on its way
  /// and does not come goes on until then: late photos of it are dropped.
  public func newCollection(_ album: AlbumModel, from choice: SourceChoice? = nil) {
    guard album.takesNewCollection else { return }
    if let choice { album.chosenSource = choice }
    let stalled = Array(album.tasks.values)
    album.activity = .searching
    work(on: album) { try await $0.findPhotos(for: album, isNew: true, insteadOf: stalled) }
  }

  /// Tries again what failed: the search, or the downloads.
  public func retry(_ album: AlbumModel) {
    guard album.takesNewCollection else { return }
    let failed = album.photos.filter { $0.state == .failed }.map(\.id)
    if album.trouble == nil, !failed.isEmpty { return retry(failed, of: album) }
    var isOfLibrary = false
    if case .library = album.trouble { isOfLibrary = true }
    let stalled = Array(album.tasks.values)
    album.activity = .reading
    work(on: album) { filler in
      // Where the library could not be read or written, nobody has asked for other photos.
      if isOfLibrary || album.info == nil { return try await filler.read(album) }
      try await filler.findPhotos(for: album, isNew: false, insteadOf: stalled)
    }
  }

  /// Downloads photos again that failed, whatever else is under way.
  public func retry(_ photos: [Photo.ID], of album: AlbumModel) {
    work(on: album) { filler in
      guard let library = filler.library else { return }
      let lost = try await filler.takeBack(photos, of: album, in: library)
      let awaited = try await library.awaitAgain(lost)
      for photo in awaited { album.update(photo) }
      try await filler.downloads?.run(awaited, of: album)
    }
  }
}
