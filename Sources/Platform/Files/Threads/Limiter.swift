/// Bounds how much work runs at once.
package actor Limiter {
  /// Which of the waiting tasks goes first.
  package enum Order { case oldestFirst, newestFirst }

  private let order: Order
  private(set) var free: Int
  private(set) var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var nextNumber = 0

  package init(width: Int, order: Order = .oldestFirst) {
    free = width
    self.order = order
  }

  /// Runs work in its turn, which is the next one if it is urgent; a task that is cancelled while
  /// it waits leaves the queue.
  package func pass<Value: Sendable>(
    isUrgent: Bool = false, _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await enter(isUrgent: isUrgent)
    defer { leave() }
    return try await work()
  }

  private func enter(isUrgent: Bool) async throws {
    try Task.checkCancellation()
    if free > 0 {
      free -= 1
      return
    }
    nextNumber += 1
    let number = nextNumber
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation {
        waiting.insert((number, $0), at: isUrgent && order == .oldestFirst ? 0 : waiting.count)
      }
    } onCancel: {
      Task { await self.giveUp(number) }
    }
    guard isIn else { throw CancellationError() }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      let next = order == .oldestFirst ? waiting.removeFirst() : waiting.removeLast()
      next.continuation.resume(returning: true)
    }
  }

  private func giveUp(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
  }
}
