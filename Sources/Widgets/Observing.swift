import Observation

/// Keeps a part of the screen equal to the models that it reads.
///
/// `update` runs at once, and again after anything it has read has changed, for as long as the
/// observer is kept. It should capture its owner weakly.
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
