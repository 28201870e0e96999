import Observation

/// Updates a part of the screen when the models that it reads change.
///
/// `update` runs at once, and after each change of what it has read, while the observer is alive. It
/// should capture its owner weakly.
package final class Observer {
  /// Updates, and calls back once when what was read changes.
  private let follow: (_ onChange: @escaping @Sendable () -> Void) -> Void
  private let pace: Duration

  /// Leaves at least `pace` between two updates: changes that come faster are shown together.
  package init(pace: Duration = .zero, _ update: @escaping () -> Void) {
    follow = { withObservationTracking(update, onChange: $0) }
    self.pace = pace
    run()
  }

  /// Calls `update` with what `read` returns; what `update` reads itself is not followed.
  package init<Value>(of read: @escaping () -> Value, _ update: @escaping (Value) -> Void) {
    follow = { update(withObservationTracking(read, onChange: $0)) }
    pace = .zero
    run()
  }

  private func run() {
    let next = ContinuousClock.now + pace
    follow { [weak self, pace] in
      Task { @MainActor in
        if pace > .zero { try? await Task.sleep(until: next, clock: .continuous) }
        self?.run()
      }
    }
  }
}
