import Files
import TravelModel

/// The servers of images.
actor Hosts {
  private let silenceLimit: Int
  private var hosts: [Queue: Host] = [:]

  private struct Queue: Hashable {
    let server: String
    let isUrgent: Bool
  }

  /// After `silenceLimit` timeouts in a row, a server counts as silent.
  init(silenceLimit: Int) { self.silenceLimit = silenceLimit }

  /// Returns a server; urgent downloads have a queue of their own, unless the server counts all
  /// downloads.
  func host(_ server: String, isUrgent: Bool = false) -> Host {
    let isStrict = server == Downloader.wikimedia
    let queue = Queue(server: server, isUrgent: isUrgent && !isStrict)
    if let host = hosts[queue] { return host }
    let host = Host(
      width: isStrict ? Hosts.wikimediaWidth : Hosts.width, silenceLimit: silenceLimit)
    hosts[queue] = host
    return host
  }

  /// Simultaneous downloads from a server, as in web browsers; and from Wikimedia's, as its robot
  /// policy demands.
  private static let width = 6
  private static let wikimediaWidth = 2

  func networkReturned() async {
    for host in hosts.values { await host.networkReturned() }
  }
}

/// One server, with a bound on simultaneous downloads and a circuit breaker.
///
/// A server that accepts connections but never answers would delay each download until its timeout.
/// So after some timeouts in a row, all waiting downloads fail at once. Later ones are tried one at
/// a time until the server answers.
actor Host {
  /// Counts how often the server fell silent; downloads of earlier eras fail.
  private(set) var era = 0

  private let silenceLimit: Int
  private var silences = 0
  private var isSilent = false
  /// Counts changes of the network: timeouts on an earlier network are ignored.
  private var network = 0
  let line: Limiter
  let trials = Limiter(width: 1)

  /// Makes a server from which `width` images are downloaded at once.
  init(width: Int, silenceLimit: Int) {
    line = Limiter(width: width)
    self.silenceLimit = silenceLimit
  }

  /// Runs a download at its turn, unless the server has fallen silent since `era`.
  func ask<Value: Sendable>(
    since era: Int, isUrgent: Bool, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if isSilent {
      let answer = try await trials.pass { () -> Value? in
        // The server may have answered an earlier trial.
        guard await self.isSilent else { return nil }
        return try await self.listen(since: era, to: work)
      }
      if let answer { return answer }
    }
    return try await line.pass(isUrgent: isUrgent) {
      try await self.listen(since: era, to: work)
    }
  }

  func networkReturned() {
    network += 1
    forgetSilences()
  }

  private func forgetSilences() {
    silences = 0
    isSilent = false
  }

  private func listen<Value: Sendable>(
    since era: Int, to work: @Sendable () async throws -> Value
  ) async throws -> Value {
    if era != self.era { throw ServiceError(.unreachable, isRetryable: false) }
    let network = network
    do {
      let value = try await work()
      forgetSilences()
      return value
    } catch {
      switch error {
      case HTTPError.silent:
        if era == self.era, network == self.network { fallSilent() }
      // Neither is an answer of the server.
      case HTTPError.turnedOff, is CancellationError: break
      default: forgetSilences()
      }
      throw error
    }
  }

  private func fallSilent() {
    silences += 1
    guard isSilent || silences >= silenceLimit else { return }
    isSilent = true
    silences = 0
    era += 1
  }
}
