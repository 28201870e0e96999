public import TravelModel
import TravelStore

/// Finds stored files that are lost or damaged.
///
/// Their photos are shown as failed, but the library is not changed: a folder that is missing today
/// may be mounted tomorrow.
extension AlbumFiller {
  /// How many files are checked at once: few, so that the first results are shown soon.
  private static let piece = 50

  /// Checks the stored files of an album.
  func checkFiles(of album: AlbumModel) {
    Task {
      let stored = album.photos.filter { $0.state == .stored }
      for start in stride(from: 0, to: stored.count, by: AlbumFiller.piece) {
        guard album.isShown else { return }
        let photos = stored[start..<min(start + AlbumFiller.piece, stored.count)]
        let flaws = await flaws(of: Array(photos))
        for photo in photos {
          if let flaw = flaws[photo.id] { album.showAsFailed(photo, because: flaw) }
        }
      }
    }
  }

  /// Checks the file of a photo that could not be shown.
  public func checkFile(of photo: Photo, in album: AlbumModel) {
    Task {
      if let flaw = await thoroughFlaw(of: photo) { album.showAsFailed(photo, because: flaw) }
    }
  }

  /// Shows those photos again whose files are intact, and returns the others.
  func showIntact(
    _ ids: [Photo.ID], of album: AlbumModel, in library: TravelStore
  ) async throws -> [Photo] {
    let ids = Set(ids)
    var lost: [Photo] = []
    for photo in try await library.album(of: album.pin.id) where ids.contains(photo.id) {
      if photo.state == .stored, await thoroughFlaw(of: photo) == nil {
        album.update(photo)
      } else {
        lost.append(photo)
      }
    }
    return lost
  }

  private func flaws(of photos: [Photo]) async -> [Photo.ID: PhotoFailure] {
    let files = photos.map { ($0.id, file(of: $0) ?? "") }
    let flaws = await quickCheck(files.map(\.1))
    return Dictionary(
      files.compactMap { id, path in flaws[path].map { (id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func thoroughFlaw(of photo: Photo) async -> PhotoFailure? {
    guard let file = file(of: photo) else { return .lost }
    do throws(PhotoFailure) {
      _ = try await check(file, false)
      return nil
    } catch {
      return error == .lost || error == .fileUnreadable ? error : .damaged
    }
  }
}
