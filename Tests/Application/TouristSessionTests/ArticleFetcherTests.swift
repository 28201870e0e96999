import Files
import PhotoSources
import PlaceArticles
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source of one photo for each place.
private struct OnePhoto: PhotoSource {
  let name = "commons"

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    PhotoSlice(photos: [PhotoDetails(source: name, sourceID: "1", title: "One")], total: 1)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    try file.append([1])
  }
}

/// A source of words that counts how often it is asked, on a network that comes and goes.
private final class CountingArticles: ArticleSource {
  private let state = Mutex<(failure: SourceFailure?, asked: [Coordinate])>((nil, []))

  var failure: SourceFailure? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }
  var asked: [Coordinate] { state.withLock { $0.asked } }

  static let text = PlaceText(
    work: .wikipedia, language: "en", title: "Place", text: "It is there.", pageAddress: nil,
    coordinate: nil)

  func aboutPlace(at place: Coordinate, within radius: Double) async throws -> AboutPlace {
    try state.withLock { state in
      state.asked.append(place)
      if let failure = state.failure { throw failure }
    }
    return AboutPlace(texts: [CountingArticles.text])
  }
}

@MainActor
struct ArticleFetcherTests {
  private let folder = TemporaryFolder()
  private let source = CountingArticles()
  private let place = Coordinate(latitude: 1, longitude: 2)!
  private let other = Coordinate(latitude: 3, longitude: 4)!

  private func open(_ fetcher: ArticleFetcher) async -> Session {
    await Session.opened(in: folder, source: OnePhoto(), prefetches: false, articles: fetcher)
  }

  private func dropPin(at place: Coordinate, in session: Session) async throws -> Pin {
    session.dropPin(at: place)
    await session.map.waitUntilSaved()
    return try #require(session.map.pins.all.first { $0.coordinate == place })
  }

  @Test func `a filled album gets words once`() async throws {
    let session = await open(ArticleFetcher(source: source, gap: .zero))
    let pin = try await dropPin(at: place, in: session)
    #expect(source.asked.isEmpty, "nothing is asked before the album is filled")
    let guide = PlaceGuide(for: pin, in: session)
    let album = session.albums.album(of: pin)
    try await wait(for: "words") { guide.about?.texts == [CountingArticles.text] }
    #expect(album.tally.stored == 1)
    // Neither another collection nor another look asks again.
    session.albums.newCollection(album)
    try await wait { !album.isBusy }
    session.albums.release(album)
    let again = session.albums.album(of: pin)
    try await wait { !again.isBusy && !session.articles.isBusy }
    #expect(source.asked == [place])

    // After a restart they are there, whoever is asked.
    let silent = CountingArticles()
    silent.failure = .unreachable
    let next = await open(ArticleFetcher(source: silent, gap: .zero))
    let known = PlaceGuide(for: pin, in: next)
    try await wait(for: "kept words") { known.about?.texts == [CountingArticles.text] }
    #expect(silent.asked.isEmpty)
  }

  @Test func `a moved pin has other words`() async throws {
    let session = await open(ArticleFetcher(source: source, gap: .zero))
    let pin = try await dropPin(at: place, in: session)
    let album = session.albums.album(of: pin)
    try await wait { !album.isBusy && !session.articles.isBusy && source.asked.count == 1 }
    session.albums.release(album)
    try await session.move(pin.id, to: other)
    let moved = try #require(session.map.pins[pin.id])
    #expect(await session.articles.aboutPlace(of: pin.id) == nil)
    let there = session.albums.album(of: moved)
    try await wait { !there.isBusy }
    session.albums.newCollection(there)
    try await wait { source.asked == [place, other] && !session.articles.isBusy }
    #expect(await session.articles.aboutPlace(of: pin.id) != nil)
  }

  @Test func `where it is switched off nothing is asked until it is switched on`() async throws {
    var isWanted = false
    let session = await open(ArticleFetcher(source: source, gap: .zero) { (isWanted, 1000) })
    let pin = try await dropPin(at: place, in: session)
    let album = session.albums.album(of: pin)
    try await wait { !album.isBusy && album.tally.stored == 1 }
    #expect(source.asked.isEmpty && !session.articles.isBusy)

    isWanted = true
    let guide = PlaceGuide(for: pin, in: session)
    try await wait(for: "words") { guide.about?.texts == [CountingArticles.text] }
  }

  @Test(arguments: [SourceFailure.unreachable, .busy, .unreadable])
  func `a failure leaves the album as it is and the next photos ask again`(failure: SourceFailure)
    async throws
  {
    source.failure = failure
    let session = await open(ArticleFetcher(source: source, gap: .zero))
    let pin = try await dropPin(at: place, in: session)
    let album = session.albums.album(of: pin)
    try await wait { !album.isBusy && source.asked.count == 1 && !session.articles.isBusy }
    #expect(album.tally.stored == 1 && album.trouble == nil)
    #expect(await session.articles.aboutPlace(of: pin.id) == nil)
    source.failure = nil
    session.albums.newCollection(album)
    try await wait { source.asked.count == 2 && !session.articles.isBusy }
    #expect(await session.articles.aboutPlace(of: pin.id)?.texts == [CountingArticles.text])
  }

  @Test func `words come when the network returns`() async throws {
    var comeBack: () -> Void = {}
    let network = NetworkWatch(delay: { .milliseconds(1) }) { comeBack = $0 }
    source.failure = .unreachable
    let session = await open(ArticleFetcher(source: source, network: network, gap: .zero))
    network.start()
    let pin = try await dropPin(at: place, in: session)
    _ = session.albums.album(of: pin)
    try await wait { source.asked.count == 1 && !session.articles.isBusy }
    source.failure = nil
    comeBack()
    try await wait { await session.articles.aboutPlace(of: pin.id) != nil }
    #expect(source.asked.count == 2)
  }
}
