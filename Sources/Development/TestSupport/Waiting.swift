/// Lets tasks run until a condition holds; throws if it does not within some minutes.
public func wait(
  for what: String = "a condition", isolation: isolated (any Actor)? = #isolation,
  until condition: () async throws -> Bool
) async throws {
  // Among hundreds of tests that keep all threads busy, one may wait for a minute.
  let end = ContinuousClock.now + .seconds(240)
  var round = 0
  while try await !condition() {
    guard ContinuousClock.now < end else { throw WaitedInVain(what: what) }
    round += 1
    // Most conditions hold after a few turns; later, other tasks need the processor.
    if round < 20 {
      await Task.yield()
    } else {
      try await Task.sleep(for: .milliseconds(min(round - 19, 20)))
    }
  }
}

/// A condition did not hold in time.
public struct WaitedInVain: Error, CustomStringConvertible {
  let what: String

  public var description: String { "waited in vain for \(what)" }
}
