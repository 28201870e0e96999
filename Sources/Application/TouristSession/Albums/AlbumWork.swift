import Files
import GLibBridge
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
    run { [self] downloads in
      guard isQueued else { return try await read(downloads) }
      try await registry.limiter.pass { @MainActor [self] in
        isQueued = false
        try await read(downloads)
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

  /// Resumes the work.
  func resume() {
    if album.photos.isEmpty { return start() }
    resume(album.photos)
    if tasks.isEmpty { showEnd() }
  }

  /// Downloads photos that are awaited again; an album without photos is filled.
  func resume(awaiting photos: [Photo]) {
    for photo in photos { album.update(photo) }
    if !album.photos.isEmpty {
      resume(photos)
    } else if !album.isBusy {
      start()
    }
  }

  /// Shows restored photos, and resumes downloads that their removal had interrupted.
  func insert(_ photos: [Photo]) {
    album.insert(photos)
    registry.map?.showCount(of: album)
    resume(photos)
  }

  /// Shows the album that was exchanged for this one, and resumes the work on it.
  func exchange(for photos: [Photo], _ info: AlbumInfo) {
    (album.info, album.chosenSource, album.trouble) = (info, nil, nil)
    album.show(photos)
    resume(photos)
    if tasks.isEmpty { showEnd() }
  }

  /// Starts a task, and shows its outcome in the album.
  private func run(_ work: @escaping @MainActor (PhotoDownloads) async throws -> Void) {
    guard let downloads = registry.downloads else { return }
    lastTask += 1
    let number = lastTask
    album.trouble = nil
    if album.activity == .none { album.activity = .reading }
    registry.map?.setProgress(.filling, of: album.pin.id)
    tasks[number] = Task { [registry] in
      do {
        try await work(downloads)
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

  /// Downloads those of the photos that are awaited.
  private func resume(_ photos: [Photo]) {
    guard photos.contains(where: { $0.state == .awaited }) else { return }
    run { [album] in try await $0.run(photos, of: album) }
  }

  /// Reads the album, and resumes unfinished work of an earlier run.
  private func read(_ downloads: PhotoDownloads) async throws {
    let (library, pin) = (downloads.library, album.pin)
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
    // replaces photos.
    guard album.photos.isEmpty else {
      let isUnfinished = album.tally.awaited > 0
      try await downloads.run(album.photos, of: album)
      if isUnfinished { registry.onFilled(pin) }
      return
    }
    if info.state != .found { try await fill(downloads, isNew: false) }
  }

  /// Searches for photos and downloads them; stalled downloads are cancelled once new photos are
  /// found.
  private func fill(
    _ downloads: PhotoDownloads, isNew: Bool, insteadOf stalled: [Task<Void, Never>] = []
  ) async throws {
    let (library, pin, search) = (downloads.library, album.pin.id, registry.search)
    try await library.requireWritable()
    album.activity = .searching
    defer {
      if album.activity == .searching, !album.underway.isEmpty { album.activity = .downloading }
    }
    // The state of an album with photos is not changed until new ones are found.
    let isFirst = album.photos.isEmpty
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
      registry.map?.showCount(of: album)
    } catch let failure as SourceFailure {
      if isFirst {
        try await library.searchFailed(for: pin, because: failure)
        album.info = try await library.albumInfo(of: pin)
      }
      throw failure
    }
    try await downloads.run(album.photos, of: album)
    registry.onFilled(album.pin)
  }
}

/// Requests of the user.
extension AlbumWork {
  /// Replaces the album by other photos, from `choice` if the user has chosen a source for it.
  func newCollection(from choice: SourceChoice?) {
    guard album.allowsNewCollection else { return }
    if let choice { album.chosenSource = choice }
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
    run { [self] downloads in
      let (ids, library) = (Set(ids), downloads.library)
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
      try await downloads.run(awaited, of: album)
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
        for (photo, flaw) in await registry.quickFlaws(of: Array(photos)) {
          album.showAsFailed(photo, because: flaw)
        }
      }
    }
  }
}
