public import Places
public import TravelModel
public import TravelStore

/// The program without its windows: the library, the map, the albums, and the rules between them.
@MainActor
public final class Session {
  /// Closed until `open`.
  public let library: Library
  /// The offline map.
  public let world: World
  public let map: MapModel
  public let trips: TripModel
  /// The countries where the user has been.
  public let been: BeenCountries
  /// Fills the albums.
  public let albums: AlbumFiller
  /// Keeps what is written about the places of pins.
  public let words: WordKeeper
  /// What was done and can be undone.
  public let undo: Undo
  /// The last removal, move or undo under way; it ends after those before it.
  var lastChange: Task<Void, Never>?
  /// The first change that failed since the session began to close.
  var failure: StoreError?
  let languages: [String]
  /// Whether the library is open for a command alone, which leaves photos to who stays longer.
  private(set) var isVisit = false

  /// Makes a session; new pins get names in `languages`, and are filled at once if `prefetches`
  /// returns true.
  public init(
    library: Library, world: World, languages: [String], albums: AlbumFiller,
    words: WordKeeper = WordKeeper(), undoTimeout: Duration = Undo.timeout,
    prefetches: @escaping () -> Bool
  ) {
    self.library = library
    self.world = world
    self.albums = albums
    self.words = words
    self.languages = languages
    map = MapModel { await world.name(of: $0, languages: languages) }
    trips = TripModel(of: map)
    been = BeenCountries(of: map, world: world, languages: languages)
    undo = Undo(timeout: undoTimeout)
    map.prefetches = prefetches
    map.onPinToFill = { albums.prefetch($0) }
    albums.map = map
    undo.isUnreplaced = { [weak albums] in albums?.awaitsFirstPhoto(insteadOf: $0) == true }
    albums.onFilled = { words.ask(about: $0) }
    albums.onReplacement = { [undo] in undo.offer(ShownStep(.albumReplaced, album: $0), $0.step) }
  }

  /// Opens the library, or tries again, and continues unfinished work.
  public func open(isVisit: Bool = false) async {
    let opening = Task {
      guard let store = await library.open() else { return false }
      self.isVisit = isVisit
      await connect(to: store)
      return true
    }
    // An undo that is asked for meanwhile waits, and so does the end of the program.
    let previous = lastChange
    lastChange = Task {
      await previous?.value
      _ = await opening.value
    }
    if await opening.value { await resumeWork() }
  }

  /// Moves a library that cannot be used aside, and creates an empty one.
  public func startNewLibrary() async {
    guard let new = await library.setAsideAndOpen(leave) else { return }
    await connect(to: new)
    await resumeWork()
  }

  /// Waits until all pins are saved, or cannot be; where some wait for it, until the library is open.
  public func waitUntilSaved() async {
    if !map.drafts.isEmpty { await lastChange?.value }
    await map.waitUntilSaved()
  }

  /// Waits until all changes are saved, and pauses downloads at a safe point until `cancelClosing`.
  ///
  /// Throws what could not be saved.
  public func close() async throws(StoreError) {
    failure = nil
    // What was asked for until now begins first, and may have failed by then.
    await Task.yield()
    await lastChange?.value
    if let failure { throw failure }
    await albums.pause()
    await library.tidy()
  }

  /// Resumes downloads when the program does not close after all.
  public func cancelClosing() { albums.resumeArrivals() }

  /// All who use the library, in the order in which they begin to: whoever waits for the pins finds
  /// the trips there too.
  private var users: [any LibraryUser] { [undo, words, trips, map, albums] }

  func connect(to library: TravelStore) async {
    for user in users where !isVisit || user !== words { await user.connect(to: library) }
  }

  /// Continues what earlier runs have left unfinished, unless this is a short visit.
  func resumeWork() async {
    guard !isVisit else { return }
    await resumeAlbums()
    await albums.sweep()
  }

  /// Has all let go of the library, before it is moved.
  func leave() async {
    for user in users.reversed() { await user.disconnect() }
    // A change that was under way may have been offered since.
    await lastChange?.value
    await undo.disconnect()
  }
}

extension Session {
  /// Drops a pin; its album is filled once the pin is saved.
  public func dropPin(at coordinate: Coordinate, titled title: String? = nil) {
    map.dropPin(at: coordinate, titled: title)
  }

  /// Adds a pin, and returns it once it is saved.
  public func addPin(at coordinate: Coordinate) async throws(StoreError) -> Pin {
    let made = try await makePins([NewPin(at: coordinate)], wantsPhotos: map.prefetches())
    guard let pin = made.first else { throw .gone }
    return pin
  }

  /// Drops the held pin where it is.
  public func dropHeldPin() { map.releaseHeld() }

  /// Reads the pins again after a failure.
  public func retryReading() async {
    await map.retryReading()
    await trips.read()
    await resumeAlbums()
  }

  /// Continues unfinished albums.
  func resumeAlbums() async { await albums.resumeUnfinished { [map] in map.pins[$0] } }
}

extension Session {
  /// What a place is called in the user's languages; empty where nothing is known of it.
  public func placeName(of coordinate: Coordinate) async -> String {
    await world.name(of: coordinate, languages: languages)
  }
}
