import Files
import GLibBridge
public import LibraryBackup
public import Places
public import TravelModel
public import TravelStore

/// The program without its windows: library, map, albums, and the rules between them.
@MainActor
public final class Session {
  /// The library, closed until `open`.
  public let library: Library
  public let world: World
  public let map: MapModel
  public let trips: TripModel
  public let been: BeenCountries
  public let albums: AlbumRegistry
  /// Fetches articles about the places of pins.
  public let articles: ArticleFetcher
  public let undo: Undo
  /// Called with an album when it has been filled.
  public var onFilled: (AlbumModel) -> Void = { _ in }
  private let changes: ChangeQueue
  let languages: [String]
  /// Whether the library is open for a single command, which leaves downloads to longer sessions.
  private var isVisit = false

  /// Makes a session; new pins are named in `languages`, and filled at once if `prefetches` returns
  /// true.
  public init(
    library: Library, world: World, languages: [String], albums: AlbumRegistry,
    articles: ArticleFetcher = ArticleFetcher(), undoTimeout: Duration = Undo.timeout,
    prefetches: @escaping () -> Bool
  ) {
    self.library = library
    self.world = world
    self.albums = albums
    self.articles = articles
    self.languages = languages
    map = MapModel { await world.name(of: $0, languages: languages) }
    trips = TripModel(of: map)
    been = BeenCountries(of: map, world: world, languages: languages)
    changes = ChangeQueue(of: library)
    undo = Undo(changes, map: map, trips: trips, albums: albums, timeout: undoTimeout)
    map.prefetches = prefetches
    map.onPinToFill = { albums.prefetch($0) }
    albums.map = map
    albums.onFilled = { [weak self] in
      articles.ask(about: $0.pin)
      self?.onFilled($0)
    }
    albums.onReplacement = { [weak undo] in
      undo?.offer(ShownStep(.albumReplaced, album: $0), $0.step)
    }
  }

  /// Opens the library, or retries, and resumes unfinished work.
  public func open(isVisit: Bool = false) async {
    self.isVisit = isVisit
    await use { [library] in await library.open() }
  }

  /// Moves a broken library aside, and creates an empty one.
  public func startNewLibrary() async {
    if let new = await library.setAsideAndOpen(leave) { await use { new } }
  }

  /// Waits until all pins are saved or have failed; if some wait for the library, until it is open.
  public func waitUntilSaved() async {
    if !map.drafts.isEmpty { await changes.drain() }
    await map.waitUntilSaved()
  }

  /// Waits until all changes are saved, and pauses downloads at a safe point until `cancelClosing`.
  ///
  /// Throws what could not be saved.
  public func close() async throws(StoreError) {
    try await changes.finish()
    await albums.pause()
    // A failure to tidy up the file loses nothing.
    try? await library.store?.tidy()
  }

  /// Lets go of the library, as the end of the process does; for development programs.
  package func end() async { await library.close(leave) }

  /// Resumes downloads when the program does not close after all.
  public func cancelClosing() { albums.resumeArrivals() }

  /// All users of the library, in the order of connecting: whoever waits for the pins can rely on
  /// the trips, too.
  private var users: [any LibraryUser] { [undo, articles, trips, map, albums] }

  /// Connects all users to the library that `open` returns, and resumes unfinished work of earlier
  /// runs, unless this is a single command.
  ///
  /// Changes requested meanwhile wait, and so does the end of the program.
  private func use(_ open: @escaping @MainActor () async -> TravelStore?) async {
    let opening = Task {
      guard let store = await open() else { return false }
      for user in users where !isVisit || user !== articles { await user.connect(to: store) }
      return true
    }
    changes.wait(for: opening)
    guard await opening.value, !isVisit else { return }
    await albums.resumeUnfinished()
    // Cleaning up after a crash may take long.
    try? await library.store?.sweep()
  }

  /// Disconnects all users from the library, before it is moved.
  func leave() async {
    for user in users.reversed() { await user.disconnect() }
    // A pending change may have made an offer since.
    await changes.drain()
    await undo.disconnect()
  }
}

