import CGLib
import GLibBridge

/// Runs `body` on the main actor, while GLib's loop and not XCTest's owns the main thread.
///
/// For synchronous XCTest methods, which run on that thread.
public func onMainLoop(_ body: @escaping @MainActor () async throws -> Void) throws {
  try MainActor.assumeIsolated {
    _ = adopted
    var outcome: Result<Void, any Error>?
    Task { @MainActor in
      do {
        try await body()
        outcome = .success(())
      } catch { outcome = .failure(error) }
    }
    while outcome == nil { g_main_context_iteration(nil, 1) }
    try outcome!.get()
  }
}

@MainActor private let adopted: Void = MainLoop.adoptMainQueue()
