import Synchronization

/// The progress of an export, and whether it was cancelled.
package final class ExportProgress: Sendable {
  private let state = Mutex((done: 0, isCancelled: false))
  private let onAdvance: @Sendable (Int) -> Void

  /// Reports how many photos are done, from any thread.
  package init(onAdvance: @escaping @Sendable (_ done: Int) -> Void = { _ in }) {
    self.onAdvance = onAdvance
  }

  /// Asks the work to end at the next photo.
  package func cancel() { state.withLock { $0.isCancelled = true } }

  /// Throws if the work was cancelled.
  func check() throws(ExportFailure) {
    if state.withLock({ $0.isCancelled }) { throw .cancelled }
  }

  func advance() {
    onAdvance(
      state.withLock {
        $0.done += 1
        return $0.done
      })
  }
}
