import Files
import Travels

/// The servers that images come from.
actor Hosts {
  private let patience: Int
  private var hosts: [String: Host] = [:]

  /// Takes servers for silent after so many silences in a row.
  init(patience: Int) { self.patience = patience }

  /// The server of a name.
  func host(_ name: String) -> Host {
    if let host = hosts[name] { return host }
    let host = Host(patience: patience)
    hosts[name] = host
    return host
  }

  /// Takes no server for silent any more, as when there is another network.
  func networkReturned() async {
    for host in hosts.values { await host.networkReturned() }
  }
}

/// One server: not too much is asked of it at a time, and nothing for long while it is silent.
///
/// A server that takes connections and says nothing holds each download for as long as it is waited
/// for. After some silences in a row, all that had been wanted from it fails at once. What is wanted
/// after that tries it anew, one after the other, until it says something.
actor Host {
  /// Counts the times that the server fell silent: what was wanted before has failed.
  private(set) var era = 0

  private let patience: Int
  private var silences = 0
  private var isSilent = false
  /// Counts the networks that there have been: connections end with theirs, and without a word.
  private var network = 0
  private let line = Limiter(width: Host.width)
  private let trials = Limiter(width: 1)

  /// Downloads from one server at a time, as many as web browsers have.
  private static let width = 6

  init(patience: Int) { self.patience = patience }

  /// Asks the server, when it is the turn of what has been wanted since an era.
  func ask<Value: Sendable>(
    since era: Int, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if isSilent {
      let answer = try await trials.pass { () -> Value? in
        try await self.requireHope(since: era)
        // Whoever was before in this line may have got an answer.
        guard await self.isSilent else { return nil }
        return try await self.listen(since: era, to: work)
      }
      if let answer { return answer }
    }
    return try await line.pass {
      try await self.requireHope(since: era)
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

  private func requireHope(since era: Int) throws {
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
    guard isSilent || silences >= patience else { return }
    isSilent = true
    silences = 0
    era += 1
  }
}
