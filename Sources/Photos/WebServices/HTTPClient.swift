public import Files

/// The HTTP client that sources use.
///
/// Functions throw an `HTTPError`, a `CancellationError`, or what writing the file throws.
public protocol HTTPClient: Sendable {
  /// Gets the content at `address`, of at most `limit` bytes.
  func get(_ address: String, limit: Int) async throws -> HTTPAnswer

  /// Downloads the content at `address` into a new file, which exists only if all of it arrived.
  ///
  /// The service at `endpoint` has given the address, which may lead to this machine or the local
  /// network only if the service itself is there. Only answers with status 200 to 299 are written.
  /// The caller syncs the file.
  func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead
}

public struct HTTPHead: Hashable, Sendable {
  public var status: Int
  /// The address that answered, after all redirects.
  public var address: String
  /// The `Retry-After` header, in seconds.
  public var retryAfter: Int?
  public init(status: Int, address: String, retryAfter: Int? = nil) {
    (self.status, self.address, self.retryAfter) = (status, address, retryAfter)
  }
}

public struct HTTPAnswer: Sendable {
  public var head: HTTPHead
  public var body: [UInt8]
  public var entityTag: String?
  /// For how many seconds the content is fresh; nil if the answer does not say.
  public var lifetime: Int?
  public init(head: HTTPHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}

public enum HTTPError: Error, Hashable, Sendable {
  /// The address is invalid, or must not be requested.
  case forbiddenAddress
  /// The user has turned the service off.
  case turnedOff
  case tooManyRedirects
  /// The answer is longer than the limit.
  case tooLong
  /// The server did not answer in time.
  case silent
  /// The server's certificate does not prove that it is the one that was asked for.
  case untrusted(reason: String)
  /// The server cannot be reached, or broke off.
  case unreachable(reason: String)
}
