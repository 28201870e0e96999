import Files
import Foundation
import PhotoSources
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source whose photos have their look as their content: `1` and `1b` show the same.
private struct LookingSource: PhotoSource {
  let name = "commons"
  let ids: [String]

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let unseen = ids.filter { !request.seen.contains($0) && !request.unwanted.contains($0) }
      .map { PhotoDetails(source: name, sourceID: $0, title: $0) }
    var slice = PhotoSlice(photos: Array(unseen.prefix(request.count)), total: ids.count)
    slice.spares = Array(unseen.dropFirst(request.count).prefix(request.spareCount))
    return slice
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    try file.append(Array(photo.sourceID.utf8))
  }
}

@MainActor
struct NearCopyTests {
  private let folder = TemporaryFolder()

  /// A session in whose source some photos are, and an album of it, once that is filled.
  private func filledAlbum(of ids: [String]) async throws -> (Session, AlbumModel) {
    let session = await Session.opened(in: folder, source: LookingSource(ids: ids)) { path in
      let text = FileManager.default.contents(atPath: path).map {
        String(decoding: $0, as: UTF8.self)
      }
      return text.flatMap { UInt64($0.filter(\.isNumber)) }.map {
        PictureLook(bits: 0x1ff << ($0 * 9))
      }
    }
    session.dropPin(at: Coordinate(latitude: 1, longitude: 2)!)
    await session.map.waitUntilSaved()
    let id = try #require(session.map.origins.keys.max())
    let album = session.albums.album(of: try #require(session.map.pins[id]))
    try await wait { !album.isBusy && album.tally.all > 0 && album.tally.awaited == 0 }
    return (session, album)
  }

  private func ids(of album: AlbumModel) -> [String] { album.photos.map(\.details.sourceID) }
  private func numbers(of album: AlbumModel) -> Set<String> {
    Set(ids(of: album).map { $0.filter(\.isNumber) })
  }

  @Test func `what looks the same is shown once`() async throws {
    let (session, album) = try await filledAlbum(of: ["1", "1b", "2", "2b", "2c", "3", "4"])
    #expect(numbers(of: album) == ["1", "2", "3"] && album.tally.stored == 3)
    #expect(session.map.pins[album.pin.id]?.photoCount == 3)
    #expect(session.undo.offered.isEmpty)
    // What gave way does not come as new.
    session.albums.newCollection(album)
    try await wait { !album.isBusy && ids(of: album) == ["4"] }
  }

  @Test func `without others they stay`() async throws {
    let (_, album) = try await filledAlbum(of: ["1", "1b", "1c"])
    #expect(ids(of: album).count == 3 && album.tally.stored == 3)
  }

  @Test func `of many copies no more are tried than there are spares`() async throws {
    let (_, album) = try await filledAlbum(
      of: (1...40).map { "1" + String(repeating: "x", count: $0) })
    #expect(album.tally.all == 3 && album.tally.stored == 3)
  }

  @Test func `a favorite stays and its copy gives way`() async throws {
    let (session, album) = try await filledAlbum(of: ["1", "2", "3", "1b", "4", "5", "6"])
    try await session.setFavorites([album.photos[0]], to: true, in: album)
    session.albums.newCollection(album)
    try await wait { !album.isBusy && album.tally.awaited == 0 && album.photos.count == 4 }
    #expect(ids(of: album) == ["1", "4", "5", "6"])
  }
}
