public import Observation
public import TravelModel
public import TravelStore

/// What was done, and can be undone or was: a step of the library's journal as it is shown.
public enum Removal: Hashable, Sendable {
  case pin(Pin)
  /// Pins that were removed together.
  case pins([Pin])
  /// Pins that were made together; undone is the map without them.
  case made([Pin])
  /// A pin as it was before it was moved.
  case move(Pin)
  /// A pin as it was before it got another name.
  case name(Pin)
  /// A pin as it was before the user said something else of it.
  case words(Pin)
  /// What was done to a trip, or undone.
  case trip(TripChange)
  case photo(Photo)
  /// Photos of one album that were removed together.
  case photos([Photo])
  /// An album that a new collection has replaced.
  case album(ReplacedAlbum)
  /// What a merge with another library has brought.
  case merge(MergedLibrary)

  /// The pin that it concerns, where that is one.
  public var pin: Pin.ID? {
    switch self {
    case .pin(let pin), .move(let pin), .name(let pin), .words(let pin): pin.id
    case .pins(let pins), .made(let pins): pins.count == 1 ? pins[0].id : nil
    case .photo, .photos: photos.first?.pin
    case .album(let old): old.pin
    case .trip, .merge: nil
    }
  }

  /// The photos that were removed.
  public var photos: [Photo] {
    switch self {
    case .photo(let photo): [photo]
    case .photos(let photos): photos
    default: []
    }
  }
}

/// What the user is offered to undo for a while after it was done; the library's journal keeps it for
/// longer.
///
/// An offer stands until nothing was done or undone for a while; that of an album, until there was time
/// to look at what came in its place.
@Observable @MainActor
public final class Undo {
  private(set) var offers: [Offer] = []
  /// What can be undone, and done again, also when it is not offered any more.
  public private(set) var next = NextSteps()

  struct Offer: Hashable {
    let step: StepID
    let removal: Removal
  }

  /// What is offered, in the order in which it was done.
  public var removals: [Removal] { offers.map(\.removal) }

  /// Whether the user is about to press Undo, and gets more time.
  @ObservationIgnored public var isInUse: () -> Bool = { false }
  /// Whether nothing has come yet in place of what was removed, so that it is offered still.
  @ObservationIgnored var isHeld: (Removal) -> Bool = { _ in false }
  @ObservationIgnored private let timeout: Duration
  @ObservationIgnored private var clock: Task<Void, Never>?
  /// Watches what can be undone in the library.
  @ObservationIgnored private var journal: Task<Void, Never>?

  /// How long an undo is offered: enough to notice a mistake.
  public static let timeout = Duration.seconds(10)

  init(timeout: Duration) { self.timeout = timeout }

  /// Ends all offers, as when the user has dismissed them.
  public func dismiss() {
    clock?.cancel()
    if !offers.isEmpty { offers = [] }
  }

  /// Offers to undo a step, unless that is offered already.
  func offer(_ removal: Removal, _ step: StepID) {
    guard !offers.contains(where: { $0.step == step }) else { return }
    offers.append(Offer(step: step, removal: removal))
    restartClock()
  }

  /// Ends the offer of a step that was undone or is gone.
  func withdraw(_ step: StepID) {
    guard offers.contains(where: { $0.step == step }) else { return }
    offers.removeAll { $0.step == step }
    restartClock()
  }

  /// Keeps track of what can be undone in a library.
  func connect(to library: TravelStore) async {
    journal?.cancel()
    journal = Task { [weak self] in
      let show = { @MainActor [weak self] in
        guard let next = try? await library.nextSteps(), !Task.isCancelled else { return }
        self?.next = next
      }
      await show()
      for await _ in library.journalChanges { await show() }
    }
  }

  func disconnect() async {
    journal?.cancel()
    await journal?.value
    dismiss()
    next = NextSteps()
  }

  private func restartClock() {
    clock?.cancel()
    guard !offers.isEmpty else { return }
    clock = Task { [weak self, timeout] in
      var held: [Offer] = []
      while (try? await Task.sleep(for: timeout)) != nil {
        guard let self else { return }
        if isInUse() { continue }
        // What was held until now has its time still before it.
        let kept = offers.filter { isHeld($0.removal) || held.contains($0) }
        held = offers.filter { isHeld($0.removal) }
        if kept != offers { offers = kept }
        if kept.isEmpty { return }
      }
    }
  }
}

extension Removal {
  /// What a step has done to the library, or undone there.
  init(_ kind: StepKind, _ effect: StepEffect) {
    switch effect {
    case .pinsBack(let pins), .pinsGone(let pins):
      self = kind == .pinsMade ? .made(pins) : pins.count == 1 ? .pin(pins[0]) : .pins(pins)
    case .pinChanged(let pin):
      self =
        switch kind {
        case .pinMoved: .move(pin)
        case .pinRenamed: .name(pin)
        default: .words(pin)
        }
    case .photosBack(let photos), .photosGone(let photos):
      self = photos.count == 1 ? .photo(photos[0]) : .photos(photos)
    case .albumExchanged(let old, _, _): self = .album(old)
    case .tripsChanged(let changes): self = .trip(changes[0])
    case .mergeBack(let parts), .mergeGone(let parts):
      self = .merge(parts.counted)
    }
  }
}
