import PhotoSources
import TravelStore
import Travels

/// Which source is asked for an album, and for what.
extension AlbumFiller {
  /// Asks the source that the user wants, or the one that stands in for it where that cannot answer.
  func find(
    for album: AlbumModel, in library: TravelStore, isNew: Bool
  ) async throws -> NewAlbum {
    var options = options()
    options.choice = source(of: album)
    network?.start()
    do {
      return try await ask(options.choice.source, for: album.pin, options, library)
    } catch let failure as PhotoFailure {
      // Photos of the place are not given away for postcards, nor postcards for the same again.
      let hasStandIns = album.photos.isEmpty || album.info?.source == options.choice.standIn
      guard let standIn = options.choice.standIn, failure.isOfService, hasStandIns,
        album.photos.isEmpty || isNew
      else { throw failure }
      var found = try await ask(standIn, for: album.pin, options, library)
      found.standsInFor = failure
      return found
    }
  }

  private func ask(
    _ name: String, for pin: Pin, _ options: AlbumOptions, _ library: TravelStore
  ) async throws -> NewAlbum {
    guard let source = sources[name] else { throw PhotoFailure.refused }
    let history = try await library.history(of: pin.id, in: name)
    var request = PhotoRequest(
      near: pin.coordinate, radius: options.radius, count: options.count)
    request.bookmark = history.bookmark
    request.seen = history.seen
    request.unwanted = history.unwanted
    let slice = try await source.photos(request)
    var album = NewAlbum(source: name, photos: slice.photos, total: slice.total)
    album.radius = slice.radius
    album.hasBegunAgain = slice.hasBegunAgain
    album.bookmark = slice.bookmark
    return album
  }
}
