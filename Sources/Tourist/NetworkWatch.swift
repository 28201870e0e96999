/// Tells those that wait for it when the network is back, or is another one.
@MainActor
public final class NetworkWatch {
  private let watch: @MainActor (@escaping @MainActor () -> Void) -> Void
  private let delay: () -> Duration
  private var handlers: [() -> Void] = []
  private var isWatching = false
  private var isSettling = false

  /// Makes a watch; `watch` begins to call what it is given each time the network is back.
  ///
  /// A network comes back in several steps, and many machines get it at the same moment: so all of
  /// them wait for a `delay`, and count as one.
  public init(
    delay: @escaping () -> Duration = { .milliseconds(Int.random(in: 1000...4000)) },
    watch: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void
  ) {
    self.delay = delay
    self.watch = watch
  }

  /// Calls `handler` each time the network is back, once the watch has started.
  public func onReturn(_ handler: @escaping () -> Void) { handlers.append(handler) }

  /// Starts to watch, because the network is wanted: before that, the desktop is not asked.
  public func start() {
    guard !isWatching else { return }
    isWatching = true
    watch { [weak self] in self?.settle() }
  }

  private func settle() {
    guard !isSettling else { return }
    isSettling = true
    Task {
      try? await Task.sleep(for: delay())
      isSettling = false
      for handler in handlers { handler() }
    }
  }
}
