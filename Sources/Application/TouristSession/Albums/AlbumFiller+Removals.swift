import TravelModel
import TravelStore

/// Removing and restoring photos and whole albums, and keeping photos.
extension AlbumFiller {
  /// Removes photos from an album and returns those that were in it; nil where none was.
  func remove(
    _ ids: [Photo.ID], from album: AlbumModel
  ) async throws(StoreError) -> (photos: [Photo], step: StepID)? {
    guard let library else { throw .gone }
    let step = try await library.removePhotos(ids)
    let gone = album.remove(Set(ids))
    map?.setPhotoCount(album.photos.count, missing: album.missing, of: album.pin.id)
    guard let step, !gone.isEmpty else { return nil }
    return (gone, step)
  }

  /// Shows photos that have come back to their albums.
  func insert(_ back: [Photo]) {
    for (id, photos) in Dictionary(grouping: back, by: \.pin) {
      guard let album = albums[id] else {
        // An album that is not loaded is read now, which updates the count as well.
        if let pin = map?.pins[id] { prefetch(pin) }
        continue
      }
      album.insert(photos)
      map?.setPhotoCount(album.photos.count, missing: album.missing, of: id)
      // Downloads that the removal interrupted go on.
      resume(photos, of: album)
    }
  }

  /// Shows albums without photos that were taken out of them.
  func takeOut(_ gone: [Photo]) {
    for (id, photos) in Dictionary(grouping: gone, by: \.pin) {
      guard let album = albums[id] else {
        if let pin = map?.pins[id] { map?.setPhotoCount(pin.photoCount - photos.count, of: id) }
        continue
      }
      _ = album.remove(Set(photos.map(\.id)))
      map?.setPhotoCount(album.photos.count, missing: album.missing, of: id)
    }
  }

  /// Keeps photos through later collections, or keeps them no longer.
  func setFavorites(
    _ photos: [Photo.ID], to isFavorite: Bool, in album: AlbumModel
  ) async throws(StoreError) {
    guard let library else { throw .gone }
    for photo in try await library.setFavorites(photos, to: isFavorite) { album.update(photo) }
  }

  /// Shows an album that was exchanged for another one, and takes up the work on it.
  func show(_ photos: [Photo], _ info: AlbumInfo, of pin: Pin.ID) {
    map?.setPhotoCount(photos.count, of: pin)
    guard let album = albums[pin] else {
      if let pin = map?.pins[pin] { prefetch(pin) }
      return
    }
    (album.info, album.chosenSource, album.trouble) = (info, nil, nil)
    album.show(photos)
    resume(photos, of: album)
    if album.tasks.isEmpty { noteEnd(of: album) }
  }

  /// Takes up the work on an album again.
  func goOn(with album: AlbumModel) {
    if album.photos.isEmpty { return start(album) }
    resume(album.photos, of: album)
    if album.tasks.isEmpty { noteEnd(of: album) }
  }

  /// Whether no photo has come yet in place of those that a new collection has replaced.
  func awaitsFirstPhoto(insteadOf step: ShownStep) -> Bool {
    guard let old = step.album else { return false }
    return awaitingFirstPhoto.contains(old.pin) || albums[old.pin]?.awaitsFirstPhoto == true
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
