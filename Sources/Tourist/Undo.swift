public import Observation
public import Travels

/// Something that was removed and can be brought back.
public enum Removal: Hashable, Sendable {
  case pin(Pin)
  case photo(Photo)

  /// The photo, where it is one.
  public var photo: Photo? { if case .photo(let photo) = self { photo } else { nil } }
}

/// What can be brought back, pins and photos alike, until nothing was removed or brought back for a
/// while.
@Observable @MainActor
public final class Undo {
  /// What can be brought back, the last removed last.
  public private(set) var removals: [Removal] = []

  /// Tells whether somebody is about to bring something back, and is to be given more time.
  @ObservationIgnored public var isInUse: () -> Bool = { false }
  /// Called with what cannot be brought back any more.
  @ObservationIgnored var onForget: ([Removal]) -> Void = { _ in }
  @ObservationIgnored private let patience: Duration
  @ObservationIgnored private var clock: Task<Void, Never>?

  /// How long things can be brought back: long enough to see that it was the wrong one.
  public static let patience = Duration.seconds(10)

  init(patience: Duration) { self.patience = patience }

  /// Gives up what could be brought back.
  public func forget() {
    let forgotten = removals
    clear()
    if !forgotten.isEmpty { onForget(forgotten) }
  }

  /// Takes note of something that was removed, or could not be brought back.
  func add(_ new: [Removal]) {
    guard !new.isEmpty else { return }
    removals += new
    restartClock()
  }

  /// Takes out what is to be brought back: all for which `isMeant` holds, the last first.
  func take(_ isMeant: (Removal) -> Bool) -> [Removal] {
    let taken = removals.filter(isMeant)
    guard !taken.isEmpty else { return [] }
    removals.removeAll(where: isMeant)
    restartClock()
    return taken
  }

  /// Forgets what was in a library that another one takes the place of; that keeps it.
  func clear() {
    clock?.cancel()
    if !removals.isEmpty { removals = [] }
  }

  private func restartClock() {
    clock?.cancel()
    guard !removals.isEmpty else { return }
    clock = Task { [weak self, patience] in
      repeat {
        guard (try? await Task.sleep(for: patience)) != nil else { return }
      } while self?.isInUse() == true
      self?.forget()
    }
  }
}
