import Files
import GLibBridge
import PhotoSources
import TravelModel
import TravelStore

/// The work on one album: reading it, filling it, and fetching missing photos again.
///
/// It may have several tasks, as when photos are retried while others are being downloaded.
@MainActor
final class AlbumWork {
  let album: AlbumModel
  /// How many pages and slideshows show the album.
  var showings = 0
  private(set) var tasks: [Int: Task<Void, Never>] = [:]
  private var lastTask = 0
  /// Whether the album waits for its turn to be filled.
  private var isQueued = false
  private unowned let registry: AlbumRegistry

  init(on album: AlbumModel, for registry: AlbumRegistry) {
    self.album = album
    self.registry = registry
  }

  var isShown: Bool { showings > 0 }

  /// Reads the album, and fills it if it is empty: a shown one at once, others in turn.
  func start() {
    isQueued = !isShown
    run { [self] arrivals in
      guard isQueued else { return try await read(arrivals) }
      try await registry.limiter.pass { @MainActor [self] in
        isQueued = false
        try await read(arrivals)
      }
    }
  }

  /// Counts another view of the album; a queued one is filled at once.
  func show() {
    showings += 1
    if isQueued {
      isQueued = false
      let waiting = tasks
      run { [self] in try await read($0) }
      for task in waiting.values { task.cancel() }
    }
    checkFiles()
  }

  func cancel() {
    for task in tasks.values { task.cancel() }
  }

  /// Cancels all tasks and waits until they have ended.
  func halt() async {
    while let task = tasks.values.first {
      task.cancel()
      await task.value
    }
  }

  func resume() {
    if album.photos.isEmpty { return start() }
    resume(album.photos)
    if tasks.isEmpty { showEnd() }
  }

  /// Downloads photos that are awaited again; an unfilled album is filled.
  func resume(awaiting photos: [Photo]) {
    for photo in photos { album.update(photo) }
    if album.photos.isEmpty || album.isUnfilled, !album.isBusy { start() } else { resume(photos) }
  }

  /// Shows restored photos, and resumes downloads that their removal had interrupted.
  func insert(_ photos: [Photo]) {
    album.insert(photos)
    registry.map?.showCount(of: album)
    resume(photos)
  }

  /// Shows the album that was exchanged for this one, and resumes the work on it.
  func exchange(for photos: [Photo], _ info: AlbumInfo) {
    (album.info, album.chosenSource, album.chosenSight, album.trouble) = (info, nil, nil, nil)
    album.show(photos)
    resume(photos)
    if tasks.isEmpty { showEnd() }
  }

  /// Starts a task, and shows its outcome in the album.
  private func run(_ work: @escaping @MainActor (Arrivals) async throws -> Void) {
    guard let arrivals = registry.arrivals else { return }
    lastTask += 1
    let number = lastTask
    album.trouble = nil
    if album.activity == .none { album.activity = .reading }
    registry.map?.setProgress(.filling, of: album.pin.id)
    tasks[number] = Task { [registry] in
      do {
        try await work(arrivals)
      } catch let trouble as AlbumModel.Trouble {
        debugLog("pin \(album.pin.id.number): \(trouble)")
        album.trouble = trouble
      } catch let error as StoreError {
        debugLog("pin \(album.pin.id.number): \(error)")
        // The pin was removed meanwhile: there is no album to show it in.
        if error != .gone { album.trouble = .library(error) }
      } catch {
        // After a cancellation, the canceller updates the album.
        if let failure = SourceFailure(error) {
          debugLog("pin \(album.pin.id.number): the search for photos failed: \(error)")
          album.trouble = .search(failure)
        }
      }
      tasks[number] = nil
      if tasks.isEmpty { showEnd() }
      registry.forgetIfUnused(self)
    }
  }

  /// Shows that the work has ended, and what is missing.
  private func showEnd() {
    album.activity = .none
    registry.setOutage(self)
    registry.map?.showCount(of: album)
    registry.map?.setProgress(album.hasFailed ? .failed : .none, of: album.pin.id)
  }

  private func resume(_ photos: [Photo]) {
    guard photos.contains(where: { $0.state == .awaited }) else { return }
    run { [self] in try await download(photos, into: $0) }
  }

