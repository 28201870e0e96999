import TravelStore
public import Travels

/// Files that do not stay what they were.
///
/// What is lost or damaged is shown as failed, and nothing is noted of it in the library: a folder
/// that is not there today may be there tomorrow.
extension AlbumFiller {
  /// How many files are looked at in one piece of work: so few that the first can be told soon.
  private static let piece = 50

  /// Looks which photos of an album have lost their files or have them damaged.
  func lookOver(_ album: AlbumModel) {
    Task {
      let stored = album.photos.filter { $0.state == .stored }
      for start in stride(from: 0, to: stored.count, by: AlbumFiller.piece) {
        guard album.isShown else { return }
        let photos = stored[start..<min(start + AlbumFiller.piece, stored.count)]
        let flaws = await flaws(of: Array(photos))
        for photo in photos {
          if let flaw = flaws[photo.id] { album.lose(photo, because: flaw) }
        }
      }
    }
  }

  /// Takes note that a photo’s picture could not be shown.
  public func lookInto(_ photo: Photo, of album: AlbumModel) {
    Task {
      if let flaw = await thoroughFlaw(of: photo) { album.lose(photo, because: flaw) }
    }
  }

  /// Shows those of some photos whose files are in order again, and returns the others.
  func takeBack(
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
    let flaws = await glance(files.map(\.1))
    return Dictionary(
      files.compactMap { id, path in flaws[path].map { (id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func thoroughFlaw(of photo: Photo) async -> PhotoFailure? {
    guard let file = file(of: photo) else { return .gone }
    do throws(PhotoFailure) {
      _ = try await check(file)
      return nil
    } catch {
      return error == .gone ? .gone : .damaged
    }
  }
}
