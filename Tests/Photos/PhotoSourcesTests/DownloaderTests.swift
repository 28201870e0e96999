import Foundation
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import Files
@testable import WebServices

/// What downloads for a person and those for an album have to do with each other.
struct DownloaderTests {
  let folder = TemporaryFolder()

  private func file() -> IncomingFile { IncomingFile(path: folder.newPath()) }

  @Test func `what a person waits for stands in no line`() async throws {
    let server = BusyServer()
    let downloader = Downloader(client: server, retry: .impatient)
    let waiting = (0..<20).map { number in
      Task {
        try await downloader.fetch("https://example.org/slow/\(number)", of: "", into: file())
      }
    }
    try await server.waitUntilAsked(times: 6)
    try await downloader.withOwnQueue(retry: .impatient).fetch(
      "https://example.org/large", of: "", into: file())
    #expect(server.asked.last == "https://example.org/large")
    for task in waiting { task.cancel() }
    server.end()
  }

  @Test func `Wikimedia is asked for two images at a time and those a person waits for come first`()
    async throws
  {
    let server = BusyServer()
    let downloader = Downloader(client: server, retry: .impatient)
    let waiting = (0..<8).map { number in
      Task {
        try await downloader.fetch(
          "https://\(number % 2 == 0 ? "thumb" : "upload").wikimedia.org/slow/\(number)", of: "",
          into: file())
      }
    }
    try await server.waitUntilAsked(times: 2)
    let large = Task {
      try await downloader.withOwnQueue(retry: .impatient).fetch(
        "https://upload.wikimedia.org/large", of: "", into: file())
    }
    let line = await downloader.hosts.host("wikimedia.org").line
    try await wait { await line.waiting.count == 7 || server.asked.count > 2 }
    server.end()
    for task in waiting + [large] { _ = try await task.value }
    #expect(server.mostAtOnce == 2)
    #expect(server.asked.firstIndex { $0.hasSuffix("large") } == 2)
  }

  @Test func `a server that does not say how long it wants rest is asked slowly`() async throws {
    let server = BusyServer(refusals: 1)
    var policy = RetryPolicy.impatient
    policy.second = .milliseconds(100)
    let downloader = Downloader(client: server, retry: policy)
    let refused = Task {
      try await downloader.fetch("https://example.org/refused", of: "", into: file())
    }
    try await server.waitUntilAsked(times: 1)
    // The photo that was refused comes when the minute is over, and others meanwhile.
    try await downloader.fetch("https://example.org/other", of: "", into: file())
    #expect(server.asked.map { $0.suffix(5) } == ["fused", "other"])
    refused.cancel()
    let pause = await downloader.pausesBegun.first { _ in true }
    #expect(pause == ServerPause(server: "example.org", length: .seconds(6)))
  }

