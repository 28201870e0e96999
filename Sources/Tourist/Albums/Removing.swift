public import Travels

/// Taking photos out of an album, and bringing them back.
extension AlbumFiller {
  /// Takes photos out of an album: `undoRemoval` brings them back until `forgetRemoved`.
  public func remove(
    _ photos: [Photo.ID], from album: AlbumModel, then done: @escaping @MainActor () -> Void = {}
  ) {
    change(album) { filler, library in
      try await library.removePhotos(photos)
      album.remove(Set(photos))
      filler.onCountChange(album.pin.id, album.photos.count)
      done()
    }
  }

  /// Brings back the last photos that were taken out of an album.
  public func undoRemoval(
    of count: Int = 1, in album: AlbumModel, then done: @escaping @MainActor () -> Void = {}
  ) {
    change(album) { filler, library in
      let ids = album.removed.suffix(count).map(\.id)
      let back = Set(try await library.restorePhotos(ids).map(\.id))
      album.bringBack(Set(ids), in: try await library.album(of: album.pin.id))
      filler.onCountChange(album.pin.id, album.photos.count)
      // What was on its way when it was taken out is so again.
      filler.resume(album.photos.filter { back.contains($0.id) }, of: album)
      done()
    }
  }

  /// Gives up what was taken out of an album: its files go.
  public func forgetRemoved(in album: AlbumModel) {
    change(album) { filler, library in
      let ids = album.removed.map(\.id)
      album.removed = []
      filler.letGo(album)
      try await library.forgetPhotos(ids)
    }
  }
}
