/// Lets tasks go on until a condition holds; throws where it does not for long.
public func wait(
  for what: String = "a condition", isolation: isolated (any Actor)? = #isolation,
  until condition: () async throws -> Bool
) async throws {
  // Beside hundreds of others that keep all threads at work, a test may rest for a minute.
  let end = ContinuousClock.now + .seconds(240)
  var round = 0
  while try await !condition() {
    guard ContinuousClock.now < end else { throw WaitedInVain(what: what) }
    round += 1
    // What is about to happen has happened after a few turns; for the rest, others need the core.
    if round < 20 {
      await Task.yield()
    } else {
      try await Task.sleep(for: .milliseconds(min(round - 19, 20)))
    }
  }
}

/// What was waited for has not come.
public struct WaitedInVain: Error, CustomStringConvertible {
  let what: String

  public var description: String { "waited in vain for \(what)" }
}
