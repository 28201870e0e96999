public import TravelModel
public import TravelStore

/// What the map reads of the library, and adds to it by itself; tests replace it.
public protocol PinLibrary: AnyObject, Sendable {
  func pins() async throws(StoreError) -> [Pin]
  /// How many photos have no file, of each pin of which some have none.
  func missingPhotos() async throws(StoreError) -> [Pin.ID: Int]
  /// Adds a pin, whose album is awaited if photos of it are wanted.
  func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool
  ) async throws(StoreError) -> Pin
}

extension TravelStore: PinLibrary {}
