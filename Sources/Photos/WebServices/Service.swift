import Files
package import TextFormats
import TravelModel

/// A web API that gets one request at a time, or a few, as such services demand.
package struct Service: Sendable {
  private let client: any HTTPClient
  private let retry: RetryPolicy
  private let limiter: Limiter
  /// The pauses that servers have asked for; nil if no request waits for those that an earlier one
  /// met.
  private var pauses: Pauses?

  /// The longest answer, in bytes: more than 500 photos with all their metadata take.
  private static let limit = 16 << 20
  /// The time limit of an answer, and of one that is optional.
  private static let timeout = Duration.seconds(15)
  private static let shortTimeout = Duration.seconds(5)

  /// Makes a service.
  ///
  /// With `keepsPauses`, a server that wants a longer pause than is waited for gets no other
  /// request until it has passed; this is for requests that the user has not asked for.
  package init(
    client: any HTTPClient, retry: RetryPolicy, width: Int = 1, keepsPauses: Bool = false
  ) {
    limiter = Limiter(width: width)
    self.client = client
    self.retry = retry
    pauses = keepsPauses ? Pauses() : nil
  }

  /// The service for requests that the user has not asked for; they take turns with the others.
  package func keepingPauses() -> Service {
    var quiet = self
    quiet.pauses = Pauses()
    return quiet
  }

  /// Sends a request and reads its answer; `read` runs off the caller's actor.
  ///
  /// An optional request is sent once, with a short time limit.
  package func ask<Value: Sendable>(
    _ address: String, isOptional: Bool = false,
    read: @escaping @Sendable (JSON) throws -> Value
  ) async throws -> Value {
    try await askForBytes(address, isOptional: isOptional) { body in
      // Services sometimes answer in a wrong format; the next answer is usually right.
      guard let json = JSON(body) else { throw ServiceError(.unreadable, isRetryable: true) }
      return try read(json)
    }
  }

  /// Sends a request, and reads an answer of any format.
  package func askForBytes<Value: Sendable>(
    _ address: String, isOptional: Bool = false,
    read: @escaping @Sendable ([UInt8]) throws -> Value
  ) async throws -> Value {
    let retry = isOptional ? RetryPolicy(attempts: 1) : self.retry
    let timeout = isOptional ? Service.shortTimeout : Service.timeout
    return try await limiter.pass {
      try await retry {
        try await requireNoPause(of: address)
        var retryAfter: Int?
        do {
          let answer = try await answer(from: address, within: timeout)
          retryAfter = answer.head.retryAfter
          return try await Service.read(answer.body, with: read)
        } catch var error as ServiceError {
          error.retryAfter = error.retryAfter ?? retryAfter
          if let seconds = error.retryAfter, let host = WebAddress.host(of: address) {
            await pauses?.pause(host, for: retry.second * seconds)
          }
          throw error
        }
      }
    }
  }

  private func requireNoPause(of address: String) async throws {
    let host = WebAddress.host(of: address) ?? ""
    if let pauses, let left = await pauses.remaining(of: host), left > retry.second {
      throw ServiceError(.busy, isRetryable: false)
    }
  }

  private func answer(from address: String, within timeout: Duration) async throws -> HTTPAnswer {
    do {
      let answer = try await WebServices.within(timeout) { [client] in
        try await client.get(address, limit: Service.limit)
      }
      guard let error = ServiceError(answer.head) else { return answer }
      // A 404 of the API does not mean that a photo is missing.
      throw error.failure == .gone ? ServiceError(.unreadable) : error
    } catch let error as HTTPError {
      throw ServiceError(error)
    }
  }

  @concurrent
  private static func read<Value: Sendable>(
    _ body: [UInt8], with read: @Sendable ([UInt8]) throws -> Value
  ) async throws -> Value {
    try read(body)
  }
}

/// Does work, and throws if it does not end in time; time while the machine sleeps is not counted.
func within<Value: Sendable>(
  _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: limit, clock: .suspending)
      throw HTTPError.unreachable(reason: "no answer within \(limit)")
    }
    defer { group.cancelAll() }
    return try await group.next()!
  }
}
