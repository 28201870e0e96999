import Travels

/// When to ask a server again that did not give what it has.
public struct RetryPolicy: Sendable {
  /// How often to ask at most.
  public var attempts: Int
  /// About how long to wait before the second attempt, in seconds; each further wait is twice as
  /// long, and all are random within a factor of three, so that many clients do not ask at once.
  public var firstDelay = 0.5
  /// How long a wait the server may ask for, in seconds, before it is given up instead.
  public var longestWait = 60

  /// Asks so often at most.
  public init(attempts: Int) { self.attempts = attempts }

  /// A search is waited for by a person.
  public static let search = RetryPolicy(attempts: 3)
  /// A download is waited for by nobody in particular.
  public static let download = RetryPolicy(attempts: 5)

  /// Tries until it succeeds, or until trying again is of no use.
  func callAsFunction<Value>(_ attempt: () async throws -> Value) async throws -> Value {
    var delay = firstDelay
    for _ in 1..<max(1, attempts) {
      do {
        return try await attempt()
      } catch let error as ServiceError {
        guard error.isRetryable, (error.retryAfter ?? 0) <= longestWait else {
          throw error.failure
        }
        let wait = max(delay * Double.random(in: 0.5...1.5), Double(error.retryAfter ?? 0))
        try await Task.sleep(for: .seconds(wait))
        delay *= 2
      }
    }
    do {
      return try await attempt()
    } catch let error as ServiceError {
      throw error.failure
    }
  }
}

/// An attempt that came to nothing.
struct ServiceError: Error, Hashable {
  /// What it comes to if no other attempt is made.
  var failure: PhotoFailure
  /// Tells whether another attempt may succeed.
  var isRetryable: Bool
  /// How many seconds the server wants to be left alone for.
  var retryAfter: Int?

  /// An error that another attempt does not change, unless the failure is one that passes.
  init(_ failure: PhotoFailure, isRetryable: Bool? = nil, retryAfter: Int? = nil) {
    self.failure = failure
    self.isRetryable = isRetryable ?? failure.isTransient
    self.retryAfter = retryAfter
  }

  /// What a failed request comes to.
  init(_ error: HTTPError) {
    switch error {
    case .forbiddenAddress, .tooManyRedirects: self.init(.refused)
    case .tooLong: self.init(.tooLarge)
    case .silent, .unreachable: self.init(.unreachable)
    }
  }

  /// What an answer comes to that is none; nil where the status says that it is one.
  init?(_ head: HTTPHead) {
    switch head.status {
    case 200...299: return nil
    case 404, 410: self.init(.gone)
    case 408, 425, 429, 500...599: self.init(.busy, retryAfter: head.retryAfter)
    default: self.init(.refused)
    }
  }
}
