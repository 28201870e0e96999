public import Observation
public import TravelModel

/// Something that was removed and can be restored.
public enum Removal: Hashable, Sendable {
  case pin(Pin)
  case photo(Photo)
  public var photo: Photo? { if case .photo(let photo) = self { photo } else { nil } }
}

/// The removed pins and photos that can be restored, until nothing was removed or restored for a
/// while.
@Observable @MainActor
public final class Undo {
  /// In the order of their removal.
  public private(set) var removals: [Removal] = []

  /// Whether the user is about to press Undo, and gets more time.
  @ObservationIgnored public var isInUse: () -> Bool = { false }
  /// Called with removals that can no longer be undone.
  @ObservationIgnored var onForget: ([Removal]) -> Void = { _ in }
  @ObservationIgnored private let timeout: Duration
  @ObservationIgnored private var clock: Task<Void, Never>?

  /// How long removals can be undone: enough to notice a mistake.
  public static let timeout = Duration.seconds(10)

  init(timeout: Duration) { self.timeout = timeout }

  /// Makes all removals final.
  public func forget() {
    let forgotten = removals
    clear()
    if !forgotten.isEmpty { onForget(forgotten) }
  }

  /// Adds removals, also those that could not be restored.
  func add(_ new: [Removal]) {
    guard !new.isEmpty else { return }
    removals += new
    restartClock()
  }

  /// Takes out all removals for which `isMeant` holds, in order, to be restored.
  func take(_ isMeant: (Removal) -> Bool) -> [Removal] {
    let taken = removals.filter(isMeant)
    guard !taken.isEmpty else { return [] }
    removals.removeAll(where: isMeant)
    restartClock()
    return taken
  }

  /// Drops the removals when another library is opened, without making them final.
  func clear() {
    clock?.cancel()
    if !removals.isEmpty { removals = [] }
  }

  private func restartClock() {
    clock?.cancel()
    guard !removals.isEmpty else { return }
    clock = Task { [weak self, timeout] in
      repeat {
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
      } while self?.isInUse() == true
      self?.forget()
    }
  }
}
