import GLibBridge
import Glibc
import Travels

/// Brings images from servers: not too many at once from one, and none from one that asks for rest.
public struct Downloader: Sendable {
  private let client: any HTTPClient
  private let retry: RetryPolicy
  private let rests: Rests
  private let hosts = Hosts()

  /// The longest file that is stored, in bytes.
  public static let limit = 30 << 20
  /// The longest file that is shown without being stored, in bytes: a photograph of 100 megapixels
  /// is shorter.
  public static let largeLimit = 100 << 20

  /// Makes a downloader; all sources share one, for they may share servers.
  public init(client: any HTTPClient, retry: RetryPolicy = .download) {
    self.init(client: client, retry: retry, rests: Rests())
  }

  private init(client: any HTTPClient, retry: RetryPolicy, rests: Rests) {
    self.client = client
    self.retry = retry
    self.rests = rests
  }

  /// Makes a downloader for what a person waits for: it stands in no line behind this one’s
  /// downloads, and leaves those servers alone that want to be.
  public func beside(retry: RetryPolicy = .search) -> Downloader {
    Downloader(client: client, retry: retry, rests: rests)
  }

  /// Brings what is at an address into a new file at `path`, and that file to the disk.
  func bring(_ address: String, to path: String) async throws -> HTTPHead {
    let head = try await download(address, to: path, limit: Downloader.limit)
    // The disk is waited for when the next download is under way.
    try await settle(path)
    return head
  }

  /// Brings what is at an address into a new file at `path`, which no library stores.
  ///
  /// It throws a `PhotoFailure`, or `CancellationError` where its task was cancelled.
  public func fetch(_ address: String, to path: String) async throws {
    _ = try await download(address, to: path, limit: Downloader.largeLimit)
  }

  private func download(
    _ address: String, to path: String, limit: Int
  ) async throws -> HTTPHead {
    let host = WebAddress.host(of: address) ?? ""
    return try await retry {
      try await letRest(host)
      return try await hosts.turnstile(of: host).pass {
        do {
          let head = try await client.download(address, to: path, limit: limit)
          guard let setback = Setback(head) else { return head }
          if let seconds = setback.retryAfter { await rests.rest(host, for: seconds) }
          throw setback
        } catch let error as HTTPError {
          throw Setback(error)
        }
      }
    }
  }

  /// Waits as long as a server wants to be left alone; that is no failed attempt.
  private func letRest(_ host: String) async throws {
    while let rest = await rests.restWanted(by: host) {
      guard rest <= .seconds(retry.longestWait) else { throw PhotoFailure.busy }
      try await Task.sleep(for: rest)
    }
  }
}

/// Waits until a file's content is on the disk, so that nothing but a whole file can be given a row.
private func settle(_ path: String) async throws(PhotoFailure) {
  // Waiting for a disk takes a thread that is made for waiting.
  let outcome = await WorkQueue.shared.run { () -> Result<Void, PhotoFailure> in
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor < 0 || fsync(descriptor) != 0 else { return .success(()) }
    return .failure(errno == ENOSPC || errno == EDQUOT ? .noSpace : .unwritable)
  }
  try outcome.get()
}

/// The servers that images come from.
private actor Hosts {
  private var turnstiles: [String: Turnstile] = [:]

  /// Downloads from one server at a time, as many as web browsers have.
  private static let width = 6

  func turnstile(of host: String) -> Turnstile {
    if let turnstile = turnstiles[host] { return turnstile }
    let turnstile = Turnstile(width: Hosts.width)
    turnstiles[host] = turnstile
    return turnstile
  }
}

/// The servers that want to be left alone.
private actor Rests {
  private var rests: [String: ContinuousClock.Instant] = [:]

  /// Leaves a server alone for so many seconds.
  func rest(_ host: String, for seconds: Int) {
    let end = ContinuousClock.now + .seconds(seconds)
    rests[host] = max(rests[host] ?? end, end)
  }

  /// For how long a server wants to be left alone still; nil where it may be asked.
  func restWanted(by host: String) -> Duration? {
    guard let end = rests[host] else { return nil }
    let left = end - .now
    if left <= .zero { rests[host] = nil }
    return left > .zero ? left : nil
  }
}
