import Files
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source that counts how often each photo is asked for, on a network that comes and goes.
private final class DistantSource: PhotoSource {
  let name = "commons"
  private let state = Mutex<(isThere: Bool, searches: Int, asked: [String: Int])>((true, 0, [:]))
  private let away = Mutex(SourceFailure.unreachable)

  /// How it fails while it is not there.
  var failure: SourceFailure {
    get { away.withLock { $0 } }
    set { away.withLock { $0 = newValue } }
  }

  var isThere: Bool {
    get { state.withLock { $0.isThere } }
    set { state.withLock { $0.isThere = newValue } }
  }
  var searches: Int { state.withLock { $0.searches } }
  var asked: [String: Int] { state.withLock { $0.asked } }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    state.withLock { $0.searches += 1 }
    guard isThere else { throw failure }
    let photos = ["far", "gone", "farther"].map {
      PhotoDetails(source: name, sourceID: $0, title: $0)
    }
    return PhotoSlice(photos: photos, total: photos.count)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    state.withLock { $0.asked[photo.sourceID, default: 0] += 1 }
    throw photo.sourceID == "gone" || isThere ? SourceFailure.gone : failure
  }
}

/// A network that comes back when a test says so.
@MainActor
private final class FakeNetwork {
  private(set) var starts = 0
  private(set) var comesBack: () -> Void = {}
  /// How often all that waits for the network was told.
  private(set) var returns = 0

  private(set) lazy var watch: NetworkWatch = {
    let watch = NetworkWatch(delay: { .milliseconds(1) }) { [unowned self] in
      starts += 1
      comesBack = $0
    }
    return watch
  }()

  /// Lets the network come back, in several steps, and waits until everybody knows.
  func comeBack() async throws {
    let before = returns
    for _ in 0..<10 { comesBack() }
    try await wait { returns != before }
  }

  /// Counts the returns; to be called when all else listens.
  func listen() { watch.onReturn { [unowned self] in returns += 1 } }
}

@MainActor
struct OutageTests {
  private let folder = TemporaryFolder()
  private let source = DistantSource()
  private let network = FakeNetwork()
  private let place = Coordinate(latitude: 1, longitude: 2)!

  private func filler(on store: TravelStore) async -> AlbumRegistry {
    let filler = AlbumRegistry(
      sources: [source], check: { _, _ throws(PictureFailure) in throw .damaged },
      network: network.watch,
      options: { AlbumOptions(choice: .commons, count: 3, radius: 1000) })
    network.listen()
    await filler.connect(to: store)
    return filler
  }

  private func settled(_ album: AlbumModel) async throws {
    try await wait { !album.isBusy }
  }

  @Test(arguments: [SourceFailure.unreachable, .untrusted])
  func `a search goes on by itself when the network is back`(failure: SourceFailure) async throws {
    source.failure = failure
    let store = try await TravelStore(folder: folder.path)
    let filler = await filler(on: store)
    source.isThere = false
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await settled(album)
    #expect(album.trouble == .search(failure) && network.starts == 1)

    // Once for each return of the network, however many steps it takes.
    try await network.comeBack()
    try await wait { source.searches > 1 }
    try await settled(album)
    #expect(source.searches == 2 && album.trouble == .search(failure))

    source.isThere = true
    try await network.comeBack()
    try await wait { !album.photos.isEmpty }
    try await settled(album)
    #expect(source.searches == 3 && album.trouble == nil && album.tally.failed == 3)
    #expect(network.starts == 1)

    // What is not there is not there with any network.
    try await network.comeBack()
    #expect(source.searches == 3 && source.asked.values.allSatisfy { $0 == 1 })
  }

  @Test func `a search goes on when its service is turned on`() async throws {
    source.failure = .turnedOff
    let store = try await TravelStore(folder: folder.path)
    let filler = await filler(on: store)
    source.isThere = false
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await settled(album)
    #expect(album.trouble == .search(.turnedOff))
    // No network brings what is turned off.
    try await network.comeBack()
    #expect(source.searches == 1)

    source.isThere = true
    filler.retryTurnedOff()
    try await wait { !album.photos.isEmpty }
    try await settled(album)
    #expect(source.searches == 2 && album.trouble == nil && filler.cutOff.isEmpty)
  }

  @Test(arguments: [true, false])
  func `only downloads that could not reach their server go on`(isShown: Bool) async throws {
    let store = try await TravelStore(folder: folder.path)
    let filler = await filler(on: store)
    let pin = try await store.addPin(at: place, titled: "Pin")
    let details = try await source.photos(PhotoRequest(near: place, radius: 1, count: 3)).photos
    _ = try await store.replaceAlbum(
      of: pin.id, with: NewAlbum(source: "commons", slice: PhotoSlice(photos: details)))
    source.isThere = false
    let album = filler.album(of: pin)
    try await settled(album)
    #expect(
      album.photos.map(\.failure) == [.source(.unreachable), .source(.gone), .source(.unreachable)])
    if !isShown { filler.release(album) }

    source.isThere = true
    try await network.comeBack()
    try await wait { source.asked["far"] == 2 && source.asked["farther"] == 2 }
    try await wait { try await store.album(of: pin.id).allSatisfy { $0.failure == .source(.gone) } }
    #expect(source.asked == ["far": 2, "gone": 1, "farther": 2])
    if isShown {
      try await settled(album)
      #expect(album.photos.allSatisfy { $0.failure == .source(.gone) })
    }
  }

  @Test func `trying again asks for nothing that is gone for good`() async throws {
    let store = try await TravelStore(folder: folder.path)
    let filler = await filler(on: store)
    let pin = try await store.addPin(at: place, titled: "Pin")
    let details = try await source.photos(PhotoRequest(near: place, radius: 1, count: 3)).photos
    _ = try await store.replaceAlbum(
      of: pin.id, with: NewAlbum(source: "commons", slice: PhotoSlice(photos: details)))
    source.isThere = false
    let album = filler.album(of: pin)
    try await settled(album)
    filler.retry(album)
    try await settled(album)
    #expect(source.asked == ["far": 2, "gone": 1, "farther": 2])
    #expect(album.photos.map(\.isGone) == [false, true, false])
  }

  @Test func `photos that are there are not replaced by themselves`() async throws {
    let store = try await TravelStore(folder: folder.path)
    let filler = await filler(on: store)
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await settled(album)
    source.isThere = false
    filler.newCollection(album)
    try await settled(album)
    #expect(album.trouble == .search(.unreachable))
    let photos = album.photos
    source.isThere = true
    try await network.comeBack()
    #expect(!album.isBusy && source.searches == 2 && album.photos == photos)
  }

  @Test func `an album that has gone is left alone`() async throws {
    let store = try await TravelStore(folder: folder.path)
    let filler = await filler(on: store)
    source.isThere = false
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await settled(album)
    filler.endWork(on: album.pin.id)
    try await network.comeBack()
    #expect(source.searches == 1 && filler.cutOff.isEmpty)
  }
}
