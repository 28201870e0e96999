import Files
import GLibBridge
import TravelModel
import TravelStore

/// The work on albums; of those that are not shown, a few at a time.
extension AlbumFiller {
  func loadedAlbum(of pin: Pin, isShown: Bool) -> AlbumModel {
    if let album = albums[pin.id] {
      if isShown {
        album.showings += 1
        if album.isQueued { startNow(album) }
      }
      return album
    }
    let album = AlbumModel(pin: pin, stallTimeout: stallTimeout, pauses: pauses)
    album.showings = isShown ? 1 : 0
    albums[pin.id] = album
    if library == nil { awaitingLibrary.append(album) } else { start(album) }
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

  /// Starts a queued album at once, because it is shown now.
  private func startNow(_ album: AlbumModel) {
    album.isQueued = false
    let waiting = album.tasks
    work(on: album) { try await $0.read(album) }
    for task in waiting.values { task.cancel() }
  }

  /// Runs work on an album, and shows its outcome there.
  func work(
    on album: AlbumModel, _ work: @escaping @MainActor (AlbumFiller) async throws -> Void
  ) {
    lastTask += 1
    let number = lastTask
    album.trouble = nil
    if album.activity == .none { album.activity = .reading }
    map?.setProgress(.filling, of: album.pin.id)
    album.tasks[number] = Task {
      do {
        try await work(self)
      } catch let trouble as AlbumModel.Trouble {
        debugLog("pin \(album.pin.id.number): \(trouble)")
        album.trouble = trouble
      } catch let error as StoreError {
        debugLog("pin \(album.pin.id.number): \(error)")
        // The pin was removed meanwhile: there is no album to show it in.
        if error != .gone { album.trouble = .library(error) }
      } catch {
        // Where it was cancelled, the canceller shows what follows.
        if let failure = PhotoFailure(error) {
          debugLog("pin \(album.pin.id.number): the search for photos failed: \(error)")
          album.trouble = .search(failure)
        }
      }
      album.tasks[number] = nil
      if album.tasks.isEmpty { noteEnd(of: album) }
      forgetIfUnused(album)
    }
  }

  /// Runs work that is that of several albums.
  func run(_ errand: @escaping @MainActor () async -> Void) {
    lastTask += 1
    let number = lastTask
    errands[number] = Task {
      await errand()
      errands[number] = nil
    }
  }

  /// Notes that nothing more is done for an album, and what is left to do.
  func noteEnd(of album: AlbumModel) {
    album.activity = .none
    noteOutage(of: album)
    map?.setPhotoCount(album.photos.count, missing: album.missing, of: album.pin.id)
    map?.setProgress(album.hasFailed ? .failed : .none, of: album.pin.id)
  }

  /// Downloads the awaited ones of some photos.
  func resume(_ photos: [Photo], of album: AlbumModel) {
    guard photos.contains(where: { $0.state == .awaited }) else { return }
    work(on: album) { try await $0.downloads?.run(photos, of: album) }
  }

  /// Drops an album that is neither shown nor worked on.
  func forgetIfUnused(_ album: AlbumModel) {
    if !album.isShown, album.tasks.isEmpty, albums[album.pin.id] === album {
      albums[album.pin.id] = nil
      if album.awaitsFirstPhoto { awaitingFirstPhoto.insert(album.pin.id) }
    }
  }
}

extension AlbumFiller {
  /// Reads an album, and continues what an earlier run left unfinished.
  func read(_ album: AlbumModel) async throws {
    guard let library else { return }
    album.activity = .reading
    let (photos, info) = try await library.openedAlbum(of: album.pin.id)
    album.show(photos)
    awaitingFirstPhoto.remove(album.pin.id)
    map?.setPhotoCount(album.photos.count, missing: album.missing, of: album.pin.id)
    album.info = info
    if album.isShown {
      checkFiles(of: album)
      for old in try await library.replacedAlbums(of: album.pin.id) { onReplacement(old) }
    }
    // An album with photos is never replaced here, whatever its state says: only the user's request
    // replaces photos.
    guard album.photos.isEmpty else {
      let isUnfinished = album.tally.awaited > 0
      try await downloads?.run(album.photos, of: album)
      if isUnfinished { onFilled(album.pin) }
      return
    }
    if info.state != .found { try await findPhotos(for: album, isNew: false) }
  }

  /// Searches for photos, then downloads them in place of stalled ones.
  func findPhotos(
    for album: AlbumModel, isNew: Bool, insteadOf stalled: [Task<Void, Never>] = []
  ) async throws {
    guard let library else { return }
    try await library.requireWritable()
    let pin = album.pin.id
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
      if let old = replacement.old { onReplacement(old) }
      for task in stalled { task.cancel() }
      album.info = try await library.albumInfo(of: pin)
      map?.setPhotoCount(album.photos.count, of: pin)
    } catch let failure as PhotoFailure {
      if isFirst {
        try await library.searchFailed(for: pin, because: failure)
        album.info = try await library.albumInfo(of: pin)
      }
      throw failure
    }
    try await downloads?.run(album.photos, of: album)
    onFilled(album.pin)
  }
}
