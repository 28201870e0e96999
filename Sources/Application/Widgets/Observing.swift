import Observation

/// Updates a part of the screen when the models that it reads change.
///
/// `update` runs at once, and after each change of what it has read, while the observer is alive. It
/// should capture its owner weakly.
package final class Observer {
  private let update: () -> Void
  private let pace: Duration

  /// Leaves at least `pace` between two updates: changes that come faster are shown together.
  package init(pace: Duration = .zero, _ update: @escaping () -> Void) {
    self.update = update
    self.pace = pace
    run()
  }

  private func run() {
    let next = ContinuousClock.now + pace
    withObservationTracking(update) { [weak self, pace] in
      Task { @MainActor in
        if pace > .zero { try? await Task.sleep(until: next, clock: .continuous) }
        self?.run()
      }
    }
  }
}
