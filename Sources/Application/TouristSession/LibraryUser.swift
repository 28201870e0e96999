import TravelStore

/// An object that uses the open library.
@MainActor
protocol LibraryUser: AnyObject {
  func connect(to library: TravelStore) async
  /// Stops using the library; when this returns, no call into it is running.
  func disconnect() async
}

extension MapModel: LibraryUser {
  func connect(to library: TravelStore) async { await connect(to: library as any PinLibrary) }
}
