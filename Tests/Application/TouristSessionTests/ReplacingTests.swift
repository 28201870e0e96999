import Files
import Foundation
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source of which each collection has three photos more, brought when they are let.
private final class EndlessSource: PhotoSource {
  let name = "commons"
  private let state = Mutex((isSlow: false, isBroken: false))

  var isSlow: Bool {
    get { state.withLock { $0.isSlow } }
    set { state.withLock { $0.isSlow = newValue } }
  }
  var isBroken: Bool {
    get { state.withLock { $0.isBroken } }
    set { state.withLock { $0.isBroken = newValue } }
  }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let next = (1...1000).lazy.map(String.init).filter { !request.seen.contains($0) }.prefix(3)
    return PhotoSlice(
      photos: next.map { PhotoDetails(source: name, sourceID: $0, title: $0) }, total: 1000)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    if isBroken { throw SourceFailure.gone }
    while isSlow { try await Task.sleep(for: .milliseconds(1)) }
    try file.append(Array("picture".utf8))
  }
}

/// Replacing albums, and bringing them back.
@MainActor
struct ReplacingTests {
  private let folder = TemporaryFolder()
  private let source = EndlessSource()

  private func session(undoTimeout: Duration = .seconds(600)) async -> Session {
    await .opened(in: folder, source: source, undoTimeout: undoTimeout)
  }

  private func filledAlbum(in session: Session) async throws -> AlbumModel {
    session.dropPin(at: Coordinate(latitude: 1, longitude: 2)!)
    await session.map.waitUntilSaved()
    let id = try #require(session.map.origins.keys.max())
    let album = session.albums.album(of: try #require(session.map.pins[id]))
    try await wait { album.tally.stored == 3 && !album.isBusy }
    return album
  }

  private func ids(of album: AlbumModel) -> [String] { album.photos.map(\.details.sourceID) }

  /// Waits until the time of what is offered has been over more than once.
  private func waitForOffersToEnd(in session: Session) async throws {
    var ends = 0
    session.undo.isInUse = {
      ends += 1
      return false
    }
    try await wait { ends > 2 || session.undo.offered.isEmpty }
  }

  private var files: [String] {
    let all = FileManager.default.enumerator(atPath: "\(folder.path)/photos")
    return all?.compactMap { $0 as? String }.filter { $0.hasSuffix(".jpg") } ?? []
  }

  @Test func `replaced albums come back the last first`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    #expect(session.undo.offered.isEmpty, "the first photos replace nothing")
    let first = album.photos
    for last in ["6", "9"] {
      session.albums.newCollection(album)
      try await wait { ids(of: album).last == last && !album.isBusy }
    }
    #expect(session.undo.offered.count == 2 && files.count == 9)

    _ = try await session.undo.applyLast(.undo)
    #expect(ids(of: album) == ["4", "5", "6"])
    #expect(session.undo.offered.isEmpty, "the first one would read as what was just undone")
    _ = try await session.undo.applyLast(.undo)
    #expect(album.photos == first && session.undo.offered.isEmpty && !album.isBusy)
    #expect(files.count == 9, "the others can be brought back in turn")
    #expect(session.map.pins[album.pin.id]?.photoCount == 3)
    _ = try await session.undo.applyLast(.redo)
    #expect(ids(of: album) == ["4", "5", "6"] && album.tally.stored == 3)
    #expect(session.undo.offered.count == 1, "it is offered again")
    _ = try await session.undo.applyLast(.undo)

    // The next collection has what was never seen.
    session.albums.newCollection(album)
    try await wait { ids(of: album) == ["10", "11", "12"] && !album.isBusy }
    #expect(try await session.undo.applyLast(.redo) == nil)
    try await wait { files.count == 6 }
  }

