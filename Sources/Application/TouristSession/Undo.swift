public import Observation
public import TravelModel
public import TravelStore

/// What was done, and can be undone or was: a step of the library's journal as it is shown.
public struct ShownStep: Hashable, Sendable {
  public let kind: StepKind
  /// The pins that came or went; a pin that was changed, as it was before or is after an undo.
  public var pins: [Pin] = []
  /// Photos that came to an album or went, alone.
  public var photos: [Photo] = []
  public var trips: [TripChange] = []
  /// An album that a new collection has replaced.
  public var album: ReplacedAlbum?
  /// What a merge with another library has brought.
  public var merged: MergedLibrary?

  public init(
    _ kind: StepKind, pins: [Pin] = [], photos: [Photo] = [], trips: [TripChange] = [],
    album: ReplacedAlbum? = nil, merged: MergedLibrary? = nil
  ) {
    self.kind = kind
    (self.pins, self.photos, self.trips) = (pins, photos, trips)
    (self.album, self.merged) = (album, merged)
  }

  /// A step that was undone, or done again.
  init(_ kind: StepKind, _ changes: StepChanges) {
    self.kind = kind
    pins = changes.pinsBack + changes.pinsGone + [changes.changedPin].compactMap(\.self)
    photos = changes.photosBack + changes.photosGone
    trips = changes.trips
    album = changes.album?.old
    merged = kind == .libraryMerged ? MergedLibrary(changes) : nil
  }

  /// The pin that it concerns, where that is one.
  public var pin: Pin.ID? {
    switch kind {
    case .pinsRemoved, .pinsMade, .pinMoved, .pinRenamed, .pinWords:
      pins.count == 1 ? pins[0].id : nil
    case .photosRemoved: photos.first?.pin
    case .albumReplaced: album?.pin
    case .tripChanged, .libraryMerged: nil
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
    let id: StepID
    let step: ShownStep
  }

  /// What is offered, in the order in which it was done.
  public var offered: [ShownStep] { offers.map(\.step) }

  /// Whether the user is about to press Undo, and gets more time.
  @ObservationIgnored public var isInUse: () -> Bool = { false }
  /// Whether nothing has come yet in place of what was removed, so that it is offered still.
  @ObservationIgnored var isUnreplaced: (ShownStep) -> Bool = { _ in false }
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
  func offer(_ step: ShownStep, _ id: StepID) {
    guard !offers.contains(where: { $0.id == id }) else { return }
    offers.append(Offer(id: id, step: step))
    restartClock()
  }

  /// Ends the offer of a step that was undone or is gone.
  func withdraw(_ id: StepID) {
    guard offers.contains(where: { $0.id == id }) else { return }
    offers.removeAll { $0.id == id }
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
      var unreplaced: [Offer] = []
      while (try? await Task.sleep(for: timeout)) != nil {
        guard let self else { return }
        if isInUse() { continue }
        // What was not replaced until now has its time still before it.
        let left = offers.filter { isUnreplaced($0.step) || unreplaced.contains($0) }
        unreplaced = offers.filter { isUnreplaced($0.step) }
        if left != offers { offers = left }
        if left.isEmpty { return }
      }
    }
  }
}
