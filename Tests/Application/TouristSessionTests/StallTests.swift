import Files
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source whose server takes every question and answers none, until it is let.
private final class SilentSource: PhotoSource {
  let name = "commons"
  private let state = Mutex<(lists: Int, isSilent: Bool, failure: SourceFailure?)>((0, true, nil))

  var failure: SourceFailure? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  func speak() { state.withLock { $0.isSilent = false } }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    if let failure { throw failure }
    let list = state.withLock {
      $0.lists += 1
      return $0.lists
    }
    let photos = (1...3).map { PhotoDetails(source: name, sourceID: "\(list)-\($0)", title: "") }
    return PhotoSlice(photos: photos, total: 6)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    while state.withLock({ $0.isSilent }) { try await Task.sleep(for: .milliseconds(1)) }
    throw SourceFailure.gone
  }
}

@MainActor
struct StallTests {
  private let folder = TemporaryFolder()
  private let source = SilentSource()

  private func album(stallTimeout: Duration) async throws -> (AlbumRegistry, AlbumModel) {
    let store = try await TravelStore(folder: folder.path)
    let filler = AlbumRegistry(
      sources: [source], check: { _, _ throws(PictureFailure) in throw .damaged },
      stallTimeout: stallTimeout,
      options: { AlbumOptions(choice: .commons, count: 3, radius: 1000) })
    await filler.connect(to: store)
    let place = Coordinate(latitude: 1, longitude: 2)!
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await wait { album.activity == .downloading }
    return (filler, album)
  }

  private func ids(_ album: AlbumModel) -> [String] { album.photos.map(\.details.sourceID) }

  @Test func `while there is hope an album takes no wishes`() async throws {
    let (filler, album) = try await album(stallTimeout: .seconds(60))
    #expect(!album.allowsNewCollection)
    filler.newCollection(album)
    #expect(album.activity == .downloading)
    source.speak()
    try await wait { !album.isBusy }
    #expect(ids(album) == ["1-1", "1-2", "1-3"] && album.tally.failed == 3)
    #expect(album.allowsNewCollection && !album.isStalled)
  }

  @Test func `a stalled album can be replaced and what was on its way is dropped`() async throws {
    let (filler, album) = try await album(stallTimeout: .milliseconds(20))
    try await wait { album.allowsNewCollection }
    #expect(album.isBusy && album.tally.awaited == 3)
    let stalled = Array(try #require(filler.works[album.pin.id]).tasks.values)
    filler.newCollection(album)
    #expect(!album.allowsNewCollection)
    try await wait { ids(album).first == "2-1" }
    for task in stalled { await task.value }
    #expect(album.isBusy && album.tally.awaited == 3)
    source.speak()
    try await wait { !album.isBusy }
    #expect(ids(album) == ["2-1", "2-2", "2-3"] && album.tally.failed == 3)
  }

  @Test func `a search that fails leaves a stalled album on its way and says so`() async throws {
    let (filler, album) = try await album(stallTimeout: .milliseconds(20))
    try await wait { album.allowsNewCollection }
    source.failure = .busy
    filler.newCollection(album)
    try await wait { album.trouble != nil }
    #expect(album.trouble == .search(.busy))
    try await wait { album.allowsNewCollection }
    #expect(album.activity == .downloading && album.tally.awaited == 3)
    source.speak()
    try await wait { !album.isBusy }
    #expect(ids(album) == ["1-1", "1-2", "1-3"] && album.tally.failed == 3)
  }
}