  @Test func `an undo ends the downloads of what it takes away`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let first = album.photos
    source.isSlow = true
    session.albums.newCollection(album)
    try await wait { album.underway.count == 3 }
    _ = try await session.undo.applyLast(.undo)
    #expect(album.photos == first && album.underway.isEmpty)
    #expect(!album.isBusy && session.map.progress[album.pin.id] == nil)
    #expect(files.count == 3)
  }

  @Test func `a pin whose new photos failed is well again after an undo`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    source.isBroken = true
    session.albums.newCollection(album)
    try await wait { album.tally.failed == 3 && !album.isBusy }
    #expect(session.map.progress[album.pin.id] == .failed)
    _ = try await session.undo.applyLast(.undo)
    #expect(album.tally.stored == 3 && session.map.progress[album.pin.id] == nil)
  }

  @Test func `the map knows how many photos of a pin are missing`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    func stock() throws -> PhotoStock {
      session.map.stock(of: try #require(session.map.pins[album.pin.id]))
    }
    #expect(try stock() == PhotoStock(stored: 3, all: 3, hasFailed: false))
    source.isBroken = true
    session.albums.newCollection(album)
    try await wait { album.tally.failed == 3 && !album.isBusy }
    #expect(try stock() == PhotoStock(stored: 0, all: 3, hasFailed: true))
    await session.remove([album.photos[0]], from: album)
    #expect(try stock() == PhotoStock(stored: 0, all: 2, hasFailed: true))
    source.isBroken = false
    session.albums.retry([album.photos[0].id], of: album)
    try await wait { album.tally.stored == 1 && !album.isBusy }
    #expect(try stock() == PhotoStock(stored: 1, all: 2, hasFailed: true))
    #expect(album.stock == (try stock()))
  }

  @Test func `the map knows which photos an earlier run missed`() async throws {
    var session: Session! = await session()
    let album = try await filledAlbum(in: session)
    source.isBroken = true
    session.albums.newCollection(album)
    try await wait { album.tally.failed == 3 && !album.isBusy }
    session = await self.session()
    let stock = session.map.stock(of: try #require(session.map.pins[album.pin.id]))
    #expect(stock == PhotoStock(stored: 0, all: 3, hasFailed: true))
  }

  @Test(arguments: [true, false])
  func `an album of which nothing new came is offered still`(afterRestart: Bool) async throws {
    var session: Session! = await session(undoTimeout: .milliseconds(1))
    let album = try await filledAlbum(in: session)
    source.isBroken = true
    session.albums.newCollection(album)
    try await wait { album.tally.failed == 3 && !album.isBusy }
    session.albums.release(album)
    try await waitForOffersToEnd(in: session)
    #expect(session.undo.offered.count == 1)
    if afterRestart {
      try await session.close()
      session = await self.session()
      #expect(session.undo.offered.isEmpty)
    }
    let again = session.albums.album(of: album.pin)
    try await wait { session.undo.offered.count == 1 && !again.isBusy }
    _ = try await session.undo.applyLast(.undo)
    #expect(ids(of: again) == ["1", "2", "3"] && again.tally.stored == 3)
  }

  @Test(arguments: [true, false])
  func `an album of which nothing new came outlives a move of its pin`(whileItShows: Bool)
    async throws
  {
    let session = await session(undoTimeout: .milliseconds(1))
    let album = try await filledAlbum(in: session)
    source.isBroken = true
    session.albums.newCollection(album)
    try await wait { album.tally.failed == 3 && !album.isBusy }
    if !whileItShows { session.albums.release(album) }
    try await session.move(album.pin.id, to: Coordinate(latitude: 5, longitude: 6)!)
    // The move is offered no more, but the old album still is.
    try await wait { session.undo.offered.count == 1 }
    #expect(try await session.undo.undoOffered()?.kind == .albumReplaced)
    let moved = try #require(session.map.pins[album.pin.id])
    let again = session.albums.album(of: moved)
    try await wait { !again.isBusy }
    #expect(ids(of: again) == ["1", "2", "3"] && again.tally.stored == 3)
  }

  @Test func `what is held holds nothing else`() async throws {
    let session = await session(undoTimeout: .milliseconds(1))
    let (album, other) = (
      try await filledAlbum(in: session), try await filledAlbum(in: session)
    )
    source.isBroken = true
    session.albums.newCollection(album)
    try await wait { album.tally.failed == 3 && !album.isBusy }
    await session.remove([other.photos[0]], from: other)
    try await wait { session.undo.offered.count == 1 }
    _ = try await session.undo.undoOffered()
    #expect(album.tally.stored == 3 && other.tally.stored == 2)
  }

  @Test func `what was missing is downloaded after an undo`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    _ = try await #require(session.albums.library).awaitAgain([album.photos[2]])
    session.albums.newCollection(album)
    try await wait { ids(of: album) == ["4", "5", "6"] && !album.isBusy }
    _ = try await session.undo.applyLast(.undo)
    try await wait { album.tally.stored == 3 && !album.isBusy }
    #expect(ids(of: album) == ["1", "2", "3"])
  }

  @Test func `an album that nobody shows comes back too`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let first = album.photos
    session.albums.newCollection(album)
    try await wait { ids(of: album) == ["4", "5", "6"] && !album.isBusy }
    session.albums.release(album)
    _ = try await session.undo.applyLast(.undo)
    let again = session.albums.album(of: album.pin)
    try await wait { !again.isBusy }
    #expect(again.photos == first)
  }

  @Test func `the offer stands until a photo has come`() async throws {
    let session = await session(undoTimeout: .milliseconds(1))
    let album = try await filledAlbum(in: session)
    source.isSlow = true
    session.albums.newCollection(album)
    try await wait { album.underway.count == 3 }
    try await waitForOffersToEnd(in: session)
    #expect(session.undo.offered.count == 1)
    source.isSlow = false
    try await wait { session.undo.offered.isEmpty && files.count == 6 }
    #expect(try await session.undo.undoOffered() == nil)
    #expect(ids(of: album) == ["4", "5", "6"])
    #expect(session.undo.offered.isEmpty, "the first would read as what was just undone")
    _ = try await session.undo.applyLast(.undo)
    #expect(ids(of: album) == ["1", "2", "3"])
  }

  @Test func `photos and albums come back in their order`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let first = album.photos
    await session.remove([first[1]], from: album)
    session.albums.newCollection(album)
    try await wait { ids(of: album) == ["4", "5", "6"] && !album.isBusy }
    await session.remove([album.photos[0]], from: album)
    for count in [3, 2, 3] {
      _ = try await session.undo.applyLast(.undo)
      #expect(album.photos.count == count)
    }
    #expect(album.photos == first)
  }
}
