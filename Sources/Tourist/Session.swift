public import TravelStore
public import Travels

/// The program without a window: a library, its map and its albums, and the rules between them.
@MainActor
public final class Session {
  /// The library, which is closed until `open`.
  public let library: Library
  /// The offline map.
  public let world: World
  /// The pins.
  public let map: MapModel
  /// What fills their albums.
  public let albums: AlbumFiller
  /// What was removed and can be brought back.
  public let undo: Undo
  /// What is taken up by itself.
  public let undertakings: Undertakings
  /// The last of the removals and undos that are under way, and what failed of them.
  var lastChange: Task<StoreError?, Never>?

  /// Makes a session in which new pins have names in these languages, and are filled at once where
  /// `prefetches` says so.
  public init(
    library: Library, world: World, languages: [String], albums: AlbumFiller,
    undertakings: Undertakings, undoPatience: Duration = Undo.patience,
    prefetches: @escaping () -> Bool
  ) {
    self.library = library
    self.world = world
    self.albums = albums
    self.undertakings = undertakings
    map = MapModel { await world.name(of: $0, languages: languages) }
    undo = Undo(patience: undoPatience)
    map.onPinAdded = { if prefetches() { albums.prefetch($0) } }
    albums.onCountChange = { [map] in map.setPhotoCount($1, of: $0) }
    albums.onProgress = { [map] in map.setProgress($1, of: $0) }
    undo.onForget = { [weak self] in self?.forget($0) }
  }

  /// Opens the library, or tries again, and goes on with what an earlier run left unfinished.
  public func open() async {
    if let library = await library.open() { await connect(to: library) }
  }

  /// Keeps the library that cannot be used under another name, and begins an empty one.
  public func beginAnew() async {
    let new = await library.setAsideAndOpen { [undo, albums, map] in
      undo.clear()
      albums.disconnect()
      map.disconnect()
    }
    if let new { await connect(to: new) }
  }

  /// Waits until all that was asked for is in the library, and makes that ready to be left: no photo
  /// gets into it until `stay`.
  ///
  /// Throws what fails of it.
  public func close() async throws(StoreError) {
    if let error = await lastChange?.value { throw error }
    await albums.rest()
    await library.tidy()
  }

  /// Goes on with the library after all.
  public func stay() { albums.takeArrivals() }

  private func connect(to library: TravelStore) async {
    await map.connect(to: library)
    await albums.connect(to: library)
    await undertakings.settle()
    resumeAlbums()
    await albums.sweep()
  }
}

extension Session {
  /// Drops a pin; its album begins to be filled once the pin is in the library.
  public func dropPin(at coordinate: Coordinate) { map.dropPin(at: coordinate) }

  /// Drops the pin that is held over the map where it is.
  public func dropHeldPin() { map.releaseHeld() }

  /// Goes on with the albums that an earlier run left unfinished, unless that has ended the program.
  public func resumeAlbums() {
    guard undertakings.begin(.albums) else { return }
    Task {
      await albums.resumeUnfinished { [map] in map.pins[$0] }
      undertakings.end(.albums)
    }
  }
}
