public import Files

/// What asks servers, as far as the sources need it.
///
/// It throws an `HTTPError`, or `CancellationError` where the task was cancelled, or what a file
/// throws that it writes.
public protocol HTTPClient: Sendable {
  /// Gets what is at `address`, of at most `limit` bytes.
  func get(_ address: String, limit: Int) async throws -> HTTPAnswer

  /// Gets what is at `address` into a new file, which is there only if all of it came.
  ///
  /// The file is written for statuses 200 to 299 alone. It is not settled: that needs no connection.
  func download(
    _ address: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead

  /// A client for addresses that the service at `endpoint` gives.
  ///
  /// They lead to this machine, or to its network, only where the service itself is there.
  func serving(_ endpoint: String) -> any HTTPClient
}

extension HTTPClient {
  public func serving(_ endpoint: String) -> any HTTPClient { self }
}

/// How an answer begins.
public struct HTTPHead: Hashable, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The address that answered, after all redirects.
  public var address: String
  /// In how many seconds the server wants to be asked again; nil where it does not say.
  public var retryAfter: Int?

  /// Makes the beginning of an answer.
  public init(status: Int, address: String, retryAfter: Int? = nil) {
    self.status = status
    self.address = address
    self.retryAfter = retryAfter
  }
}

/// What a server answered.
public struct HTTPAnswer: Sendable {
  /// How it began.
  public var head: HTTPHead
  /// What was sent.
  public var body: [UInt8]

  /// Makes an answer.
  public init(head: HTTPHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}

/// Why there is no answer.
public enum HTTPError: Error, Hashable, Sendable {
  /// The address is none, or one that the program may not talk to.
  case forbiddenAddress
  /// The server sends from one place to another without an end.
  case tooManyRedirects
  /// The answer is longer than anything of its kind can be.
  case tooLong
  /// The server was waited for and said nothing.
  case silent
  /// The server cannot be reached, or stopped in the middle.
  case unreachable(reason: String)
}
