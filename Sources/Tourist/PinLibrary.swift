public import TravelStore
public import Travels

/// What the map asks of the library; `TravelStore` is the one that lasts.
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
}

extension TravelStore: PinLibrary {}