extension Session {
  /// Drops a pin, whose album begins with a photo if one is given, and is filled once it is saved.
  public func dropPin(
    at coordinate: Coordinate, titled title: String? = nil, showing photo: PhotoDetails? = nil
  ) {
    map.dropPin(at: coordinate, titled: title, showing: photo)
  }

  /// Adds a pin, and returns it once it is saved.
  public func addPin(at coordinate: Coordinate) async throws(StoreError) -> Pin {
    let made = try await makePins([NewPin(at: coordinate)], wantsPhotos: map.prefetches())
    guard let pin = made.first else { throw .gone }
    return pin
  }

  public func dropHeldPin() { map.releaseHeld() }

  public func retryReading() async {
    await map.retryReading()
    await trips.read()
    await albums.resumeUnfinished()
  }
}

extension Session {
  /// The name of a place in the user's languages; empty if nothing is known of it.
  public func placeName(of coordinate: Coordinate) async -> String {
    await world.name(of: coordinate, languages: languages)
  }

  /// The favourite that follows a photo; nil if there is none.
  public func favorite(after last: Photo.ID) async -> Photo? {
    try? await library.store?.favorite(after: last)
  }
}

/// Changing pins and photos; each change is a step that can be undone.
extension Session {
  /// Removes pins together, so that they are restored together, and ends the work on their albums.
  public func remove(_ ids: [Pin.ID]) async throws(StoreError) {
    try await changes.run { [map, albums, undo] store throws(StoreError) in
      // Some may have been removed meanwhile.
      let pins = ids.compactMap { map.pins[$0] }
      guard !pins.isEmpty else { return }
      let step = try await store.removePins(pins.map(\.id))
      await map.hide(Set(pins.map(\.id)))
      for pin in pins { albums.endWork(on: pin.id) }
      undo.offer(ShownStep(.pinsRemoved, pins: pins), step)
    }
  }

