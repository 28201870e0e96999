public import Files
import Travels

/// Fetches images from servers: not too many at once from one, none from one that asks for rest, and
/// none for long from one that is silent.
public struct Downloader: Sendable {
  private let client: any HTTPClient
  private let retry: RetryPolicy
  private let rests: Rests
  private let patience: Int
  private let hosts: Hosts

  /// The longest file that is stored, in bytes.
  public static let limit = 30 << 20
  /// The longest file that is shown without being stored, in bytes: a photograph of 100 megapixels
  /// is shorter.
  public static let largeLimit = 100 << 20

  /// So many silences in a row are no accident.
  public static let patience = 3

  /// Makes a downloader; all sources share one, for they may share servers.
  ///
  /// A server that was silent `patience` times in a row fails all that wait for it.
  public init(
    client: any HTTPClient, retry: RetryPolicy = .download, patience: Int = Downloader.patience
  ) {
    self.init(client: client, retry: retry, patience: patience, rests: Rests())
  }

  private init(client: any HTTPClient, retry: RetryPolicy, patience: Int, rests: Rests) {
    self.client = client
    self.retry = retry
    self.patience = patience
    self.rests = rests
    hosts = Hosts(patience: patience)
  }

  /// Makes a downloader for what a person waits for: it stands in no line behind this one’s
  /// downloads, and leaves those servers alone that want to be.
  public func beside(retry: RetryPolicy = .search) -> Downloader {
    Downloader(client: client, retry: retry, patience: patience, rests: rests)
  }

  /// Takes no server for silent any more, because the network is back or is another one.
  public func networkReturned() async { await hosts.networkReturned() }

  /// Fetches what is at an address, which the service at `endpoint` gave, into a new file.
  ///
  /// It throws a `PhotoFailure`, or `CancellationError` where its task was cancelled, or what the file
  /// throws.
  @discardableResult
  public func fetch(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int = Downloader.limit
  ) async throws -> HTTPHead {
    let client = client.serving(endpoint)
    let name = WebAddress.host(of: address) ?? ""
    let host = await hosts.host(name)
    let era = await host.era
    return try await retry {
      try await letRest(name)
      do {
        return try await host.ask(since: era) {
          let head = try await client.download(address, into: file, limit: limit)
          guard let error = ServiceError(head) else { return head }
          if let seconds = error.retryAfter { await rests.rest(name, for: seconds) }
          throw error
        }
      } catch HTTPError.forbiddenAddress {
        throw ServiceError(.forbidden)
      } catch let error as HTTPError {
        throw ServiceError(error)
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
