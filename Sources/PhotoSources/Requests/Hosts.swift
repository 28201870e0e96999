import Files
import TravelModel

/// The servers that images come from.
actor Hosts {
  private let silenceLimit: Int
  private var hosts: [String: Host] = [:]

  /// After `silenceLimit` timeouts in a row, a server counts as silent.
  init(silenceLimit: Int) { self.silenceLimit = silenceLimit }

  func host(_ name: String) -> Host {
    if let host = hosts[name] { return host }
    let host = Host(silenceLimit: silenceLimit)
    hosts[name] = host
    return host
  }

  func networkReturned() async {
    for host in hosts.values { await host.networkReturned() }
  }
}

/// One server, with a bound on simultaneous downloads and a circuit breaker.
///
/// A server that accepts connections but never answers would hold up each download until its
/// timeout. So after some timeouts in a row, all downloads waiting for it fail at once. Later ones
/// are tried one at a time until the server answers.
actor Host {
  /// Counts how often the server fell silent; downloads of earlier eras have failed.
  private(set) var era = 0

  private let silenceLimit: Int
  private var silences = 0
  private var isSilent = false
  /// Counts changes of the network: timeouts of connections over an earlier one do not count.
  private var network = 0
  let line = Limiter(width: Host.width)
  private let trials = Limiter(width: 1)

  /// Simultaneous downloads from one server, as in web browsers.
  private static let width = 6

  init(silenceLimit: Int) { self.silenceLimit = silenceLimit }

  /// Runs a download at its turn, unless the server has fallen silent since `era`.
  func ask<Value: Sendable>(
    since era: Int, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if isSilent {
      let answer = try await trials.pass { () -> Value? in
        try await self.requireSameEra(since: era)
        // The trial before this one may have been answered.
        guard await self.isSilent else { return nil }
        return try await self.listen(since: era, to: work)
      }
      if let answer { return answer }
    }
    return try await line.pass {
      try await self.requireSameEra(since: era)
      return try await self.listen(since: era, to: work)
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

  private func requireSameEra(since era: Int) throws {
    if era != self.era { throw ServiceError(.unreachable, isRetryable: false) }
  }

  private func listen<Value: Sendable>(
    since era: Int, to work: @Sendable () async throws -> Value
  ) async throws -> Value {
    let network = network
    do {
      let value = try await work()
      forgetSilences()
      return value
    } catch HTTPError.silent {
      if era == self.era, network == self.network { fallSilent() }
      throw HTTPError.silent
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      forgetSilences()
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
