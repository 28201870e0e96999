public import TravelModel
public import TravelStore

/// Removing and changing pins and photos, one change after the other; each is a step that can be
/// undone.
extension Session {
  /// Removes a pin and ends the work on its album.
  public func remove(_ pin: Pin) async throws(StoreError) {
    try await change { [map, albums, undo] () throws(StoreError) in
      let step = try await map.remove(pin.id)
      albums.drop(pin.id)
      undo.offer(ShownStep(.pinsRemoved, pins: [pin]), step)
    }
  }

  /// Removes pins together, so that they are restored together.
  public func remove(_ ids: [Pin.ID]) async throws(StoreError) {
    try await change { [map, albums, undo] () throws(StoreError) in
      // Some may have been removed meanwhile.
      let pins = ids.compactMap { map.pins[$0] }
      guard !pins.isEmpty else { return }
      let step =
        pins.count == 1
        ? try await map.remove(pins[0].id) : try await map.remove(Set(pins.map(\.id)))
      for pin in pins { albums.drop(pin.id) }
      undo.offer(ShownStep(.pinsRemoved, pins: pins), step)
    }
  }

  /// Makes pins together, and trips through them, and returns the pins; their albums are filled at
  /// once where that is wanted or a source is given, and else when they are opened.
  @discardableResult
  public func makePins(
    _ new: [NewPin], along routes: [NewRoute] = [], wantsPhotos: Bool = false,
    filledFrom source: SourceChoice? = nil,
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(StoreError) -> [Pin] {
    let wantsPhotos = wantsPhotos || source != nil
    guard !new.isEmpty || !routes.isEmpty else { return [] }
    return try await change { [isVisit, map, trips, albums, undo] () throws(StoreError) in
      let made = try await map.add(
        new, along: routes, wantsPhotos: wantsPhotos, from: source, isWanted: isWanted)
      if !made.trips.isEmpty { await trips.read() }
      undo.offer(
        ShownStep(
          made.pins.isEmpty ? .tripChanged : .pinsMade, pins: made.pins,
          trips: made.trips.map { TripChange(before: nil, after: $0) }), made.step)
      if wantsPhotos, !isVisit { for pin in made.pins { albums.prefetch(pin) } }
      return made.pins
    }
  }

  /// Moves a pin; its album stays as it is, but an empty one is filled anew.
  public func move(_ id: Pin.ID, to place: Coordinate) async throws(StoreError) {
    try await change { [self] () throws(StoreError) in
      guard let old = map.pins[id] else { throw .gone }
      await albums.halt(id)
      do throws(StoreError) {
        let (pin, step) = try await map.move(id, to: place)
        await goOn(at: pin)
        undo.offer(ShownStep(.pinMoved, pins: [old]), step)
      } catch {
        albums.goOn(with: id)
        throw error
      }
    }
  }

  /// Gives a pin another title.
  public func rename(_ id: Pin.ID, to title: String) async throws(StoreError) {
    try await change { [map] () throws(StoreError) in try await map.rename(id, to: title) }
  }

  /// Goes on with the album of a pin that was moved.
  func goOn(at pin: Pin) async {
    if pin.photoCount == 0, map.prefetches() { await albums.awaitAlbum(of: pin.id) }
    albums.goOn(at: pin)
  }

  /// Saves what the user says of a pin; `offerUndo(of:)` lets that be undone.
  public func setWords(_ words: PinWords, of id: Pin.ID) async throws(StoreError) {
    try await change { [map] () throws(StoreError) in try await map.setWords(words, of: id) }
  }

  /// Offers to bring back what was said of a pin, when other words have been saved.
  public func offerUndo(ofWordsOf old: Pin) async throws(StoreError) {
    try await change { [map, undo] () throws(StoreError) in
      guard let now = map.pins[old.id], now.words != old.words else { return }
      let step = try await map.recordWords(of: old)
      undo.offer(ShownStep(.pinWords, pins: [old]), step)
    }
  }

  /// Removes photos from an album; a failure becomes the album's `trouble`.
  public func remove(_ photos: [Photo], from album: AlbumModel) async {
    do throws(StoreError) {
      try await change { [albums, undo] () throws(StoreError) in
        guard let removed = try await albums.remove(photos.map(\.id), from: album) else { return }
        undo.offer(ShownStep(.photosRemoved, photos: removed.photos), removed.step)
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
}
