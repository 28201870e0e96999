import CGLib
import Files
import Foundation
import GLibBridge
import Imaging
import LoopTesting
import PlaceArticles
import Places
import SoupHTTP
import TestDesk
import TestSupport
import TouristSession
import TravelModel
import TravelStore
import WebServices
import Wiring
import XCTest

/// The way from a coordinate to files on the disk, put together as the program does it, with a
/// library of its own and services on this machine.
@MainActor
final class Pipeline {
  let services: Services
  let session: Session
  var filler: AlbumRegistry { session.albums }
  let client: SoupClient
  var options = AlbumOptions(choice: .commons, count: 24, radius: 1000)
  var commonsOptions = "-"
  var wikipediaOptions = "-"
  var flickrOptions = "-"
  /// Whether near copies give way, as they do in the program.
  var findsCopies = true
  /// What Wikipedia and Wikivoyage are like that are asked for words; nil where they are not asked.
  var wordOptions: String?
  var key: String? = "sandbox-key"
  /// The sources that the user has turned off.
  var turnedOff: Set<String> = []
  var picturesFolder: String?
  let folder: String

  /// Puts the parts together; a library in `folder` is opened again.
  ///
  /// What is waited for is held by a test mostly, and no server is taken for silent because of it.
  init(
    services: Services, folder: String, limits: SoupClient.TimeLimits, silences: Int
  ) async throws {
    self.services = services
    self.folder = folder
    let client = SoupClient(
      userAgent: "VirtualTourist/test (https://example.org)", limits: limits)
    let downloader = Downloader(client: client, retry: .quick(attempts: 5), silenceLimit: silences)
    let settings = Mutable()
    let albums = AlbumRegistry(
      sources: Wiring.sources(
        client: client, downloader: downloader, retry: .quick(attempts: 3),
        world: Pipeline.world, languages: ["en"], cacheFolder: "\(folder)/cache",
        commonsEndpoint: { await settings.commons() },
        wikipediaEndpoint: { await settings.wikipedia() },
        flickrEndpoint: { await settings.flickr() },
        flickrKey: { await settings.key() },
        picturesFolder: { await settings.pipeline?.picturesFolder },
        isOn: { await settings.isOn($0) }),
      check: { (path, looks) async throws(PictureFailure) in
        let findsCopies = await settings.findsCopies
        return try await Wiring.content(of: path, looks: looks && findsCopies)
      },
      quickCheck: Wiring.flaws(of:), options: { settings.options() })
    Task { for await pause in downloader.pausesBegun { albums.pauses.record(pause) } }
    let articles = ArticleFetcher(
      source: WikiArticles(client: client, language: "en", retry: .quick(attempts: 2)) {
        await settings.words(of: $0)
      }, gap: .zero)
    session = Session(
      library: Library(folder: folder), world: Pipeline.world, languages: ["en"], albums: albums,
      articles: articles, prefetches: { false })
    self.client = client
    settings.pipeline = self
  }

  /// The offline map, as the project has it.
  private nonisolated static let world = World(folder: atlasFolder)

  /// What the sources ask for when they are used.
  @MainActor
  private final class Mutable {
    weak var pipeline: Pipeline?
    func commons() -> String { pipeline.map { $0.services.commons($0.commonsOptions) } ?? "" }
    func wikipedia() -> String {
      pipeline.map { $0.services.wikipedia($0.wikipediaOptions) } ?? ""
    }
    func words(of work: PlaceText.Work) -> String {
      guard let pipeline, let options = pipeline.wordOptions else { return "" }
      return work == .wikipedia
        ? pipeline.services.wikipedia(options) : pipeline.services.wikivoyage(options)
    }
    func flickr() -> String { pipeline.map { $0.services.flickr($0.flickrOptions) } ?? "" }
    func key() -> String? { pipeline?.key }
    func isOn(_ source: String) -> Bool { pipeline?.turnedOff.contains(source) == false }
    var findsCopies: Bool { pipeline?.findsCopies == true }
    func options() -> AlbumOptions {
      pipeline?.options ?? AlbumOptions(choice: .commons, count: 24, radius: 1000)
    }
  }

