public import TravelModel
public import TravelStore

/// What the map reads from the library, and adds to it; tests replace it.
public protocol PinLibrary: AnyObject, Sendable {
  func pins() async throws(StoreError) -> [Pin]
  /// The number of photos without a file, for each pin that has such photos.
  func missingPhotos() async throws(StoreError) -> [Pin.ID: Int]
  /// Adds a pin, whose album begins with a photo if one is given; `wantsPhotos` marks it to be filled.
  func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool,
    showing photo: PhotoDetails?
  ) async throws(StoreError) -> Pin
}

extension TravelStore: PinLibrary {}
