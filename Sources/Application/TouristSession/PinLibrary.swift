public import TravelModel
public import TravelStore

/// What the map needs of the library; tests replace it.
public protocol PinLibrary: AnyObject, Sendable {
  func pins() async throws(StoreError) -> [Pin]
  /// How many photos have no file, of each pin of which some have none.
  func missingPhotos() async throws(StoreError) -> [Pin.ID: Int]
  /// Adds a pin, whose album is awaited if photos of it are wanted.
  func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool
  ) async throws(StoreError) -> Pin
  /// Adds all of some pins and the trips through them, or nothing; the pins' albums are awaited if
  /// photos of them are wanted, from a source if one was chosen for them.
  func addPins(
    _ pins: [NewPin], along routes: [NewRoute], wantsPhotos: Bool, from source: String?,
    isWanted: @escaping @Sendable () -> Bool
  ) async throws(StoreError) -> MadePins
  /// Removes those of some pins that are there, or none of them.
  func removePins(_ ids: [Pin.ID]) async throws(StoreError) -> StepID
  func renamePin(_ id: Pin.ID, to title: String) async throws(StoreError)
  func setWords(_ words: PinWords, of id: Pin.ID) async throws(StoreError)
  func recordWords(_ before: PinWords, of id: Pin.ID) async throws(StoreError) -> StepID
  func movePin(
    _ id: Pin.ID, to place: Coordinate, titled title: String
  ) async throws(StoreError) -> StepID
}

extension TravelStore: PinLibrary {}
