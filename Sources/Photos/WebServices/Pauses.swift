public struct ServerPause: Hashable, Sendable {
  public let server: String
  public let length: Duration
}

actor Pauses {
  private var pauses: [String: ContinuousClock.Instant] = [:]
  /// The servers that did not say how long: until when they are asked slowly, and when next.
  private var slow: [String: (end: ContinuousClock.Instant, next: ContinuousClock.Instant)] = [:]
  nonisolated let begun: AsyncStream<ServerPause>
  private let report: AsyncStream<ServerPause>.Continuation

  /// How long a server is asked slowly if it does not say how long a pause it wants, in seconds.
  static let slowTime = 60
  /// The interval between slow requests, in seconds: ten a minute, as Wikimedia allows everybody.
  private static let slowInterval = 6

  init() { (begun, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func pause(_ host: String, for time: Duration) {
    let end = ContinuousClock.now + time
    pauses[host] = max(pauses[host] ?? end, end)
    report.yield(ServerPause(server: host, length: time))
  }

  /// Makes requests to a server slow for a minute.
  func slowDown(_ host: String, second: Duration) {
    let (now, time) = (ContinuousClock.now, second * Pauses.slowTime)
    let next = now + second * Pauses.slowInterval
    slow[host] = (now + time, max(slow[host]?.next ?? next, next))
    report.yield(ServerPause(server: host, length: time))
  }

  /// The rest of a server's pause; nil if it may be asked.
  func remaining(of host: String) -> Duration? {
    guard let end = pauses[host], end > .now else { return nil }
    return end - .now
  }

  /// Reserves the next turn at a server that is asked slowly, and returns the time until then; nil
  /// for other servers.
  func reserveTurn(of host: String, second: Duration) -> Duration? {
    let now = ContinuousClock.now
    guard let (end, next) = slow[host], now < end else { return nil }
    let turn = max(now, next)
    slow[host] = (end, turn + second * Pauses.slowInterval)
    return turn - now
  }
}
