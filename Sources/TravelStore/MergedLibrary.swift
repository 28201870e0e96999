public import TravelModel

/// What a merge has brought.
public struct MergedLibrary: Hashable, Sendable {
  public var pinCount = 0
  public var photoCount = 0
  public var tripCount = 0
  /// The pins of before whose albums have changed.
  public var changed: [Pin.ID] = []
}
