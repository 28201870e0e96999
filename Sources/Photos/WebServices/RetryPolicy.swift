package import TravelModel

public struct RetryPolicy: Sendable {
  public var attempts: Int
  /// The delay before the second attempt, in seconds; it doubles for each further one.
  ///
  /// All delays are varied at random, so that many clients do not ask at once.
  public var firstDelay = 0.5
  /// The longest `Retry-After` that is accepted, in seconds; beyond it, the request fails.
  public var longestWait = 60
  /// The length of a second in a `Retry-After`; tests make it shorter.
  public var second = Duration.seconds(1)

  public init(attempts: Int) { self.attempts = attempts }

  /// The policy for requests that the user waits for.
  public static let search = RetryPolicy(attempts: 3)
  public static let download = RetryPolicy(attempts: 5)

  /// Attempts until one succeeds, or further ones are useless.
  func callAsFunction<Value>(_ attempt: () async throws -> Value) async throws -> Value {
    var (delay, left) = (firstDelay, attempts)
    while true {
      do {
        return try await attempt()
      } catch let error as ServiceError {
        left -= 1
        guard left > 0, error.isRetryable, (error.retryAfter ?? 0) <= longestWait else {
          throw error.failure
        }
        let wait = Duration.seconds(delay * Double.random(in: 0.5...1.5))
        try await Task.sleep(for: max(wait, second * (error.retryAfter ?? 0)))
        delay *= 2
      }
    }
  }
}

/// A failed attempt.
package struct ServiceError: Error, Hashable {
  /// The failure if no further attempt succeeds.
  package var failure: SourceFailure
  /// Whether another attempt may succeed.
  var isRetryable: Bool
  /// The server's `Retry-After`, in seconds.
  var retryAfter: Int?

  /// Transient failures are retryable unless said otherwise.
  package init(_ failure: SourceFailure, isRetryable: Bool? = nil, retryAfter: Int? = nil) {
    self.failure = failure
    self.isRetryable = isRetryable ?? failure.isTransient
    self.retryAfter = retryAfter
  }

  init(_ error: HTTPError) {
    // Some of the cases have the same names, which would mean this initialiser again.
    let failure: SourceFailure =
      switch error {
      case .forbiddenAddress, .tooManyRedirects: .refused
      case .turnedOff: .turnedOff
      case .tooLong: .unreadable
      case .untrusted: .untrusted
      case .silent, .unreachable: .unreachable
      }
    self.init(failure)
  }

  /// The error for a status; nil if it is a success.
  init?(_ head: HTTPHead) {
    switch head.status {
    case 200...299: return nil
    case 400, 404, 410: self.init(.gone)
    case 408, 425, 429, 500...599: self.init(.busy, retryAfter: head.retryAfter)
    default: self.init(.refused)
    }
  }
}
