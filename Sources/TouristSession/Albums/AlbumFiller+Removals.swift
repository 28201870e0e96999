import TravelModel
import TravelStore

/// Removing and restoring photos and whole albums, and keeping photos.
extension AlbumFiller {
  /// Removes photos from an album and returns those that were in it.
  func remove(_ ids: [Photo.ID], from album: AlbumModel) async throws(StoreError) -> [Photo] {
    guard let library else { throw .gone }
    try await library.removePhotos(ids)
    let gone = album.remove(Set(ids))
    map?.setPhotoCount(album.photos.count, of: album.pin.id)
    return gone
  }

  /// Restores photos to their positions in the album of a pin.
  func restore(_ ids: [Photo.ID], of pin: Pin) async throws(StoreError) {
    guard let library else { throw .gone }
    let back = try await library.restorePhotos(ids)
    // An album that is not loaded is read now, which updates the count as well.
    guard let album = albums[pin.id] else { return prefetch(pin) }
    album.insert(back)
    map?.setPhotoCount(album.photos.count, of: pin.id)
    // Downloads that the removal interrupted go on.
    resume(back, of: album)
  }

  /// Keeps photos through later collections, or keeps them no longer.
  func setFavorites(
    _ photos: [Photo.ID], to isFavorite: Bool, in album: AlbumModel
  ) async throws(StoreError) {
    guard let library else { throw .gone }
    for photo in try await library.setFavorites(photos, to: isFavorite) { album.update(photo) }
  }

  /// Restores a replaced album, and ends the work on the one in its place.
  func restore(_ old: ReplacedAlbum) async throws(StoreError) {
    guard let library, let pin = map?.pins[old.pin] else { throw .gone }
    try await library.requireWritable()
    let album = albums[pin.id]
    // What is under way could still replace what comes back.
    while let task = album?.tasks.values.first {
      task.cancel()
      await task.value
    }
    album?.activity = .reading
    do {
      let (photos, info) = try await library.restore(old)
      map?.setPhotoCount(photos.count, of: pin.id)
      guard let album, albums[pin.id] === album else { return prefetch(pin) }
      (album.info, album.chosenSource, album.trouble) = (info, nil, nil)
      album.show(photos)
      resume(photos, of: album)
      if album.tasks.isEmpty { noteEnd(of: album) }
    } catch {
      if let album { goOn(with: album) }
      throw error
    }
  }

  /// Takes up the work on an album again.
  func goOn(with album: AlbumModel) {
    if album.photos.isEmpty { return start(album) }
    resume(album.photos, of: album)
    if album.tasks.isEmpty { noteEnd(of: album) }
  }

  /// Whether no photo has come yet in place of those that a new collection has replaced.
  func awaitsFirstPhoto(insteadOf removal: Removal) -> Bool {
    guard case .album(let old) = removal else { return false }
    return awaitingFirstPhoto.contains(old.pin) || albums[old.pin]?.awaitsFirstPhoto == true
  }

  /// Makes removals final.
  func forget(_ removals: [Removal]) async throws(StoreError) {
    let photos = removals.compactMap(\.photo?.id)
    if !photos.isEmpty { try await library?.forgetPhotos(photos) }
    let albums = removals.compactMap { if case .album(let old) = $0 { old } else { nil } }
    if !albums.isEmpty { try await library?.forget(albums) }
  }

  /// Waits until all downloaded files are in the library, and holds later ones back.
  func pause() async { await downloads?.arrivals.pause() }

  /// Lets downloaded files into the library again.
  func resumeArrivals() { downloads?.arrivals.resume() }
}

extension AlbumModel {
  /// Whether none of the photos that a new collection brings has come yet.
  var awaitsFirstPhoto: Bool {
    let new = photos.filter { !$0.isFavorite }
    return !new.isEmpty && new.allSatisfy { $0.state != .stored }
  }
}
