import Files
import TravelStore
import Travels

/// Work on albums: one task at a time for each, and few at a time that nobody looks at.
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
  func work(
    on album: AlbumModel, _ work: @escaping @MainActor (AlbumFiller) async throws -> Void
  ) {
    lastTask += 1
    let number = lastTask
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
      forgetIfUnused(album)
    }
  }

  /// Downloads photos of an album that are awaited.
  func resume(_ photos: [Photo], of album: AlbumModel) {
    guard photos.contains(where: { $0.state == .awaited }) else { return }
    work(on: album) { try await $0.downloads?.run(photos, of: album) }
  }

  /// Forgets an album that is neither looked at nor worked on.
  func forgetIfUnused(_ album: AlbumModel) {
    if !album.isShown, album.tasks.isEmpty, albums[album.pin.id] === album {
      albums[album.pin.id] = nil
    }
  }
}

/// What there is to do for an album.
extension AlbumFiller {
  /// Reads an album, and goes on where an earlier run of the program ended.
  func read(_ album: AlbumModel) async throws {
    guard let library else { return }
    album.activity = .reading
    let info = try await library.albumInfo(of: album.pin.id)
    album.show(try await library.album(of: album.pin.id))
    onCountChange(album.pin.id, album.photos.count)
    album.info = info
    if album.isShown { lookOver(album) }
    // Where there is a photo, those are the album, whatever is noted beside them or is not: what
    // was never asked for replaces nothing.
    guard album.photos.isEmpty else {
      try await downloads?.run(album.photos, of: album)
      return
    }
    if info.state != .found { try await findPhotos(for: album, isNew: false) }
  }

  /// Asks for photos, and downloads those that are found in the place of what is stalled.
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
    // An album with photos keeps them, and what is known of them, whatever comes of the search.
    let isFirst = album.photos.isEmpty
    if isFirst { try await library.wantAlbum(of: pin) }
    do {
      let found = try await search.run(for: album, in: library, isNew: isNew)
      try Task.checkCancellation()
      if found.slice.photos.isEmpty, !isFirst {
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
    try await downloads?.run(album.photos, of: album)
  }
}
