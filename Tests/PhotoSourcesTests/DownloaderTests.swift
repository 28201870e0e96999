import Foundation
import PhotoSources
import Synchronization
import Testing
import Travels

/// What downloads for a person and those for an album have to do with each other.
struct DownloaderTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "downloads-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path() -> String { folder.appendingPathComponent(UUID().uuidString).path }

  @Test func whatAPersonWaitsForStandsInNoLine() async throws {
    let server = BusyServer()
    let downloader = Downloader(client: server, retry: .impatient)
    let waiting = (0..<20).map { number in
      Task { try await downloader.fetch("https://example.org/slow/\(number)", to: path()) }
    }
    await server.waitUntilAsked(times: 6)
    try await downloader.beside(retry: .impatient).fetch("https://example.org/large", to: path())
    #expect(server.asked.last == "https://example.org/large")
    for task in waiting { task.cancel() }
    server.end()
  }

  @Test func aServerThatWantsRestIsLeftAloneByBoth() async throws {
    let server = BusyServer(retryAfter: 3600)
    let downloader = Downloader(client: server, retry: .impatient)
    await #expect(throws: PhotoFailure.busy) {
      try await downloader.fetch("https://example.org/busy", to: path())
    }
    await #expect(throws: PhotoFailure.busy) {
      try await downloader.beside(retry: .impatient).fetch("https://example.org/large", to: path())
    }
    #expect(server.asked == ["https://example.org/busy"])
  }
}

/// A server that keeps some waiting, and others from asking again.
private final class BusyServer: HTTPClient {
  private let retryAfter: Int?
  private let state = Mutex<(asked: [String], isOver: Bool)>(([], false))

  init(retryAfter: Int? = nil) { self.retryAfter = retryAfter }

  var asked: [String] { state.withLock { $0.asked } }

  func end() { state.withLock { $0.isOver = true } }

  func waitUntilAsked(times: Int) async {
    while asked.count < times { await Task.yield() }
  }

  func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    throw HTTPError.unreachable(reason: "only downloads")
  }

  func download(_ address: String, to path: String, limit: Int) async throws -> HTTPHead {
    state.withLock { $0.asked.append(address) }
    if let retryAfter {
      return HTTPHead(status: 429, address: address, retryAfter: retryAfter)
    }
    while address.contains("/slow/"), !state.withLock({ $0.isOver }), !Task.isCancelled {
      await Task.yield()
    }
    return HTTPHead(status: 200, address: address)
  }
}
