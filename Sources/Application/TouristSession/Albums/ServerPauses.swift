public import Observation
public import WebServices

/// The servers that have asked for a pause which is not over.
@Observable @MainActor
public final class ServerPauses {
  private(set) var servers: Set<String> = []
  @ObservationIgnored private var clocks: [String: Task<Void, Never>] = [:]

  /// Records a pause that begins now.
  public func record(_ pause: ServerPause) {
    clocks[pause.server]?.cancel()
    if !servers.contains(pause.server) { servers.insert(pause.server) }
    clocks[pause.server] = Task { [weak self] in
      try? await Task.sleep(for: pause.length)
      if !Task.isCancelled { self?.servers.remove(pause.server) }
    }
  }
}
