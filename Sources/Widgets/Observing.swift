import Observation

/// Updates a part of the screen when the models that it reads change.
///
/// `update` runs at once, and after each change of what it has read, while the observer is alive. It
/// should capture its owner weakly.
package final class Observer {
  private let update: () -> Void

  package init(_ update: @escaping () -> Void) {
    self.update = update
    run()
  }

  private func run() {
    withObservationTracking(update) { [weak self] in
      Task { @MainActor in self?.run() }
    }
  }
}
