import TravelModel
public import TravelStore

/// Undoing steps and doing them again, one change after the other.
extension Session {
  /// Undoes what was done last, also in an earlier run, and returns it; nil where there is nothing.
  public func undoLast() async throws(StoreError) -> ShownStep? { try await applyLast(.undo) }

  /// Does again what was undone last, and returns it; nil where there is nothing.
  public func redoLast() async throws(StoreError) -> ShownStep? { try await applyLast(.redo) }

  /// Undoes what was offered last, and returns it; nil where nothing is offered any more.
  public func undoOffered() async throws(StoreError) -> ShownStep? {
    try await change { [self] () throws(StoreError) in
      guard let id = undo.offers.last?.id else { return nil }
      let store = try openStore()
      guard let step = try await store.step(id) else {
        undo.withdraw(id)
        return nil
      }
      return try await apply(step, .undo, in: store)
    }
  }

  /// Restores all photos removed from an album that can come back.
  public func undoRemovals(from album: AlbumModel) async throws(StoreError) {
    try await change { [self] () throws(StoreError) in
      let store = try openStore()
      for step in try await store.removals(from: album.pin.id) {
        do throws(StoreError) {
          _ = try await apply(step, .undo, in: store)
        } catch {
          if error != .gone { throw error }
        }
      }
    }
  }

  private func applyLast(_ direction: StepDirection) async throws(StoreError) -> ShownStep? {
    try await change { [self] () throws(StoreError) in
      let store = try openStore()
      while let step = try await store.nextStep(direction) {
        do throws(StoreError) {
          let shown = try await apply(step, direction, in: store)
          // An older offer that came back would read as if it were this.
          if direction == .undo { undo.dismiss() }
          return shown
        } catch {
          // What it concerns is not there any more, and neither is the step.
          guard error == .gone else { throw error }
        }
      }
      return nil
    }
  }

  private func openStore() throws(StoreError) -> TravelStore {
    guard case .open(let store) = library.state else { throw .gone }
    return store
  }

  /// Undoes a step or does it again, and shows what has changed; what failed can be tried again.
  private func apply(
    _ step: Step, _ direction: StepDirection, in store: TravelStore
  ) async throws(StoreError) -> ShownStep {
    // What is under way is for the place that the pin has, or the album that it had.
    let halted = [.pinMoved, .albumReplaced].contains(step.kind) ? step.pin : nil
    if let halted { await albums.halt(halted) }
    let changes: StepChanges
    do throws(StoreError) {
      changes = try await store.apply(step, direction)
    } catch {
      if let halted { albums.goOn(with: halted) }
      if error == .gone { undo.withdraw(step.id) }
      throw error
    }
    let shown = ShownStep(step.kind, changes)
    await show(changes, isMove: step.kind == .pinMoved)
    if direction == .undo { undo.withdraw(step.id) } else { undo.offer(shown, step.id) }
    return shown
  }

  private func show(_ changes: StepChanges, isMove: Bool) async {
    if !changes.trips.isEmpty { await trips.read() }
    albums.takeOut(changes.photosGone)
    if !changes.pinsGone.isEmpty { await takeAway(changes.pinsGone) }
    if !changes.pinsBack.isEmpty { await bringBack(changes.pinsBack) }
    albums.insert(changes.photosBack)
    if let pin = changes.changedPin {
      await map.show([pin])
      if isMove { await goOn(at: pin) }
    }
    if let album = changes.album { albums.show(album.photos, album.info, of: album.old.pin) }
  }

  private func bringBack(_ pins: [Pin]) async {
    await map.show(pins)
    albums.resume(pins)
  }

  private func takeAway(_ pins: [Pin]) async {
    await map.hide(Set(pins.map(\.id)))
    for pin in pins { albums.drop(pin.id) }
  }

  /// Runs a change after all changes begun before it.
  func change<Value: Sendable>(
    _ work: @escaping @MainActor () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let previous = lastChange
    let change = Task { () -> Result<Value, StoreError> in
      await previous?.value
      do throws(StoreError) {
        return .success(try await work())
      } catch {
        if error != .gone, failure == nil { failure = error }
        return .failure(error)
      }
    }
    let end = Task { _ = await change.value }
    lastChange = end
    let outcome = await change.value
    await end.value
    if lastChange == end { lastChange = nil }
    return try outcome.get()
  }
}
