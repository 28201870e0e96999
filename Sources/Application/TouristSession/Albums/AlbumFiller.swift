import Files
public import PhotoSources
public import TravelModel
public import TravelStore
import WebServices

/// Fills albums: from a pin to photos on the disk.
///
/// Each album has its own tasks; several albums are filled at once, whichever is shown.
@MainActor
public final class AlbumFiller {
  /// Is told of the work on a pin's album, and the number of its photos.
  weak var map: MapModel?
  /// Is told of an album that a new collection has replaced.
  var onReplacement: (ReplacedAlbum) -> Void = { _ in }
  /// Is told of a pin for whose album a search has ended, and all downloads.
  var onFilled: (Pin) -> Void = { _ in }

  /// The servers of photos that have asked for a pause.
  public let pauses = ServerPauses()

  let search: PhotoSearch
  let check: PictureCheck
  let quickCheck: QuickPictureCheck
  let stallTimeout: Duration
  let network: NetworkWatch?
  var library: TravelStore?
  var downloads: PhotoDownloads?
  var albums: [Pin.ID: AlbumModel] = [:]
  /// The number of the last task.
  var lastTask = 0
  /// The tasks that are those of several albums.
  var errands: [Int: Task<Void, Never>] = [:]
  /// Pins with photos that could not be downloaded for want of a network.
  var awaitingNetwork: [Pin.ID: Pin] = [:]
  /// Pins of which no photo has come yet since a new collection, and whose albums are not loaded.
  var awaitingFirstPhoto: Set<Pin.ID> = []
  /// Albums opened before the library.
  var awaitingLibrary: [AlbumModel] = []

  /// Bounds how many albums that are not shown are filled at once.
  let limiter = Limiter(width: 4)

  /// Makes a filler; an album is stalled when no photo has arrived for `stallTimeout`.
  public init(
    sources: [any PhotoSource], check: @escaping PictureCheck,
    quickCheck: @escaping QuickPictureCheck = { _ in [:] },
    stallTimeout: Duration = AlbumModel.stallTimeout,
    network: NetworkWatch? = nil,
    options: @escaping () -> AlbumOptions
  ) {
    search = PhotoSearch(
      sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) }), options: options,
      network: network)
    self.check = check
    self.quickCheck = quickCheck
    self.stallTimeout = stallTimeout
    self.network = network
    network?.onReturn { [weak self] in self?.retryOutages() }
  }

  /// The source of an album's next photos.
  public func source(of album: AlbumModel) -> SourceChoice { search.choice(for: album) }

  /// Starts to use a library, and fills the albums that waited for it.
  public func connect(to library: TravelStore) async {
    self.library = library
    downloads = PhotoDownloads(
      into: library, from: search.sources, check: check, network: network)
    for album in awaitingLibrary { start(album) }
    awaitingLibrary = []
  }

  /// The album of a pin, to be shown; it is filled if it is empty.
  public func album(of pin: Pin) -> AlbumModel {
    let known = albums[pin.id]
    let album = loadedAlbum(of: pin, isShown: true)
    if let known { checkFiles(of: known) }
    return album
  }

  /// The album of a pin, to be shown until it is released; nil where nobody works on it or shows it.
  public func loadedAlbum(of pin: Pin.ID) -> AlbumModel? {
    albums[pin]?.showings += 1
    return albums[pin]
  }

  /// Fills the album of a pin before it is shown.
  public func prefetch(_ pin: Pin) { _ = loadedAlbum(of: pin, isShown: false) }

  /// The file of a photo; nil where it has none.
  public func file(of photo: Photo) -> String? {
    photo.path.flatMap { library?.file(at: $0) }
  }

  /// The first stored photos of a pin's album, for a preview.
  public func preview(of pin: Pin.ID, count: Int) async -> [Photo] {
    guard let library else { return [] }
    return (try? await library.storedPhotos(of: pin, limit: count)) ?? []
  }

  /// Notes that an album is no longer shown by one who was given it; work on it goes on.
  public func release(_ album: AlbumModel) {
    album.showings -= 1
    forgetIfUnused(album)
  }

  /// Ends the work on a pin's album, as when the pin is removed.
  func drop(_ pin: Pin.ID) {
    awaitingNetwork[pin] = nil
    awaitingFirstPhoto.remove(pin)
    guard let album = albums.removeValue(forKey: pin) else { return }
    awaitingLibrary.removeAll { $0 === album }
    for task in album.tasks.values { task.cancel() }
  }
}

extension AlbumFiller {
  /// Replaces an album by other photos, from `choice` if the user has chosen a source for it.
  ///
  /// The album stays as it is, and stalled downloads go on, until new photos are found.
  public func newCollection(_ album: AlbumModel, from choice: SourceChoice? = nil) {
    guard album.takesNewCollection else { return }
    if let choice { album.chosenSource = choice }
    let stalled = Array(album.tasks.values)
    album.activity = .searching
    work(on: album) { try await $0.findPhotos(for: album, isNew: true, insteadOf: stalled) }
  }

  /// Retries what failed: the search, or the downloads, without what is gone for good.
  public func retry(_ album: AlbumModel) {
    guard album.takesNewCollection else { return }
    let failed = album.photos.filter { $0.state == .failed && !$0.isGone }.map(\.id)
    if album.trouble == nil, !failed.isEmpty { return retry(failed, of: album) }
    var isOfLibrary = false
    if case .library = album.trouble { isOfLibrary = true }
    let stalled = Array(album.tasks.values)
    album.activity = .reading
    work(on: album) { filler in
      // After an error of the library, the user wants the album back, and not other photos.
      if isOfLibrary || album.info == nil { return try await filler.read(album) }
      try await filler.findPhotos(for: album, isNew: false, insteadOf: stalled)
    }
  }

  /// Downloads failed photos again, whatever else is under way.
  public func retry(_ photos: [Photo.ID], of album: AlbumModel) {
    work(on: album) { filler in
      guard let library = filler.library else { return }
      let lost = try await filler.showIntact(photos, of: album, in: library)
      let awaited = try await library.awaitAgain(lost)
      for photo in awaited { album.update(photo) }
      try await filler.downloads?.run(awaited, of: album)
    }
  }
}
