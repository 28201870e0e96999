import Files
import Foundation
import LoopTesting
import PhotoSources
import SoupHTTP
import TestDesk
import TouristSession
import TravelModel
import TravelStore
import WebServices
import Wiring

/// The time to download photos, with all checks, into a library, compared with curl, which only
/// writes files.
enum DownloadBenchmark {
  private static let rounds = 4
  private static let places = [(48.8584, 2.2945), (-18.1248, 178.4501)]
  private static let photosPerPlace = 250
  /// The options of the service: it waits 50 ms before each image, and images have 100 kB.
  private static let options = "count=\(photosPerPlace),delay=50,size=100000"
  /// The number of curl's connections to the server, which is that of the program.
  private static let connections = 6
  private static let agent = "VirtualTourist/benchmark (https://example.org)"

  static func run() throws {
    let services = try Services()
    defer { services.end() }
    // Beside the program, because folders for temporary files may be in memory.
    let folder = TouristAtDesk.builtProgram("download-benchmark")
    defer { try? FileManager.default.removeItem(at: folder) }

    var (ours, curls, ratios): ([Double], [Double], [Double]) = ([], [], [])
    func takeTimes() throws -> (ours: Double, curl: Double) {
      let program = try Round(folder: folder, endpoint: services.commons(options))
      return (try program.fill(), try download(program.addresses, into: folder))
    }
    say("having the services draw their pictures")
    _ = try takeTimes()
    try takeRounds(rounds, within: 45) {
      let times = try takeTimes()
      ours.append(times.ours)
      curls.append(times.curl)
      ratios.append(times.ours / times.curl)
    }
    print(
      """
      \(places.count * photosPerPlace) photos of 100 kB, 50 ms each, by \(connections) connections, \
      after the search, \(ratios.count) rounds in turn:
        program \(milliseconds(ours)), curl \(milliseconds(curls)), ratio \(summary(ratios)) \
      (aim: 1.15)
      """)
  }

  /// Downloads addresses with curl, and returns the seconds for that.
  private static func download(_ addresses: [String], into folder: URL) throws -> Double {
    try emptyFolder(folder)
    let lines = addresses.enumerated().map {
      "url = \"\($1)\"\noutput = \"\(folder.path)/\($0).jpg\"\n"
    }
    let list = folder.appendingPathComponent("list")
    try lines.joined().write(to: list, atomically: false, encoding: .utf8)
    sync()
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = [
      "--no-progress-meter", "--fail", "--user-agent", agent, "--parallel", "--parallel-max",
      "\(connections)", "--config", list.path,
    ]
    // Foundation's own wait would run a loop beside GLib's.
    let end = DispatchSemaphore(value: 0)
    curl.terminationHandler = { _ in end.signal() }
    let begin = now()
    try curl.run()
    end.wait()
    let seconds = now() - begin
    guard curl.terminationStatus == 0 else {
      throw DeskError("curl ends with \(curl.terminationStatus)")
    }
    return seconds
  }

  private static func emptyFolder(_ folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A round of the program's own way, put together as in the program, with an empty library.
  private final class Round {
    private let folder: URL
    private let endpoint: String
    private(set) var addresses: [String] = []

    init(folder: URL, endpoint: String) throws {
      self.folder = folder
      self.endpoint = endpoint
      try emptyFolder(folder)
    }

    /// Fills albums whose photos are known, and returns the seconds from the first reading of their
    /// rows until the last photo is stored.
    func fill() throws -> Double {
      let (folder, endpoint) = (folder.path, endpoint)
      nonisolated(unsafe) var outcome: (seconds: Double, addresses: [String])?
      try onMainLoop { outcome = try await Round.fill(folder, endpoint) }
      addresses = outcome!.addresses
      return outcome!.seconds
    }

    @MainActor
    private static func fill(_ folder: String, _ endpoint: String) async throws -> (
      Double, [String]
    ) {
      let client = SoupClient(userAgent: agent)
      let commons = CommonsSource(
        client: client, downloader: Downloader(client: client), language: "en",
        endpoint: { endpoint })
      let filler = AlbumRegistry(
        sources: [commons], check: Wiring.content(of:looks:),
        options: { AlbumOptions(choice: .commons, count: photosPerPlace, radius: 1000) })
      let store = try await TravelStore(folder: folder)
      await filler.connect(to: store)

      var pins: [Pin] = []
      var addresses: [String] = []
      for (latitude, longitude) in places {
        let place = Coordinate(latitude: latitude, longitude: longitude)!
        let pin = try await store.addPin(at: place, titled: place.readable)
        let found = try await commons.photos(
          PhotoRequest(near: place, radius: 1000, count: photosPerPlace))
        _ = try await store.replaceAlbum(
          of: pin.id, with: NewAlbum(source: commons.name, slice: found))
        pins.append(pin)
        addresses += found.photos.compactMap(\.imageAddress)
      }
      sync()

      let begin = now()
      let albums = pins.map { filler.album(of: $0) }
      while albums.contains(where: \.isBusy) { try await Task.sleep(for: .milliseconds(2)) }
      let seconds = now() - begin
      for album in albums where album.tally.stored != photosPerPlace {
        throw DeskError("an album is not full: \(album.tally)")
      }
      return (seconds, addresses)
    }
  }
}