  /// Reads the album, and resumes unfinished work of an earlier run.
  private func read(_ arrivals: Arrivals) async throws {
    let (library, pin) = (arrivals.library, album.pin)
    album.activity = .reading
    let (photos, info) = try await library.openedAlbum(of: pin.id)
    album.show(photos)
    registry.map?.showCount(of: album)
    album.info = info
    if isShown {
      checkFiles()
      for old in try await library.replacedAlbums(of: pin.id) { registry.onReplacement(old) }
    }
    // An album with photos is never replaced here, whatever its state says: only the user's request
    // replaces photos. Favourites stay when an album is filled.
    let isUnfilled = album.isUnfilled
    if !album.photos.isEmpty {
      let isUnfinished = album.tally.awaited > 0
      try await download(album.photos, into: arrivals)
      if isUnfinished, !isUnfilled { registry.onFilled(album) }
    }
    // Where nothing is prefetched, a photo that begins an album comes alone until somebody looks.
    let isWanted = album.photos.isEmpty || isShown || info.state != .notSearched
    if isUnfilled, isWanted { try await fill(arrivals, isNew: false) }
  }

  /// Searches for photos and downloads them; stalled downloads are cancelled once new photos are
  /// found.
  private func fill(
    _ arrivals: Arrivals, isNew: Bool, insteadOf stalled: [Task<Void, Never>] = []
  ) async throws {
    let (library, pin, search) = (arrivals.library, album.pin.id, registry.search)
    try await library.requireWritable()
    album.activity = .searching
    defer {
      if album.activity == .searching, !album.underway.isEmpty { album.activity = .downloading }
    }
    // The state of an album with photos is not changed until new ones are found.
    let isFirst = album.photos.isEmpty || album.isUnfilled
    if isFirst {
      let chosen = album.chosenSource ?? search.chosenBefore(for: album)
      try await library.searchBegan(for: pin, from: chosen?.rawValue)
    }
    do {
      let found = try await search.run(for: album, in: library, isNew: isNew)
      try Task.checkCancellation()
      if found.slice.photos.isEmpty, !isFirst {
        // The album keeps its photos, and so its source.
        album.chosenSource = nil
        throw AlbumModel.Trouble.nothingElse
      }
      let replacement = try await library.replaceAlbum(of: pin, with: found)
      album.show(replacement.photos)
      if let old = replacement.old { registry.onReplacement(old) }
      for task in stalled { task.cancel() }
      album.info = try await library.albumInfo(of: pin)
      album.chosenSight = nil
      registry.map?.showCount(of: album)
    } catch let failure as SourceFailure {
      if isFirst {
        try await library.searchFailed(for: pin, because: failure)
        album.info = try await library.albumInfo(of: pin)
      }
      throw failure
    }
    async let headings: Void = findHeadings(in: library)
    try await download(album.photos, into: arrivals)
    await headings
    registry.onFilled(album)
  }

  /// Asks which way the photos look while they come; without an answer, that stays unknown.
  private func findHeadings(in library: TravelStore) async {
    guard let name = album.info?.source, let source = registry.search.sources[name] else { return }
    let details = album.photos.map(\.details)
      .filter { $0.source == name && $0.coordinate != nil && $0.heading == nil }
    guard !details.isEmpty, let headings = try? await source.headings(of: details),
      (try? await library.setHeadings(headings, of: name, for: album.pin.id)) != nil
    else { return }
    for var photo in album.photos where photo.details.source == name {
      guard let heading = headings[photo.details.sourceID] else { continue }
      photo.details.heading = heading
      album.update(photo)
    }
  }
}

/// Downloading photos into the library.
extension AlbumWork {
  /// How many photos of one album are in progress at once; connections per server are bounded
  /// elsewhere.
  ///
  /// Enough to keep 6 connections busy while earlier photos are checked and synced: with 12, an
  /// album takes a third longer on a disk that needs 20 ms per sync.
  private static let width = 24

  /// Downloads those of the photos that are awaited, several at once, in order.
  private func download(_ photos: [Photo], into arrivals: Arrivals) async throws {
    let awaited = photos.filter { $0.state == .awaited && !album.underway.contains($0.id) }
    if !awaited.isEmpty || !album.underway.isEmpty { album.activity = .downloading }
    guard !awaited.isEmpty else { return }
    try await arrivals.library.requireWritable()
    registry.search.network?.start()
    album.underway.formUnion(awaited.map(\.id))
    defer { album.underway.subtract(awaited.map(\.id)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, photo) in awaited.enumerated() {
        if number >= AlbumWork.width { try await group.next() }
        group.addTask { try await self.download(photo, into: arrivals) }
      }
      try await group.waitForAll()
    }
  }

  /// Downloads one photo; if it is a near copy of another, a spare one takes its place.
  private func download(_ photo: Photo, into arrivals: Arrivals) async throws {
    var next: Photo? = photo
    while let photo = next {
      album.underway.insert(photo.id)
      defer { album.underway.remove(photo.id) }
      next = try await fetch(photo, into: arrivals)
    }
  }

