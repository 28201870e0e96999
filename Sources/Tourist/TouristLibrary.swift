public import Files
public import TravelStore
public import Travels

/// What the models ask of the library; `TravelStore` is the one that lasts.
public protocol PinLibrary: Sendable {
  /// All pins.
  func pins() async throws(StoreError) -> [Pin]
  /// Adds a pin.
  func addPin(at coordinate: Coordinate, titled title: String) async throws(StoreError) -> Pin
  /// Gives a pin another title.
  func renamePin(_ id: Pin.ID, to title: String) async throws(StoreError)
  /// Takes a pin away until it is restored, or for good.
  func removePin(_ id: Pin.ID) async throws(StoreError)
  /// Brings a removed pin back.
  func restorePin(_ id: Pin.ID) async throws(StoreError)
  /// Makes the library ready to be left.
  func tidy() async throws(StoreError)
  /// Why nothing is written, each time that this turns out; to be listened to once.
  var obstacles: AsyncStream<StoreError> { get }
}

extension PinLibrary {
  /// Nothing keeps the library from being written.
  public var obstacles: AsyncStream<StoreError> { AsyncStream { $0.finish() } }
}

/// What albums ask of the library.
public protocol AlbumLibrary: Sendable {
  /// The photos of a pin's album, in their order.
  func album(of pin: Pin.ID) async throws(StoreError) -> [Photo]
  /// The first photos of a pin's album whose files are there.
  func storedPhotos(of pin: Pin.ID, limit: Int) async throws(StoreError) -> [Photo]
  /// What is known of a pin's album beside its photos.
  func albumInfo(of pin: Pin.ID) async throws(StoreError) -> AlbumInfo
  /// Notes that photos are wanted for a pin.
  func wantAlbum(of pin: Pin.ID) async throws(StoreError)
  /// Notes that a search failed.
  func searchFailed(for pin: Pin.ID, because failure: PhotoFailure) async throws(StoreError)
  /// What came of earlier searches in a source for a pin's photos.
  func history(of pin: Pin.ID, in source: String) async throws(StoreError) -> SearchHistory
  /// Puts new photos in the place of a pin's album: all of them, or none.
  func replaceAlbum(of pin: Pin.ID, with album: NewAlbum) async throws(StoreError) -> [Photo]
  /// The pins whose albums are not finished.
  func unfinishedAlbums() async throws(StoreError) -> [Pin.ID]
  /// Takes files into the library and returns their photos as they are now.
  func keep(_ files: [ArrivedFile]) async throws(StoreError) -> [Photo]
  /// Notes that a photo's download ended without a file.
  func fail(_ id: Photo.ID, because failure: PhotoFailure) async throws(StoreError) -> Photo?
  /// Lets photos be awaited once more.
  func awaitAgain(_ ids: [Photo.ID]) async throws(StoreError) -> [Photo]
  /// Takes photos out of their albums until they are restored, or for good.
  func removePhotos(_ ids: [Photo.ID]) async throws(StoreError)
  /// Brings back photos that were taken out.
  func restorePhotos(_ ids: [Photo.ID]) async throws(StoreError) -> [Photo]
  /// Gives up the files of photos that were taken out.
  func forgetPhotos(_ ids: [Photo.ID]) async throws(StoreError)
  /// Throws what keeps the library from being written, where something does.
  func requireWritable() async throws(StoreError)
  /// Clears up what a sudden end has left.
  func sweep() async throws(StoreError)
  /// A new file for a download to put its bytes.
  func newIncoming() async -> IncomingFile
  /// The file of a photo's path.
  func file(at path: String) -> String?
}

/// All that the program asks of the library.
public typealias TouristLibrary = PinLibrary & AlbumLibrary

extension TravelStore: PinLibrary, AlbumLibrary {}
