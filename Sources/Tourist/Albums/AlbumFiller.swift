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

  let sources: [String: any PhotoSource]
  let check: PictureCheck
  let glance: PictureGlance
  let options: () -> AlbumOptions
  private let patience: Duration
  let network: NetworkWatch?
  var library: TravelStore?
  var arrivals: Arrivals?
  var albums: [Pin.ID: AlbumModel] = [:]
  private var nextTask = 0
  /// The pins whose photos did not come because they could not be reached.
  var stranded: [Pin.ID: Pin] = [:]
  /// Albums that wait for the library to be open.
  var early: [AlbumModel] = []

  /// Photos of one album that are on their way at a time; each server has a bound of its own.
  ///
  /// So many that 6 connections stay busy while the photos before are checked, and wait for a disk
  /// that takes 20 ms for each promise: with 12, an album takes a third longer there.
  private static let width = 24
  /// Albums that nobody looks at are worked on so many at a time.
  private let limiter = Limiter(width: 4)

  /// Makes a filler that asks these sources; an album is stalled where nothing comes for `patience`.
  public init(
    sources: [any PhotoSource], check: @escaping PictureCheck,
    glance: @escaping PictureGlance = { _ in [:] }, patience: Duration = AlbumModel.patience,
    network: NetworkWatch? = nil,
    options: @escaping () -> AlbumOptions
  ) {
    self.sources = Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) })
    self.check = check
    self.glance = glance
    self.patience = patience
    self.network = network
    self.options = options
    network?.onReturn { [weak self] in self?.goOn() }
  }

  /// Begins to work on a library.
  public func connect(to library: TravelStore) async {
    self.library = library
    arrivals = Arrivals(library: library)
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
    letGo(album)
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
    work(on: album) { try await $0.search(album, isNew: true, insteadOf: stalled) }
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
      try await filler.search(album, isNew: false, insteadOf: stalled)
    }
  }

  /// Downloads photos again that failed, whatever else is under way.
  public func retry(_ photos: [Photo.ID], of album: AlbumModel) {
    work(on: album) { filler in
      guard let library = filler.library else { return }
      let lost = try await filler.takeBack(photos, of: album, in: library)
      let awaited = try await library.awaitAgain(lost)
      for photo in awaited { album.update(photo) }
      try await filler.download(awaited, of: album)
    }
  }
}

extension AlbumFiller {
  func workedOn(_ pin: Pin, isShown: Bool) -> AlbumModel {
    if let album = albums[pin.id] {
      if isShown, album.isQueued { jumpQueue(album) }
      return album
    }
    let album = AlbumModel(pin: pin, patience: patience)
    album.isShown = isShown
    albums[pin.id] = album
    if library == nil { early.append(album) } else { start(album) }
    return album
  }

  func start(_ album: AlbumModel) {
    album.isQueued = !album.isShown
    work(on: album) { filler in
      guard album.isQueued else { return try await filler.read(album) }
      try await filler.limiter.pass { @MainActor in
        album.isQueued = false
        try await filler.read(album)
      }
    }
  }

  /// Lets an album that somebody looks at now wait for no other.
  private func jumpQueue(_ album: AlbumModel) {
    album.isQueued = false
    let waiting = album.tasks
    work(on: album) { try await $0.read(album) }
    for task in waiting.values { task.cancel() }
  }

  /// Works on an album until that is done, fails or is cancelled.
  private func work(
    on album: AlbumModel, _ work: @escaping @MainActor (AlbumFiller) async throws -> Void
  ) {
    nextTask += 1
    let number = nextTask
    album.trouble = nil
    if album.activity == .none { album.activity = .reading }
    onProgress(album.pin.id, .filling)
    album.tasks[number] = Task {
      do {
        try await work(self)
      } catch let trouble as AlbumModel.Trouble {
        album.trouble = trouble
      } catch let failure as PhotoFailure {
        album.trouble = .search(failure)
      } catch let error as StoreError {
        // An album that has gone meanwhile is no trouble to anybody.
        if error != .gone { album.trouble = .library(error) }
      } catch {
        // Cancelled: whoever did that knows what is to follow.
      }
      album.tasks[number] = nil
      if album.tasks.isEmpty {
        album.activity = .none
        noteOutage(of: album)
        onProgress(album.pin.id, album.hasFailed ? .failed : .none)
      }
      letGo(album)
    }
  }