  /// Makes pins together, with trips through them, and returns the pins.
  ///
  /// Their albums are filled at once if the user wants that or a `source` is given, else when they
  /// are opened.
  @discardableResult
  public func makePins(
    _ new: [NewPin], along routes: [NewRoute] = [], wantsPhotos: Bool = false,
    filledFrom source: SourceChoice? = nil,
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws(StoreError) -> [Pin] {
    let wantsPhotos = wantsPhotos || source != nil
    guard !new.isEmpty || !routes.isEmpty else { return [] }
    return try await changes.run { [isVisit, map, trips, albums, undo] store throws(StoreError) in
      // Pins added while the pins are being read would be missing from the list.
      guard map.isConnected else { throw .gone }
      let made = try await store.addPins(
        try await map.named(new, isWanted), along: routes, wantsPhotos: wantsPhotos,
        from: source?.rawValue, isWanted: isWanted)
      await map.show(made.pins)
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
    try await changes.run { [map, albums, undo] store throws(StoreError) in
      guard let old = map.pins[id] else { throw .gone }
      await albums.halt(id)
      do throws(StoreError) {
        let title = try await map.title(of: id, movedTo: place)
        let step = try await store.movePin(id, to: place, titled: title)
        let moved = map.edit(id) { ($0.coordinate, $0.title) = (place, title) }
        guard let pin = moved else { throw .gone }
        await albums.moveWork(to: pin)
        undo.offer(ShownStep(.pinMoved, pins: [old]), step)
      } catch {
        albums.resumeWork(on: id)
        throw error
      }
    }
  }

  public func rename(_ id: Pin.ID, to title: String) async throws(StoreError) {
    try await changes.run { [map] store throws(StoreError) in
      try await store.renamePin(id, to: title)
      map.edit(id) { $0.title = title }
    }
  }

  /// Saves the user's details of a pin; `offerUndo(of:)` makes that undoable.
  public func setDetails(_ details: PinDetails, of id: Pin.ID) async throws(StoreError) {
    try await changes.run { [map] store throws(StoreError) in
      try await store.setDetails(details, of: id)
      map.edit(id) { $0.details = details }
    }
  }

  /// Offers to restore the earlier details of a pin, if they have changed.
  public func offerUndo(of old: Pin) async throws(StoreError) {
    try await changes.run { [map, undo] store throws(StoreError) in
      guard let now = map.pins[old.id], now.details != old.details else { return }
      let step = try await store.recordDetails(old.details, of: old.id)
      undo.offer(ShownStep(.pinDetails, pins: [old]), step)
    }
  }

  /// Removes photos from an album; a failure becomes the album's `trouble`.
  public func remove(_ photos: [Photo], from album: AlbumModel) async {
    do throws(StoreError) {
      try await changes.run { [map, undo] store throws(StoreError) in
        let step = try await store.removePhotos(photos.map(\.id))
        let gone = album.remove(Set(photos.map(\.id)))
        map.showCount(of: album)
        guard let step, !gone.isEmpty else { return }
        undo.offer(ShownStep(.photosRemoved, photos: gone), step)
      }
    } catch {
      if error != .gone { album.trouble = .library(error) }
    }
  }

  /// Puts a photo that was found elsewhere into the album of a pin, where new collections keep it, and
  /// has it downloaded; false if it is there already.
  public func keep(_ photo: PhotoDetails, of id: Pin.ID) async throws(StoreError) -> Bool {
    try await changes.run { [albums] store throws(StoreError) in
      guard let added = try await store.addPhoto(photo, to: id) else { return false }
      albums.insert([added])
      return true
    }
  }

  /// Marks photos to be kept when their album is replaced, or removes the mark.
  public func setFavorites(
    _ photos: [Photo], to isFavorite: Bool, in album: AlbumModel
  ) async throws(StoreError) {
    try await changes.run { store throws(StoreError) in
      let changed = try await store.setFavorites(photos.map(\.id), to: isFavorite)
      for photo in changed { album.update(photo) }
    }
  }
}

/// Trips: each change can be undone.
extension Session {
  /// Makes a trip through pins in their order, and returns it.
  @discardableResult
  public func makeTrip(
    _ details: TripDetails, through pins: [Pin.ID] = []
  ) async throws(StoreError) -> Trip {
    try await changes.run { [trips, undo] store throws(StoreError) in
      guard trips.readingFailure == nil else { throw .gone }
      let (made, step) = try await store.addTrip(details, stops: pins)
      await trips.read()
      undo.offer(ShownStep(.tripChanged, trips: [TripChange(before: nil, after: made)]), step)
      return made
    }
  }

  /// Changes a trip; does nothing if the result is the same.
  public func change(
    _ id: Trip.ID, _ edit: @escaping @MainActor (inout Trip) -> Void
  ) async throws(StoreError) {
    try await changes.run { [trips, undo] store throws(StoreError) in
      guard let before = trips[id] else { throw .gone }
      var after = before
      edit(&after)
      guard after != before else { return }
      let step = try await store.setTrip(after)
      await trips.read()
      undo.offer(ShownStep(.tripChanged, trips: [TripChange(before: before, after: after)]), step)
    }
  }

  /// Adds pins behind the last stop of a trip.
  public func add(_ pins: [Pin.ID], to trip: Trip.ID) async throws(StoreError) {
    try await change(trip) { $0.stops += pins }
  }

  /// Moves a stop of a trip to the place of another; both are counted among the stops with existing
  /// pins.
  public func moveStop(_ stop: Int, to place: Int, of trip: Trip.ID) async throws(StoreError) {
    try await change(trip) { [trips] in $0.move(stop, to: place, among: trips.isThere) }
  }

  /// Removes a stop from a trip; its pin stays.
  public func removeStop(_ stop: Int, of trip: Trip.ID) async throws(StoreError) {
    try await change(trip) { [trips] in $0.remove(stop, among: trips.isThere) }
  }

  /// Removes a trip; its pins stay.
  public func removeTrip(_ id: Trip.ID) async throws(StoreError) {
    try await changes.run { [trips, undo] store throws(StoreError) in
      guard let trip = trips[id] else { throw .gone }
      let step = try await store.removeTrip(id)
      await trips.read()
      undo.offer(ShownStep(.tripChanged, trips: [TripChange(before: trip, after: nil)]), step)
    }
  }
}

/// Backups of the library.
extension Session {
  /// Writes the current library and some settings into a file, replacing an existing one.
  public func backUp(
    to path: String, settings: String, program: String, progress: BackupProgress
  ) async throws(BackupFailure) -> BackupContent {
    await map.waitUntilSaved()
    await changes.drain()
    let folder = library.folder
    guard let store = library.store else { throw .library(.unwritable(path: folder)) }
    let snapshot: LibrarySnapshot
    do throws(StoreError) { snapshot = try await store.snapshot() } catch { throw .library(error) }
    return try await WorkQueue.shared.run { () throws(BackupFailure) in
      try LibraryBackup.write(
        snapshot, settings: settings, program: program, to: path, notInto: folder,
        progress: progress)
    }
  }

  /// Reads and checks a backup; changes nothing.
  public func readBackup(
    _ path: String, progress: BackupProgress
  ) async throws(BackupFailure) -> FoundBackup {
    let folder = library.folder
    return try await WorkQueue.shared.run { () throws(BackupFailure) in
      try LibraryBackup.read(path, besideLibraryIn: folder, progress: progress)
    }
  }

  /// Deletes the library of a backup or a snapshot that is not wanted, off the main thread.
  public func discard(_ staged: StagedLibrary) async {
    await WorkQueue.shared.run { staged.discard() }
  }

  /// Adds the parts of a backup that the library lacks.
  public func merge(
    _ found: FoundBackup, progress: BackupProgress
  ) async throws(StoreError) -> MergedLibrary {
    let merged = try await changes.run { [map, albums, trips, undo] store throws(StoreError) in
      // Photos found meanwhile would take the place of merged ones.
      await albums.haltAll()
      do throws(StoreError) {
        let merged = try await store.merge(found.library) { !progress.isCancelled }
        await map.retryReading()
        await trips.read()
        await albums.readAgain()
        if let step = merged.step { undo.offer(ShownStep(.libraryMerged, merged: merged), step) }
        return merged
      } catch {
        await albums.readAgain()
        throw error
      }
    }
    await albums.resumeUnfinished()
    return merged
  }

  /// Replaces the library by a backup or a snapshot, and returns where the old one is now, with its
  /// settings if they are to change; nil if there was none.
  ///
  /// Calls `onReplacement` before the work on unfinished albums resumes.
  public func replace(
    by staged: StagedLibrary, keeping settings: String? = nil, onReplacement: () -> Void = {}
  ) async throws(StoreError) -> String? {
    await changes.drain()
    await map.waitUntilSaved()
    let outcome = await library.replace(by: staged, keeping: settings, leave)
    if case .success = outcome.aside { onReplacement() }
    if let store = outcome.store { await use { store } }
    return try outcome.aside.get()
  }
}

/// Snapshots, which the program makes by itself.
extension Session {
  /// Makes a snapshot of the library, if it is open and there is none of today.
  public func keepSnapshot() async {
    do { try await library.store?.keepSnapshot() } catch {
      debugLog("there is no snapshot of today: \(error)")
    }
  }

  /// How many snapshots there are, and how many bytes they take.
  public func snapshots() async -> KeptSnapshots {
    await WorkQueue.shared.run { [folder = library.folder] in
      TravelStore.snapshots(ofLibraryIn: folder)
    }
  }

  /// Whether a library that cannot be used could be replaced by a snapshot.
  public func hasSnapshot() async -> Bool {
    await WorkQueue.shared.run { [folder = library.folder] in
      TravelStore.hasSnapshot(ofLibraryIn: folder)
    }
  }

  /// Reads and checks the last snapshot that is whole; changes nothing.
  public func findSnapshot() async throws(StoreError) -> FoundSnapshot? {
    try await WorkQueue.shared.run { [folder = library.folder] () throws(StoreError) in
      try TravelStore.findSnapshot(ofLibraryIn: folder)
    }
  }
}
