import Synchronization
import TestSupport
import Testing

@testable import Files

/// What waits for its turn, and who goes first.
@MainActor
struct LimiterTests {
  /// Has five pieces of work wait for a first one, and returns the order in which they are done.
  private func order(_ limiter: Limiter, cancelling cancelled: Set<Int> = []) async throws -> [Int]
  {
    let done = Mutex<[Int]>([])
    let gate = AsyncStream<Void>.makeStream()
    let first = Task {
      try await limiter.pass { for await _ in gate.stream { break } }
    }
    try await wait { await limiter.free == 0 }
    var tasks: [Task<Void, any Error>] = []
    for number in 1...5 {
      tasks.append(Task { try await limiter.pass { done.withLock { $0.append(number) } } })
      try await wait { await limiter.waiting.count == number }
    }
    for number in cancelled { tasks[number - 1].cancel() }
    try await wait { await limiter.waiting.count == 5 - cancelled.count }
    gate.continuation.yield()
    try await first.value
    for task in tasks { _ = await task.result }
    return done.withLock { $0 }
  }

  @Test func `the oldest goes first`() async throws {
    #expect(try await order(Limiter(width: 1)) == [1, 2, 3, 4, 5])
  }

  @Test func `the newest goes first where that is what is wanted`() async throws {
    #expect(try await order(Limiter(width: 1, order: .newestFirst)) == [5, 4, 3, 2, 1])
  }

  @Test func `what is cancelled gives its place up`() async throws {
    #expect(try await order(Limiter(width: 1), cancelling: [2, 5]) == [1, 3, 4])
  }
}
