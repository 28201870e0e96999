public import Files
public import TravelModel

/// Downloads images: a few at once from each server, and none for now from a server that has asked
/// for a pause or does not answer.
public struct Downloader: Sendable {
  private var client: any HTTPClient
  private var retry: RetryPolicy
  private var isUrgent = false
  private var isOn: @Sendable () async -> Bool = { true }
  private let pauses = Pauses()
  let hosts: Hosts

  /// The longest file of a large image, in bytes: enough for a photo of 100 megapixels.
  public static let largeLimit = 100 << 20

  /// The number of timeouts in a row after which a server counts as silent.
  public static let silenceLimit = 3

  /// Makes a downloader, shared by all sources because they may share servers.
  ///
  /// When a server has timed out `silenceLimit` times in a row, all downloads waiting for it fail.
  public init(
    client: any HTTPClient, retry: RetryPolicy = .download,
    silenceLimit: Int = Downloader.silenceLimit
  ) {
    self.client = client
    self.retry = retry
    hosts = Hosts(silenceLimit: silenceLimit)
  }

  /// Makes a downloader for images that the user waits for.
  ///
  /// It has a queue of its own, or comes first at a server that counts all downloads, and respects
  /// the same pauses.
  public func withOwnQueue(retry: RetryPolicy = .search) -> Downloader {
    var urgent = self
    urgent.retry = retry
    urgent.isUrgent = true
    return urgent
  }

  /// Makes a downloader with the same queues that asks only as long as `isOn`.
  public func asking(while isOn: @escaping @Sendable () async -> Bool) -> Downloader {
    var switched = self
    switched.isOn = isOn
    switched.client = SwitchedClient(client, isOn: isOn)
    return switched
  }

  /// Each pause that a server requests, when it begins.
  public var pausesBegun: AsyncStream<ServerPause> { pauses.begun }

  /// The server of an address, as pauses and queues know it: all of Wikimedia's servers count as
  /// one.
  public static func server(of address: String) -> String {
    let host = WebAddress.host(of: address) ?? ""
    return host.hasSuffix(".\(wikimedia)") ? wikimedia : host
  }

  static let wikimedia = "wikimedia.org"

  /// Gives silent servers another chance after the network has changed.
  public func networkReturned() async { await hosts.networkReturned() }

  /// Downloads from an address, given by the service at `endpoint`, into a new file.
  ///
  /// Throws a `SourceFailure`, `PictureFailure.tooLarge`, a `CancellationError`, or what writing
  /// the file throws.
  @discardableResult
  public func fetch(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int = Photo.fileLimit
  ) async throws -> HTTPHead {
    let server = Downloader.server(of: address)
    let host = await hosts.host(server, isUrgent: isUrgent)
    let era = await host.era
    return try await retry {
      try await requireOn()
      try await waitForPause(of: server)
      do {
        return try await host.ask(since: era, isUrgent: isUrgent) {
          if let turn = await pauses.reserveTurn(of: server, second: retry.second) {
            try await Task.sleep(for: turn)
          }
          let head = try await client.download(address, of: endpoint, into: file, limit: limit)
          guard var error = ServiceError(head) else { return head }
          if let seconds = error.retryAfter {
            await pauses.pause(server, for: retry.second * seconds)
          } else if head.status == 429 {
            // Other downloads continue meanwhile, one by one.
            await pauses.slowDown(server, second: retry.second)
            error.retryAfter = Pauses.slowTime
          }
          throw error
        }
      } catch HTTPError.forbiddenAddress {
        throw ServiceError(.forbidden)
      } catch HTTPError.tooLong {
        throw PictureFailure.tooLarge
      } catch let error as HTTPError {
        throw ServiceError(error)
      }
    }
  }

  /// Throws `SourceFailure.turnedOff` unless the user allows requests.
  public func requireOn() async throws {
    guard await isOn() else { throw SourceFailure.turnedOff }
  }

  /// Waits during a pause that a server has requested, which does not count as a failed attempt.
  private func waitForPause(of host: String) async throws {
    while let pause = await pauses.remaining(of: host) {
      guard pause <= retry.second * retry.longestWait else { throw SourceFailure.busy }
      try await Task.sleep(for: pause)
    }
  }
}
