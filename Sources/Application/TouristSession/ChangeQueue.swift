import TravelStore

/// Runs changes of the open library one after the other.
@MainActor
final class ChangeQueue {
  private let library: Library
  /// The last change under way; it ends after those before it.
  private var last: Task<Void, Never>?
  /// The first change that failed since `finish` began.
  private var failure: StoreError?

  init(of library: Library) { self.library = library }

  /// Runs a change after all earlier ones; throws `gone` if no library is open then.
  func run<Value: Sendable>(
    _ work: @escaping @MainActor (TravelStore) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let previous = last
    let change = Task { () -> Result<Value, StoreError> in
      await previous?.value
      do throws(StoreError) {
        guard let store = library.store else { throw .gone }
        return .success(try await work(store))
      } catch {
        if error != .gone, failure == nil { failure = error }
        return .failure(error)
      }
    }
    wait(for: change)
    return try await change.value.get()
  }

  /// Makes later changes wait for a task.
  func wait<Value: Sendable>(for task: Task<Value, Never>) {
    let previous = last
    last = Task {
      await previous?.value
      _ = await task.value
    }
  }

  /// Waits until all changes begun so far have ended.
  func drain() async { await last?.value }

  /// Waits until all changes have ended, and throws what could not be saved.
  func finish() async throws(StoreError) {
    failure = nil
    // Earlier changes run first, and may have failed by then.
    await Task.yield()
    await drain()
    if let failure { throw failure }
  }
}
