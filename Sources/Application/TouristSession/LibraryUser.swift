import TravelStore

/// One of those who use the library while it is open.
@MainActor
protocol LibraryUser: AnyObject {
  /// Starts to use a library.
  func connect(to library: TravelStore) async
  /// Lets go of the library and forgets what it was told: when this returns, nothing of it is under way.
  func disconnect() async
}

extension AlbumRegistry: LibraryUser {}
extension MapModel: LibraryUser {
  func connect(to library: TravelStore) async { await connect(to: library as any PinLibrary) }
}
extension TripModel: LibraryUser {}
extension Undo: LibraryUser {}
extension ArticleFetcher: LibraryUser {}
