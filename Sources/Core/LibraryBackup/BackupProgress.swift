import Synchronization

/// How far writing or reading a backup has come, and whether it goes on.
public final class BackupProgress: Sendable {
  /// Photos written, or bytes read, of all.
  public struct Step: Hashable, Sendable {
    public let done: Int
    public let all: Int
  }

  private let state = Mutex((told: -1, isCancelled: false))
  private let onAdvance: @Sendable (Step) -> Void

  /// Reports steps from any thread, no more of them than can be seen.
  public init(onAdvance: @escaping @Sendable (Step) -> Void = { _ in }) {
    self.onAdvance = onAdvance
  }

  /// Has the work end soon.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the work if it has been cancelled.
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
