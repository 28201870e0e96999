/// Calls a function once a value has stopped changing.
@MainActor
public final class Debounce<Value: Sendable> {
  private let delay: Duration
  private let act: (Value) -> Void
  private var pending: (value: Value, task: Task<Void, Never>)?

  /// Calls `act` when no new value has come for `delay`.
  public init(for delay: Duration, act: @escaping (Value) -> Void) {
    self.delay = delay
    self.act = act
  }

  public func callAsFunction(_ value: Value) {
    pending?.task.cancel()
    pending = (
      value,
      Task { [weak self, delay] in
        try? await Task.sleep(for: delay)
        if !Task.isCancelled { self?.flush() }
      }
    )
  }

  public func flush() {
    guard let pending else { return }
    self.pending = nil
    pending.task.cancel()
    act(pending.value)
  }
}