  /// The library, once it is open.
  var store: TravelStore {
    guard case .open(let library) = session.library.state else { fatalError("not open") }
    return library
  }

  /// Drops a pin and returns it once it is in the library.
  func dropPin(at coordinate: Coordinate) async throws -> Pin {
    let known = Set(session.map.origins.keys)
    session.dropPin(at: coordinate)
    await session.map.waitUntilSaved()
    let new = try XCTUnwrap(session.map.origins.keys.first { !known.contains($0) })
    return try XCTUnwrap(session.map.pins[new])
  }

  /// Waits until nothing is going on in an album any more.
  func settle(_ album: AlbumModel) async throws {
    try await wait(for: "the end of the work on an album") { !album.isBusy }
  }

  /// Waits until a condition holds; for test cases, whose own method of this name waits otherwise.
  func wait(for what: String, until condition: () async throws -> Bool) async throws {
    try await TestSupport.wait(for: what, until: condition)
  }

  /// The album of a new pin, once it is filled.
  func filledAlbum(at coordinate: Coordinate = paris) async throws -> AlbumModel {
    let album = filler.album(of: try await dropPin(at: coordinate))
    try await settle(album)
    return album
  }

  /// Makes what was done final, and waits until an album's own files alone are left.
  func waitForFiles(of album: AlbumModel) async throws {
    while let step = try await store.nextStep(.undo) { try await store.forget(step.id) }
    try await wait(for: "the files of the album alone") {
      files == Set(album.photos.compactMap(\.path))
    }
  }

  /// All files below the photo folder, by their paths in it.
  var files: Set<String> {
    let photos = "\(folder)/photos"
    let all = FileManager.default.enumerator(atPath: photos)?.compactMap { $0 as? String } ?? []
    return Set(
      all.filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(photos)/\($0)", isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  /// Sees that each stored photo of an album has a whole file of its own, and the others none.
  func checkFiles(of album: AlbumModel, line: UInt = #line) throws {
    var paths: Set<String> = []
    for photo in album.photos {
      XCTAssertEqual(photo.path != nil, photo.state == .stored, line: line)
      XCTAssertEqual(photo.failure != nil, photo.state == .failed, line: line)
      guard let path = photo.path else { continue }
      XCTAssertTrue(paths.insert(path).inserted, line: line)
      let file = try XCTUnwrap(store.file(at: path))
      XCTAssertNoThrow(try PictureFile(checking: file), line: line)
    }
  }
}

let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!
let suva = Coordinate(latitude: -18.1248, longitude: 178.4501)!

extension RetryPolicy {
  /// Asks again after a moment.
  static func quick(attempts: Int) -> RetryPolicy {
    var policy = RetryPolicy(attempts: attempts)
    policy.firstDelay = 0.02
    policy.second = .milliseconds(20)
    return policy
  }
}

extension SoupClient.TimeLimits {
  /// As long as loopback needs.
  static var short: SoupClient.TimeLimits {
    var limits = SoupClient.TimeLimits()
    limits.silence = 2
    limits.window = 1
    limits.leastBytes = 500
    return limits
  }
}

/// A test with services and a folder of its own.
class PipelineTestCase: XCTestCase {
  nonisolated(unsafe) static var services: Services!
  private var scratch: TemporaryFolder?
  var folder: String { scratch!.path }

  override class func setUp() { services = try! Services() }
  override class func tearDown() { services.end() }

  override func setUp() { scratch = TemporaryFolder() }
  override func tearDown() { scratch = nil }

  /// Runs a test on GLib's loop.
  func withPipeline(
    limits: SoupClient.TimeLimits = .short, silences: Int = .max,
    _ body: @escaping @MainActor (Pipeline) async throws -> Void
  ) throws {
    nonisolated(unsafe) let services = Self.services!
    let folder = folder
    try onMainLoop {
      let pipeline = try await Pipeline(
        services: services, folder: folder, limits: limits, silences: silences)
      await pipeline.session.open()
      try await body(pipeline)
    }
  }
}