  /// Downloads one photo, and returns a spare one that takes its place, if any.
  ///
  /// A failure is stored, and other photos continue.
  private func fetch(_ photo: Photo, into arrivals: Arrivals) async throws -> Photo? {
    let library = arrivals.library
    let file = await library.newIncoming()
    do {
      guard let source = registry.search.sources[photo.details.source] else {
        throw SourceFailure.gone
      }
      try await source.fetch(photo.details, into: file)
      // Synced off the main actor, while the file is checked and other downloads continue.
      async let synced = WorkQueue.shared.run { () throws(DiskFailure) in try file.sync() }
      // Postcards look alike and differ in their texts.
      let isComparable = photo.details.source != SourceChoice.postcards.rawValue
      let content = try await registry.check(file.path, isComparable)
      let arrived = ArrivedFile(photo: photo.id, file: try await synced, content: content)
      try Task.checkCancellation()
      if let look = content.look, !photo.isFavorite, album.shows(look, besides: photo.id),
        let next = try await library.replaceNearCopy(photo.id)
      {
        await WorkQueue.shared.run { file.discard() }
        album.replace(photo, by: next)
        return next
      }
      // Another photo may look the same, and arrive before this one is in the library.
      album.arriving[photo.id] = content.look
      defer { album.arriving[photo.id] = nil }
      if let saved = try await arrivals.save(arrived) { album.update(saved) }
    } catch {
      await WorkQueue.shared.run { file.discard() }
      guard let failure = PhotoFailure(error) else { throw error }
      debugLog("photo \(photo.id.number) of \(photo.details.source): \(failure)")
      if let failed = try await library.fail(photo.id, because: failure) { album.update(failed) }
    }
    return nil
  }
}

/// Requests of the user.
extension AlbumWork {
  /// Replaces the album by other photos, from `choice` if the user has chosen a source for it, or of
  /// `sight`.
  func newCollection(from choice: SourceChoice?, of sight: Sight?) {
    guard album.allowsNewCollection else { return }
    if choice != nil || sight != nil { (album.chosenSource, album.chosenSight) = (choice, sight) }
    let stalled = Array(tasks.values)
    album.activity = .searching
    run { [self] in try await fill($0, isNew: true, insteadOf: stalled) }
  }

  /// Retries a failed search, or the failed downloads that may still succeed.
  func retry() {
    guard album.allowsNewCollection else { return }
    let failed = album.photos.filter { $0.state == .failed && !$0.isGone }.map(\.id)
    if album.trouble == nil, !failed.isEmpty { return retry(failed) }
    var isOfLibrary = false
    if case .library = album.trouble { isOfLibrary = true }
    let stalled = Array(tasks.values)
    album.activity = .reading
    run { [self] in
      // After an error of the library, the user wants the album back, and not other photos.
      if isOfLibrary || album.info == nil { return try await read($0) }
      try await fill($0, isNew: false, insteadOf: stalled)
    }
  }

  /// Retries failed photos, whatever else is under way; those whose files are intact are just
  /// shown.
  func retry(_ ids: [Photo.ID]) {
    run { [self] arrivals in
      let (ids, library) = (Set(ids), arrivals.library)
      var lost: [Photo] = []
      for photo in try await library.album(of: album.pin.id) where ids.contains(photo.id) {
        if photo.state == .stored, await registry.flaw(of: photo) == nil {
          album.update(photo)
        } else {
          lost.append(photo)
        }
      }
      let awaited = try await library.awaitAgain(lost)
      for photo in awaited { album.update(photo) }
      try await download(awaited, into: arrivals)
    }
  }
}

/// Stored files that are lost or damaged.
///
/// Their photos are shown as failed, but the library is not changed: a folder that is missing today
/// may be mounted tomorrow.
extension AlbumWork {
  /// How many files are checked at once: few, so that the first results are shown soon.
  private static let piece = 50

  /// Checks the file of a photo that could not be shown.
  func checkFile(of photo: Photo) {
    Task { [registry] in
      if let flaw = await registry.flaw(of: photo) { album.showAsFailed(photo, because: flaw) }
    }
  }

  /// Checks the stored files of the album quickly, while it is shown.
  private func checkFiles() {
    Task { [registry] in
      let stored = album.photos.filter { $0.state == .stored }
      for start in stride(from: 0, to: stored.count, by: AlbumWork.piece) {
        guard isShown else { return }
        let photos = stored[start..<min(start + AlbumWork.piece, stored.count)]
        let files = photos.map { registry.file(of: $0) ?? "" }
        let flaws = await registry.quickCheck(files)
        for (photo, file) in zip(photos, files) {
          if let flaw = flaws[file] { album.showAsFailed(photo, because: flaw) }
        }
      }
    }
  }
}
