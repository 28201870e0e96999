import Files
import Foundation
import LibraryBackup
import PhotoSources
import PlaceArticles
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// Brings photos with the numbers that it is told to, at once or when it is let.
private final class NumberedSource: PhotoSource {
  let name = "commons"
  private let state = Mutex((numbers: [1, 2, 3], isSlow: false, holdsFiles: false))

  init(_ numbers: [Int]) { state.withLock { $0.numbers = numbers } }

  var isSlow: Bool {
    get { state.withLock { $0.isSlow } }
    set { state.withLock { $0.isSlow = newValue } }
  }

  var holdsFiles: Bool {
    get { state.withLock { $0.holdsFiles } }
    set { state.withLock { $0.holdsFiles = newValue } }
  }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    while isSlow { try await Task.sleep(for: .milliseconds(1)) }
    let ids = state.withLock { $0.numbers }.map(String.init).filter { !request.seen.contains($0) }
    return PhotoSlice(
      photos: ids.map { PhotoDetails(source: name, sourceID: $0, title: $0) }, total: ids.count)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    // A disk or a server that does not hear that nobody waits any more.
    while holdsFiles { await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value }
    try file.append(Array("picture \(photo.sourceID)".utf8))
  }
}

/// Says something of a place when it is let.
private final class HeldArticles: ArticleSource {
  private let state = Mutex((isHeld: true, asked: 0))

  var isHeld: Bool {
    get { state.withLock { $0.isHeld } }
    set { state.withLock { $0.isHeld = newValue } }
  }
  var asked: Int { state.withLock { $0.asked } }

  func aboutPlace(at place: Coordinate, within radius: Double) async throws -> AboutPlace {
    state.withLock { $0.asked += 1 }
    while isHeld { try await Task.sleep(for: .milliseconds(1)) }
    return AboutPlace()
  }
}

/// A library as one file, and from it in the session of another machine.
@MainActor
struct MovingHouseTests {
  private let folder = TemporaryFolder()
  private let other = TemporaryFolder()
  private let place = Coordinate(latitude: 1, longitude: 2)!

  private func session(
    in folder: TemporaryFolder, _ source: NumberedSource,
    articles: ArticleFetcher = ArticleFetcher()
  ) async -> Session {
    await .opened(in: folder, source: source, prefetches: false, articles: articles)
  }

