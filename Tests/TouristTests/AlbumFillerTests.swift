import PhotoSources
import Synchronization
import Testing
import TravelStore
import Travels

@testable import Tourist

/// A source that has one photo and counts how often it is asked.
private final class CountingSource: PhotoSource {
  let name = "commons"
  let times = Mutex(0)

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    times.withLock { $0 += 1 }
    let photo = PhotoDetails(source: name, sourceID: "1", title: "One")
    return PhotoSlice(photos: [photo], total: 1)
  }

  func bring(_ photo: PhotoDetails, to path: String) async throws { throw PhotoFailure.gone }
}

@MainActor
struct AlbumFillerTests {
  @Test func tryingAgainAfterTheLibraryFailedAsksForNoOtherPhotos() async throws {
    let folder = TestFolder()
    let store = try await TravelStore(folder: folder.path)
    let source = CountingSource()
    let filler = AlbumFiller(
      sources: [source], check: { _ throws(PhotoFailure) in throw .damaged },
      wishes: { AlbumWishes(choice: .commons, count: 1, radius: 1000) })
    await filler.connect(to: store) { _ in nil }
    let place = Coordinate(latitude: 1, longitude: 2)!
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    while album.isBusy { await Task.yield() }
    #expect(source.times.withLock { $0 } == 1)
    album.trouble = .library(.busy(path: "x"))
    filler.retry(album)
    while album.isBusy { await Task.yield() }
    #expect(source.times.withLock { $0 } == 1)
    #expect(album.trouble == nil)
  }
}
