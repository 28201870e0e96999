import Synchronization

/// The progress of writing or reading a backup, and whether it was cancelled.
public final class BackupProgress: Sendable {
  /// How many photos were written, or bytes read, of how many.
  public struct Step: Hashable, Sendable {
    public let done: Int
    public let all: Int
  }

  private let state = Mutex((told: -1, isCancelled: false))
  private let onAdvance: @Sendable (Step) -> Void

  /// Reports steps from any thread, but not more often than is visible.
  public init(onAdvance: @escaping @Sendable (Step) -> Void = { _ in }) {
    self.onAdvance = onAdvance
  }

  /// Asks the work to end soon.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Throws if the work was cancelled.
  func check() throws(BackupFailure) {
    if isCancelled { throw .cancelled }
  }

  func advance(to done: Int, of all: Int) {
    let part = all > 0 ? done * 200 / all : 200
    let isNews = state.withLock { state in
      defer { state.told = part }
      return state.told != part
    }
    if isNews { onAdvance(Step(done: done, all: all)) }
  }
}
