public import Observation
public import TravelModel
public import TravelStore

/// Something that was removed, replaced or moved and can be restored.
public enum Removal: Hashable, Sendable {
  case pin(Pin)
  /// Pins that were removed together.
  case pins([Pin])
  /// Pins that were made together; restored is the map without them.
  case made([Pin])
  /// A pin as it was before it was moved.
  case move(Pin)
  /// A pin as it was before the user said something else of it.
  case words(Pin)
  case photo(Photo)
  /// An album that a new collection has replaced.
  case album(ReplacedAlbum)
  public var photo: Photo? { if case .photo(let photo) = self { photo } else { nil } }
}

/// The removed and moved pins, the removed photos and the replaced albums that can be restored, until
/// nothing was removed or restored for a while; an album, until there was time to look at what came in its place.
@Observable @MainActor
public final class Undo {
  /// In the order of their removal.
  public private(set) var removals: [Removal] = []

  /// Whether the user is about to press Undo, and gets more time.
  @ObservationIgnored public var isInUse: () -> Bool = { false }
  /// Whether nothing has come yet in place of what was removed, so that it can still be restored.
  @ObservationIgnored var isHeld: (Removal) -> Bool = { _ in false }
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

  /// Adds a removal that may be among the others already.
  func offer(_ removal: Removal) {
    if !removals.contains(removal) { add([removal]) }
  }

  /// Takes out the last removal, to be restored.
  func takeLast() -> [Removal] {
    guard let last = removals.popLast() else { return [] }
    restartClock()
    return [last]
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
      var held: [Removal] = []
      while (try? await Task.sleep(for: timeout)) != nil {
        guard let self else { return }
        if isInUse() { continue }
        // What was held until now has its time still before it.
        let kept = removals.filter { isHeld($0) || held.contains($0) }
        held = removals.filter(isHeld)
        if kept.isEmpty { return forget() }
        let forgotten = removals.filter { !kept.contains($0) }
        guard !forgotten.isEmpty else { continue }
        removals = kept
        onForget(forgotten)
      }
    }
  }
}