  /// The backup of a library with a pin of some photos, and another pin.
  private func found(by session: Session) async throws -> FoundBackup {
    let old = await self.session(in: folder, NumberedSource([1, 2, 7]))
    let pins = try await old.makePins([NewPin(at: place, titled: "Here")])
    try await old.makePins([NewPin(at: .origin, titled: "There")])
    let album = old.albums.album(of: pins[0])
    try await wait { album.tally.stored == 3 && !album.isBusy }
    // Not in the library's own folder.
    await #expect(throws: BackupFailure.insideLibrary) {
      _ = try await old.backUp(
        to: "\(folder.path)/library.zip", settings: "", program: "1", progress: BackupProgress())
    }
    let outside = TemporaryFolder()
    let file = "\(outside.path)/library.zip"
    let content = try await old.backUp(
      to: file, settings: "", program: "1", progress: BackupProgress())
    #expect(content.pinCount == 2 && content.photoCount == 3)
    return try await session.readBackup(file, progress: BackupProgress())
  }

  @Test func `an album that is shown gets what a merge brings to it`() async throws {
    let session = await session(in: other, NumberedSource([1, 2, 3]))
    let pin = try await session.addPin(at: place)
    try await session.rename(pin.id, to: "Here")
    let album = session.albums.album(of: session.map.pins[pin.id]!)
    try await wait { album.tally.stored == 3 && !album.isBusy }
    let merged = try await session.merge(try await found(by: session), progress: BackupProgress())
    #expect(merged.pinCount == 1 && merged.photoCount == 1)
    #expect(session.map.pins.all.map(\.title).sorted() == ["Here", "There"])
    #expect(album.photos.map(\.details.sourceID) == ["1", "2", "3", "7"])
    try await wait { !album.isBusy }
    #expect(session.map.pins[pin.id]?.photoCount == 4)

    #expect(session.undo.offered.last == ShownStep(.libraryMerged, merged: merged))
    _ = try await session.undo.applyLast(.undo)
    #expect(session.map.pins.all.map(\.title) == ["Here"])
    #expect(album.photos.map(\.details.sourceID) == ["1", "2", "3"])
    try await wait { session.map.pins[pin.id]?.photoCount == 3 }
    let again = try await session.undo.applyLast(.redo)
    #expect(session.undo.offered == [again])
    #expect(session.map.pins.all.map(\.title).sorted() == ["Here", "There"])
    #expect(album.photos.map(\.details.sourceID) == ["1", "2", "3", "7"])
    try await wait { session.map.pins[pin.id]?.photoCount == 4 }
  }

  @Test func `a search under way takes nothing of a merge away`() async throws {
    let source = NumberedSource([5])
    source.isSlow = true
    let session = await session(in: other, source)
    let pin = try await session.makePins([NewPin(at: place, titled: "Here")])[0]
    let album = session.albums.album(of: pin)
    try await wait { album.activity == .searching }
    let merged = try await session.merge(try await found(by: session), progress: BackupProgress())
    source.isSlow = false
    #expect(merged.photoCount == 3)
    try await wait { !album.isBusy }
    #expect(album.photos.map(\.details.sourceID) == ["1", "2", "7"])
  }

  @Test func `another library takes the place of the present one`() async throws {
    let session = await session(in: other, NumberedSource([1, 2, 3]))
    _ = try await session.addPin(at: place)
    #expect(!session.undo.offered.isEmpty)
    let aside = try await session.replace(
      by: try await found(by: session).library, keeping: "[settings]")
    #expect(session.map.pins.all.map(\.title).sorted() == ["Here", "There"])
    #expect(session.undo.offered.isEmpty)
    let place = try #require(aside)
    #expect(try String(contentsOfFile: "\(place)/settings.ini", encoding: .utf8) == "[settings]")
    let old = try await TravelStore(folder: place)
    #expect(try await old.pins().count == 1)
    // It is a library like any other.
    _ = try await session.addPin(at: .origin)
    #expect(session.map.pins.count == 3)
  }

  @Test func `a library that was let go of gets nothing of what has arrived`() async throws {
    let source = NumberedSource([1, 2, 3])
    source.holdsFiles = true
    let session = await session(in: other, source)
    let album = session.albums.album(of: try await session.addPin(at: place))
    try await wait { album.underway.count == 3 }
    // As while the window is closed, after which it is not.
    try await session.close()
    source.holdsFiles = false
    try await wait { session.albums.arrivals?.waiting.count == 3 }
    guard case .open(let store) = session.library.state else { throw StoreError.gone }
    await session.leave()
    #expect(!album.isBusy && session.albums.works.isEmpty)
    // What was on its way would be there in a few turns.
    for _ in 1...50 {
      try #require(try await store.album(of: album.pin.id).allSatisfy { $0.state == .awaited })
    }
    let files = FileManager.default.enumerator(atPath: "\(other.path)/photos")
    #expect(files?.contains { ($0 as? String)?.contains("-") == true } == false, "none is left")
  }

  @Test func `what is on its way for a pin that was removed has ended when the library is moved`()
    async throws
  {
    let source = NumberedSource([1, 2, 3])
    source.holdsFiles = true
    let session = await session(in: other, source)
    let album = session.albums.album(of: try await session.addPin(at: place))
    try await wait { album.underway.count == 3 }
    try await session.remove([album.pin.id])
    var hasLeft = false
    let leaving = Task {
      await session.leave()
      hasLeft = true
    }
    for _ in 1...50 { await Task.yield() }
    #expect(!hasLeft && album.underway.count == 3)
    source.holdsFiles = false
    await leaving.value
    #expect(album.underway.isEmpty)
  }

  @Test func `what was asked about an old pin is no answer for a new one`() async throws {
    let words = HeldArticles()
    let session = await session(
      in: other, NumberedSource([1, 2, 3]), articles: ArticleFetcher(source: words, gap: .zero))
    let found = try await found(by: session)
    let old = try await session.addPin(at: .origin)
    _ = session.albums.album(of: old)
    try await wait { words.asked == 1 }
    _ = try await session.replace(by: found.library, keeping: "")
    try #require(!session.articles.isBusy)
    words.isHeld = false
    let new = session.albums.album(of: try #require(session.map.pins[old.id]))
    try await wait { !new.isBusy }
    session.albums.newCollection(new)
    try await wait { await session.articles.aboutPlace(of: old.id) != nil }
    #expect(words.asked == 2)
  }
}
