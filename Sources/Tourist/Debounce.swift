/// Waits until a value has stopped changing, and then acts on it once.
@MainActor
public final class Debounce<Value: Sendable> {
  private let delay: Duration
  private let act: (Value) -> Void
  private var pending: (value: Value, task: Task<Void, Never>)?

  /// Makes a debounce that acts when nothing has come for `delay`.
  public init(for delay: Duration, act: @escaping (Value) -> Void) {
    self.delay = delay
    self.act = act
  }

  /// Takes the newest value.
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

  /// Acts at once on a value that is waiting.
  public func flush() {
    guard let pending else { return }
    self.pending = nil
    pending.task.cancel()
    act(pending.value)
  }
}
