/// Calls handlers when the network returns.
@MainActor
public final class NetworkWatch {
  private let watch: @MainActor (@escaping @MainActor () -> Void) -> Void
  private let delay: () -> Duration
  private var handlers: [() -> Void] = []
  private var isWatching = false
  private var isWaiting = false

  /// Makes a watch; `watch` must call its argument each time the network returns.
  ///
  /// A network returns in several steps, and for many machines at once; the steps within a random
  /// `delay` count as one.
  public init(
    delay: @escaping () -> Duration = { .milliseconds(Int.random(in: 1000...4000)) },
    watch: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void
  ) {
    self.delay = delay
    self.watch = watch
  }

  /// Adds a handler, called each time the network returns.
  public func onReturn(_ handler: @escaping () -> Void) { handlers.append(handler) }

  /// Starts to watch; called on the first use of the network.
  public func start() {
    guard !isWatching else { return }
    isWatching = true
    watch { [weak self] in self?.scheduleHandlers() }
  }

  private func scheduleHandlers() {
    guard !isWaiting else { return }
    isWaiting = true
    Task {
      try? await Task.sleep(for: delay())
      isWaiting = false
      for handler in handlers { handler() }
    }
  }
}
