public import Observation
public import TravelModel
public import TravelStore

/// Offers to undo steps for a while after they were done; the library's journal keeps them for
/// longer.
///
/// Offers end when nothing has been done or undone for a while. The offer for a replaced album
/// lasts until the user had time to look at the new photos.
@Observable @MainActor
public final class Undo: LibraryUser {
  private(set) var offers: [Offer] = []
  /// The next steps to undo and redo, whether offered or not.
  public private(set) var next = NextSteps()

  struct Offer: Hashable {
    let id: StepID
    let step: ShownStep
  }

  /// The offered steps, in the order in which they were done.
  public var offered: [ShownStep] { offers.map(\.step) }

  /// Whether the user is about to press Undo, which extends the offer.
  @ObservationIgnored public var isInUse: () -> Bool = { false }
  @ObservationIgnored private let timeout: Duration
  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let trips: TripModel
  @ObservationIgnored private let albums: AlbumRegistry
  @ObservationIgnored private let changes: ChangeQueue
  @ObservationIgnored private var clock: Task<Void, Never>?
  @ObservationIgnored private var journal: Task<Void, Never>?

  /// How long an undo is offered: enough to notice a mistake.
  public static let timeout = Duration.seconds(10)

  init(
    _ changes: ChangeQueue, map: MapModel, trips: TripModel, albums: AlbumRegistry,
    timeout: Duration
  ) {
    (self.changes, self.map, self.trips, self.albums) = (changes, map, trips, albums)
    self.timeout = timeout
  }

  /// Withdraws all offers, for example when the user has dismissed them.
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

  /// Withdraws the offer of a step that was undone or is gone.
  func withdraw(_ id: StepID) {
    guard offers.contains(where: { $0.id == id }) else { return }
    offers.removeAll { $0.id == id }
    restartClock()
  }

  func connect(to library: TravelStore) async {
    journal?.cancel()
    journal = Task { [weak self] in
      var changes = library.journalChanges.makeAsyncIterator()
      repeat {
        if let next = try? await library.nextSteps(), !Task.isCancelled { self?.next = next }
      } while await changes.next() != nil
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
        // An album replaced only now still has its time for undo.
        var waiting: [Offer] = []
        for offer in offers where await albums.awaitsFirstPhoto(insteadOf: offer.step) {
          waiting.append(offer)
        }
        // Another offer has restarted the clock.
        guard !Task.isCancelled else { return }
        // The answer of the library may have taken some time.
        if isInUse() { continue }
        let left = offers.filter { waiting.contains($0) || unreplaced.contains($0) }
        unreplaced = waiting
        if left != offers { offers = left }
        if left.isEmpty { return }
      }
    }
  }
}

/// Undoing and redoing steps, one after the other, and making them final.
extension Undo {
  /// Undoes the last step, even of an earlier run, or redoes the step that was undone last, and
  /// returns it; nil if there is none.
  ///
  /// With a pin, only what was done to its album is undone or redone.
  public func applyLast(
    _ direction: StepDirection, inAlbumOf pin: Pin.ID? = nil
  ) async throws(StoreError) -> ShownStep? {
    try await changes.run { [self] store throws(StoreError) in
      while let step = try await store.nextStep(direction, inAlbumOf: pin) {
        do throws(StoreError) {
          let shown = try await apply(step, direction, in: store)
          // An interrupted older offer would look like this step's.
          if direction == .undo { dismiss() }
          return shown
        } catch {
          // The step is deleted, because nothing that it affects is left.
          guard error == .gone else { throw error }
        }
      }
      return nil
    }
  }

  /// Undoes the step offered last, and returns it; nil if none is offered any more.
  public func undoOffered() async throws(StoreError) -> ShownStep? {
    try await changes.run { [self] store throws(StoreError) in
      guard let id = offers.last?.id else { return nil }
      guard let step = try await store.step(id) else {
        withdraw(id)
        return nil
      }
      return try await apply(step, .undo, in: store)
    }
  }

  /// Restores all removed photos of an album that can be restored.
  public func undoPhotoRemovals(from album: AlbumModel) async throws(StoreError) {
    try await changes.run { [self] store throws(StoreError) in
      for step in try await store.photoRemovals(from: album.pin.id) {
        do throws(StoreError) {
          _ = try await apply(step, .undo, in: store)
        } catch {
          if error != .gone { throw error }
        }
      }
    }
  }

  public func keptChanges() async throws(StoreError) -> KeptChanges {
    try await changes.run { store throws(StoreError) in try await store.keptChanges() }
  }

  /// Makes all steps final, which frees the space of what they keep.
  public func forgetAll() async throws(StoreError) {
    try await changes.run { [self] store throws(StoreError) in
      try await store.forgetSteps()
      dismiss()
    }
  }

  /// Undoes or redoes a step, and shows the changes; a failure can be retried.
  private func apply(
    _ step: Step, _ direction: StepDirection, in store: TravelStore
  ) async throws(StoreError) -> ShownStep {
    let halted = step.kind.changesWork ? step.pin : nil
    if let halted { await albums.halt(halted) }
    let changes: StepChanges
    do throws(StoreError) {
      changes = try await store.apply(step, direction)
    } catch {
      if let halted { albums.resumeWork(on: halted) }
      if error == .gone { withdraw(step.id) }
      throw error
    }
    let shown = ShownStep(step.kind, changes)
    await show(changes, of: step)
    if direction == .undo { withdraw(step.id) } else { offer(shown, step.id) }
    return shown
  }

  private func show(_ changes: StepChanges, of step: Step) async {
    if !changes.trips.isEmpty { await trips.read() }
    albums.remove(changes.photosGone)
    if !changes.pinsGone.isEmpty {
      await map.hide(Set(changes.pinsGone.map(\.id)))
      for pin in changes.pinsGone { albums.endWork(on: pin.id) }
    }
    if !changes.pinsBack.isEmpty {
      await map.show(changes.pinsBack)
      await albums.resumeUnfinished()
    }
    albums.insert(changes.photosBack)
    if let pin = changes.changedPin {
      await map.show([pin])
      if step.kind.changesWork { await albums.moveWork(to: pin) }
    }
    if let album = changes.album { albums.show(album.photos, album.info, of: album.old.pin) }
  }
}
