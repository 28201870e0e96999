import TravelStore
import Travels

/// Taking photos out of albums, and bringing them back.
extension AlbumFiller {
  /// Takes photos out of an album and returns those that were in it.
  func remove(_ ids: [Photo.ID], from album: AlbumModel) async throws(StoreError) -> [Photo] {
    guard let library else { throw .gone }
    try await library.removePhotos(ids)
    let gone = album.remove(Set(ids))
    onCountChange(album.pin.id, album.photos.count)
    return gone
  }

  /// Brings photos back into the album of a pin, each to where it was.
  func restore(_ ids: [Photo.ID], of pin: Pin) async throws(StoreError) {
    guard let library else { throw .gone }
    let back = try await library.restorePhotos(ids)
    // An album that is not here is read, and the count of its photos comes with that.
    guard let album = albums[pin.id] else { return prefetch(pin) }
    album.bringBack(back)
    onCountChange(pin.id, album.photos.count)
    // What was on its way when it was taken out is so again.
    resume(back, of: album)
  }

  /// Gives up the files of photos that were taken out.
  func forget(_ ids: [Photo.ID]) async throws(StoreError) {
    if !ids.isEmpty { try await library?.forgetPhotos(ids) }
  }

  /// Waits until each file that has come is in the library, which then takes no more.
  func rest() async { await downloads?.arrivals.rest() }

  /// Lets files get into the library again.
  func takeArrivals() { downloads?.arrivals.goOn() }
}
