import TravelModel
public import TravelStore

/// Undoing steps and doing them again, one change after the other.
extension Session {
  /// Undoes what was done last, also in an earlier run, and returns it; nil where there is nothing.
  public func undoLast() async throws(StoreError) -> Removal? { try await takeLast(.undo) }

  /// Does again what was undone last, and returns it; nil where there is nothing.
  public func redoLast() async throws(StoreError) -> Removal? { try await takeLast(.redo) }

  /// Undoes what was offered last, and returns it; nil where nothing is offered any more.
  public func undoOffered() async throws(StoreError) -> Removal? {
    try await change { [self] () throws(StoreError) in
      guard let id = undo.offers.last?.step else { return nil }
      let store = try openStore()
      guard let step = try await store.step(id) else {
        undo.withdraw(id)
        return nil
      }
      return try await take(step, .undo, in: store)
    }
  }

  /// Restores all photos removed from an album that can come back.
  public func undoRemovals(from album: AlbumModel) async throws(StoreError) {
    try await change { [self] () throws(StoreError) in
      let store = try openStore()
      for step in try await store.removals(from: album.pin.id) {
        do throws(StoreError) {
          _ = try await take(step, .undo, in: store)
        } catch {
          if error != .gone { throw error }
        }
      }
    }
  }

  private func takeLast(_ direction: StepDirection) async throws(StoreError) -> Removal? {
    try await change { [self] () throws(StoreError) in
      let store = try openStore()
      while let step = try await store.nextStep(direction) {
        do throws(StoreError) {
          let removal = try await take(step, direction, in: store)
          // An older offer that came back would read as if it were this.
          if direction == .undo { undo.dismiss() }
          return removal
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

  /// Goes one way from a step, and shows what has changed; what failed can be tried again.
  private func take(
    _ step: Step, _ direction: StepDirection, in store: TravelStore
  ) async throws(StoreError) -> Removal {
    // What is under way is for the place that the pin has, or the album that it had.
    let halted = [.pinMoved, .albumReplaced].contains(step.kind) ? step.pin : nil
    if let halted { await albums.halt(halted) }
    let effect: StepEffect
    do throws(StoreError) {
      effect = try await store.take(step, direction)
    } catch {
      if let halted { albums.goOn(with: halted) }
      if error == .gone { undo.withdraw(step.id) }
      throw error
    }
    let removal = Removal(step.kind, effect)
    await show(effect, of: step.kind)
    if direction == .undo { undo.withdraw(step.id) } else { undo.offer(removal, step.id) }
    return removal
  }

  private func show(_ effect: StepEffect, of kind: StepKind) async {
    // Trips may have been made with them.
    if kind == .pinsMade { await trips.read() }
    switch effect {
    case .pinsBack(let pins): await bringBack(pins)
    case .pinsGone(let pins): await takeAway(pins)
    case .pinChanged(let pin):
      await map.show([pin])
      if kind == .pinMoved { await goOn(at: pin) }
    case .tripsChanged: await trips.read()
    case .photosBack(let photos): albums.insert(photos)
    case .photosGone(let photos): albums.takeOut(photos)
    case .albumExchanged(let old, let photos, let info):
      albums.show(photos, info, of: old.pin)
    case .mergeBack(let parts):
      await bringBack(parts.pins)
      albums.insert(parts.photos)
      await trips.read()
    case .mergeGone(let parts):
      albums.takeOut(parts.photos)
      await takeAway(parts.pins)
      await trips.read()
    }
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
