import TravelModel
import TravelStore

/// Removing and restoring photos, and keeping them.
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

  /// Deletes the files of removed photos.
  func forget(_ ids: [Photo.ID]) async throws(StoreError) {
    if !ids.isEmpty { try await library?.forgetPhotos(ids) }
  }

  /// Waits until all downloaded files are in the library, and holds later ones back.
  func pause() async { await downloads?.arrivals.pause() }

  /// Lets downloaded files into the library again.
  func resumeArrivals() { downloads?.arrivals.resume() }
}