  @Test func `a service that is turned off is asked for nothing`() async throws {
    let server = SilentServer(every: 1)
    let isOn = Mutex(false)
    let downloader = Downloader(client: server, retry: .impatient).asking {
      isOn.withLock { $0 }
    }
    #expect(await fetchAll(3, with: downloader) == Array(repeating: .turnedOff, count: 3))
    let service = Service(
      client: SwitchedClient(server) { isOn.withLock { $0 } }, retry: .impatient)
    await #expect(throws: SourceFailure.turnedOff) {
      try await service.ask("https://example.org/api") { _ in true }
    }
    #expect(server.count == 0)
    isOn.withLock { $0 = true }
    #expect(await fetchAll(3, with: downloader).isEmpty)
    #expect(server.count == 3)
  }

  @Test func `a server that wants rest is left alone by both`() async throws {
    let server = BusyServer(retryAfter: 3600)
    let downloader = Downloader(client: server, retry: .impatient)
    await #expect(throws: SourceFailure.busy) {
      try await downloader.fetch("https://example.org/busy", of: "", into: file())
    }
    await #expect(throws: SourceFailure.busy) {
      try await downloader.withOwnQueue(retry: .impatient).fetch(
        "https://example.org/large", of: "", into: file())
    }
    #expect(server.asked == ["https://example.org/busy"])
    // Who asks for nothing waits for nobody.
    #expect(await fetchAll(1, with: downloader.asking { false }) == [.turnedOff])
  }

  @Test func `a server that is silent fails all that wait for it at once`() async throws {
    let server = SilentServer()
    server.hold()
    let downloader = Downloader(client: server, retry: .impatient)
    async let failures = fetchAll(24, with: downloader)
    let line = await downloader.hosts.host("example.org").line
    try await wait { await line.waiting.count >= 18 }
    server.release()
    #expect(await failures == Array(repeating: .unreachable, count: 24))
    // Six at a time are under way when the third of them ends.
    #expect(server.count <= 8)
  }

  @Test func `what is wanted later tries a silent server one at a time`() async throws {
    let server = SilentServer()
    let downloader = Downloader(client: server, retry: .impatient)
    _ = await fetchAll(6, with: downloader)
    // A service that is turned off meanwhile has not answered.
    let asked = Mutex(0)
    let switched = downloader.asking {
      asked.withLock {
        $0 += 1
        return $0 == 1
      }
    }
    #expect(await fetchAll(1, with: switched) == [.turnedOff])
    let before = server.count
    server.hold()
    async let failures = fetchAll(24, with: downloader)
    let trials = await downloader.hosts.host("example.org").trials
    // Who comes after the trial has ended is a trial of its own.
    try await wait { await trials.waiting.count == 23 }
    server.release()
    #expect(await failures.count == 24)
    #expect(server.count == before + 1)
    server.speak()
    #expect(await fetchAll(24, with: downloader).isEmpty)
  }

  @Test func `one that speaks now and then is not silent`() async throws {
    let server = SilentServer(every: 3)
    var policy = RetryPolicy.impatient
    policy.attempts = 20
    // Of six that are under way, those that are answered may be the last to be noted: twelve others are
    // silent before six are answered, and twice as many in all.
    let downloader = Downloader(client: server, retry: policy, silenceLimit: 20)
    #expect(await fetchAll(24, with: downloader).isEmpty)
    #expect(server.count > 60)
  }

  @Test func `another network is another chance`() async throws {
    let server = SilentServer()
    let downloader = Downloader(client: server, retry: .impatient)
    _ = await fetchAll(6, with: downloader)
    await downloader.networkReturned()
    let before = server.count
    #expect(await fetchAll(24, with: downloader).count == 24)
    // Again several at a time.
    #expect(server.count >= before + 3)
  }

  @Test func `what another network would have answered is no silence`() async throws {
    let server = BusyServer(endsInSilence: true)
    let downloader = Downloader(client: server, retry: .impatient)
    let waiting = (0..<6).map { number in
      Task {
        try await downloader.fetch("https://example.org/slow/\(number)", of: "", into: file())
      }
    }
    try await server.waitUntilAsked(times: 6)
    await downloader.networkReturned()
    server.end()
    // Each is tried again, and comes.
    for task in waiting { _ = try await task.value }
    #expect(server.asked.count == 12)
  }

  /// Fetches so many images and tells why those failed that did.
  private func fetchAll(_ count: Int, with downloader: Downloader) async -> [SourceFailure] {
    await withTaskGroup(of: SourceFailure?.self) { group in
      for number in 0..<count {
        let file = file()
        group.addTask {
          do {
            try await downloader.fetch("https://example.org/\(number)", of: "", into: file)
            return nil
          } catch { return error as? SourceFailure }
        }
      }
      return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
    }
  }
}

/// A server that is waited for in vain, but for every so manieth time.
private final class SilentServer: HTTPClient {
  private let interval: Int
  private let state = Mutex<(count: Int, isSilent: Bool, isHeld: Bool)>((0, true, false))

  init(every interval: Int = .max) { self.interval = interval }

  /// How often it was asked.
  var count: Int { state.withLock { $0.count } }

  func speak() { state.withLock { $0.isSilent = false } }

  /// Lets nobody go before `release`.
  func hold() { state.withLock { $0.isHeld = true } }
  func release() { state.withLock { $0.isHeld = false } }

  func get(_ address: String, limit: Int) async throws -> HTTPAnswer { throw HTTPError.silent }

  func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    let isSilent = state.withLock {
      $0.count += 1
      return $0.isSilent && $0.count % interval != 0
    }
    await Task.yield()
    try await wait(for: "a release") { !state.withLock { $0.isHeld } }
    if isSilent { throw HTTPError.silent }
    return HTTPHead(status: 200, address: address)
  }
}

/// A server that keeps some waiting, and others from asking again.
private final class BusyServer: HTTPClient {
  private let retryAfter: Int?
  private let refusals: Int
  private let endsInSilence: Bool
  private let state = Mutex(State())

  private struct State {
    var asked: [String] = []
    var isOver = false
    var atOnce = 0
    var mostAtOnce = 0
  }

  /// Refuses all who ask, saying when to ask again, or the first ones, without a word.
  init(retryAfter: Int? = nil, refusals: Int = 0, endsInSilence: Bool = false) {
    self.retryAfter = retryAfter
    self.refusals = refusals
    self.endsInSilence = endsInSilence
  }

  var asked: [String] { state.withLock { $0.asked } }

  /// How many were waiting at once.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  func end() { state.withLock { $0.isOver = true } }

  func waitUntilAsked(times: Int) async throws {
    try await wait { asked.count >= times }
  }

  func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    throw HTTPError.unreachable(reason: "only downloads")
  }

  func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    let number = state.withLock {
      $0.asked.append(address)
      $0.atOnce += 1
      $0.mostAtOnce = max($0.mostAtOnce, $0.atOnce)
      return $0.asked.count
    }
    defer { state.withLock { $0.atOnce -= 1 } }
    if retryAfter != nil || number <= refusals {
      return HTTPHead(status: 429, address: address, retryAfter: retryAfter)
    }
    let isFirst = !state.withLock { $0.isOver }
    try await wait { !address.contains("/slow/") || state.withLock { $0.isOver } }
    if endsInSilence, isFirst { throw HTTPError.silent }
    return HTTPHead(status: 200, address: address)
  }
}
