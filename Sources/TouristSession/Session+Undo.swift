public import TravelModel
public import TravelStore

/// Removing, moving and restoring pins, photos and albums, one change after the other.
extension Session {
  /// Removes a pin and ends the work on its album.
  public func remove(_ pin: Pin) async throws(StoreError) {
    try await change { [map, albums, undo] () throws(StoreError) in
      try await map.remove(pin.id)
      albums.drop(pin.id)
      undo.add([.pin(pin)])
    }
  }

  /// Removes pins together, so that they are restored together.
  public func remove(_ ids: [Pin.ID]) async throws(StoreError) {
    try await change { [map, albums, undo] () throws(StoreError) in
      // Some may have been removed meanwhile.
      let pins = ids.compactMap { map.pins[$0] }
      guard !pins.isEmpty else { return }
      if pins.count == 1 {
        try await map.remove(pins[0].id)
      } else {
        try await map.remove(Set(pins.map(\.id)))
      }
      for pin in pins { albums.drop(pin.id) }
      undo.add([pins.count == 1 ? .pin(pins[0]) : .pins(pins)])
    }
  }

  /// Makes pins together and returns them; their albums are filled at once where a source is given, and else when
  /// they are opened.
  @discardableResult
  public func makePins(
    _ new: [NewPin], filledFrom source: SourceChoice? = nil
  ) async throws(StoreError) -> [Pin] {
    guard !new.isEmpty else { return [] }
    return try await change { [map, albums, undo] () throws(StoreError) in
      let made = try await map.add(new, filledFrom: source)
      undo.add([.made(made)])
      if source != nil { for pin in made { albums.prefetch(pin) } }
      return made
    }
  }

  /// Moves a pin; its album stays as it is, but an empty one is filled anew.
  public func move(_ id: Pin.ID, to place: Coordinate) async throws(StoreError) {
    try await change { [self] () throws(StoreError) in
      guard let old = map.pins[id] else { throw .gone }
      try await move(id) { [map] () throws(StoreError) in try await map.move(id, to: place) }
      undo.add([.move(old)])
    }
  }

  /// Keeps what the user says of a pin; `offerUndo(of:)` lets that be undone.
  public func setWords(_ words: PinWords, of id: Pin.ID) async throws(StoreError) {
    try await change { [map] () throws(StoreError) in try await map.setWords(words, of: id) }
  }

  /// Offers to bring back what was said of a pin, when other words have been saved.
  public func offerUndo(ofWordsOf old: Pin) async throws(StoreError) {
    try await change { [map, undo] in
      if let now = map.pins[old.id], now.words != old.words { undo.add([.words(old)]) }
    }
  }

  private func move(
    _ id: Pin.ID, by change: () async throws(StoreError) -> Pin
  ) async throws(StoreError) {
    await albums.halt(id)
    do {
      let pin = try await change()
      albums.goOn(at: pin)
      if pin.photoCount == 0 { map.onPinAdded(pin) }
    } catch {
      albums.goOn(with: id)
      throw error
    }
  }

  /// Removes photos from an album; a failure becomes the album's `trouble`.
  public func remove(_ photos: [Photo], from album: AlbumModel) async {
    do throws(StoreError) {
      try await change { [albums, undo] () throws(StoreError) in
        undo.add(try await albums.remove(photos.map(\.id), from: album).map(Removal.photo))
      }
    } catch {
      if error != .gone { album.trouble = .library(error) }
    }
  }

  /// Keeps photos when their album is replaced, or keeps them no longer.
  public func setFavorites(
    _ photos: [Photo], to isFavorite: Bool, in album: AlbumModel
  ) async throws(StoreError) {
    try await change { [albums] () throws(StoreError) in
      try await albums.setFavorites(photos.map(\.id), to: isFavorite, in: album)
    }
  }

  /// Restores what was removed last, and returns it; nil where there is nothing.
  public func undoLast() async throws(StoreError) -> Removal? {
    try await restore { [undo] in undo.takeLast() }.last
  }

  /// Restores all photos removed from an album.
  public func undoRemovals(from album: AlbumModel) async throws(StoreError) {
    _ = try await restore { [undo] in undo.take { $0.photo?.pin == album.pin.id } }
  }

  /// Restores what `take` returns at its turn; after a failure it can be restored later.
  private func restore(
    _ take: @escaping @MainActor () -> [Removal]
  ) async throws(StoreError) -> [Removal] {
    try await change { [self] () throws(StoreError) in
      let removals = take()
      do throws(StoreError) {
        for case .pin(let pin) in removals {
          try await map.restore(pin)
          albums.resume(pin)
        }
        for case .pins(let pins) in removals {
          try await map.restore(pins)
          albums.resume(pins)
        }
        for case .made(let pins) in removals {
          // One of them may have been removed by itself.
          let left = pins.map(\.id).filter { map.pins[$0] != nil }
          try await map.remove(Set(left))
          for pin in left { albums.drop(pin) }
        }
        for case .move(let pin) in removals {
          try await move(pin.id) { [map] () throws(StoreError) in try await map.putBack(pin) }
        }
        for case .words(let pin) in removals { try await map.setWords(pin.words, of: pin.id) }
        for case .album(let album) in removals { try await albums.restore(album) }
        if let pin = removals.first?.photo.flatMap({ map.pins[$0.pin] }) {
          try await albums.restore(removals.compactMap(\.photo?.id), of: pin)
        }
      } catch {
        if error != .gone { undo.add(removals) }
        throw error
      }
      return removals
    }
  }

  /// Runs a change after all changes begun before it.
  func change<Value: Sendable>(
    _ work: @escaping @MainActor () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let previous = lastChange
    let change = Task { () -> Result<Value, StoreError> in
      _ = await previous?.value
      do throws(StoreError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    let end = Task { () -> StoreError? in
      let earlier = await previous?.value
      if case .failure(let error) = await change.value, error != .gone { return earlier ?? error }
      return earlier
    }
    lastChange = end
    let outcome = await change.value
    _ = await end.value
    if lastChange == end { lastChange = nil }
    return try outcome.get()
  }

  /// Deletes what can no longer be restored; failing that, the next start does.
  func forget(_ removals: [Removal]) {
    Task {
      try? await change { [albums] () throws(StoreError) in try await albums.forget(removals) }
    }
  }
}