  /// Downloads photos of an album that are awaited.
  func resume(_ photos: [Photo], of album: AlbumModel) {
    guard photos.contains(where: { $0.state == .awaited }) else { return }
    work(on: album) { try await $0.download(photos, of: album) }
  }

  /// Forgets an album that is neither looked at nor worked on.
  func letGo(_ album: AlbumModel) {
    if !album.isShown, album.tasks.isEmpty, albums[album.pin.id] === album {
      albums[album.pin.id] = nil
    }
  }

  /// Reads an album, and goes on where an earlier run of the program ended.
  private func read(_ album: AlbumModel) async throws {
    guard let library else { return }
    album.activity = .reading
    let info = try await library.albumInfo(of: album.pin.id)
    album.show(try await library.album(of: album.pin.id))
    onCountChange(album.pin.id, album.photos.count)
    album.info = info
    if album.isShown { lookOver(album) }
    // Where there is a photo, those are the album, whatever is noted beside them or is not: what
    // was never asked for replaces nothing.
    guard album.photos.isEmpty else { return try await download(album.photos, of: album) }
    if info.state != .found { try await search(album, isNew: false) }
  }

  /// Asks for photos, and downloads those that are found in the place of what is stalled.
  private func search(
    _ album: AlbumModel, isNew: Bool, insteadOf stalled: [Task<Void, Never>] = []
  ) async throws {
    guard let library else { return }
    try await library.requireWritable()
    let pin = album.pin.id
    album.activity = .searching
    defer {
      if album.activity == .searching, !album.underway.isEmpty { album.activity = .downloading }
    }
    // An album with photos keeps them, and what is known of them, whatever comes of the search.
    let isFirst = album.photos.isEmpty
    if isFirst { try await library.wantAlbum(of: pin) }
    do {
      let found = try await find(for: album, in: library, isNew: isNew)
      try Task.checkCancellation()
      if found.photos.isEmpty, !isFirst {
        // The album stays what it is, and so does its source.
        album.chosenSource = nil
        throw AlbumModel.Trouble.nothingElse
      }
      album.show(try await library.replaceAlbum(of: pin, with: found))
      for task in stalled { task.cancel() }
      album.info = try await library.albumInfo(of: pin)
      onCountChange(pin, album.photos.count)
    } catch let failure as PhotoFailure {
      if isFirst {
        try await library.searchFailed(for: pin, because: failure)
        album.info = try await library.albumInfo(of: pin)
      }
      throw failure
    }
    try await download(album.photos, of: album)
  }
}

extension AlbumFiller {
  /// Downloads those of some photos that are awaited, several at a time, in their order.
  private func download(_ photos: [Photo], of album: AlbumModel) async throws {
    let awaited = photos.filter { $0.state == .awaited && !album.underway.contains($0.id) }
    if !awaited.isEmpty || !album.underway.isEmpty { album.activity = .downloading }
    guard !awaited.isEmpty else { return }
    try await library?.requireWritable()
    network?.start()
    album.underway.formUnion(awaited.map(\.id))
    defer { album.underway.subtract(awaited.map(\.id)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, photo) in awaited.enumerated() {
        if number >= AlbumFiller.width { try await group.next() }
        group.addTask { try await self.download(photo, of: album) }
      }
      try await group.waitForAll()
    }
  }

  /// Brings one photo; what it fails of stays with it, and the others go on.
  private func download(_ photo: Photo, of album: AlbumModel) async throws {
    guard let library, let arrivals else { return }
    let file = await library.newIncoming()
    do {
      guard let source = sources[photo.details.source] else { throw PhotoFailure.gone }
      try await source.fetch(photo.details, into: file)
      // The disk is waited for when the next download is under way.
      let settled = try await WorkQueue.shared.run { () throws(DiskFailure) in try file.settle() }
      let arrived = ArrivedFile(
        photo: photo.id, file: settled, fileExtension: try await check(file.path))
      try Task.checkCancellation()
      if let kept = try await arrivals.keep(arrived) { album.update(kept) }
    } catch {
      file.discard()
      guard let failure = PhotoFailure(error) else { throw error }
      if let failed = try await library.fail(photo.id, because: failure) { album.update(failed) }
    }
  }
}
