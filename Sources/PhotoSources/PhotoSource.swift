public import Files
public import Travels

/// Where photos of places come from.
///
/// A source throws a `PhotoFailure`, or `CancellationError` where its task was cancelled, or what
/// the file throws that it writes.
public protocol PhotoSource: Sendable {
  /// What the library calls the source; never changed, for it is stored with each photo.
  var name: String { get }

  /// How many photos there are near a place, and the next of them that were not handed out before.
  func photos(_ request: PhotoRequest) async throws -> PhotoSlice

  /// Fetches the image of a photo, as it is, into a new file.
  ///
  /// Whoever made the file discards what came where that fails, and settles it where it does not.
  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws
}

/// A place whose photos are wanted, and what came of earlier wishes.
public struct PhotoRequest: Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// How far from it photos may be, in metres, before too few are near.
  public var radius: Double
  /// How many photos are wanted at most.
  public var count: Int
  /// What the source gave to be kept with the place when it was last asked.
  public var bookmark: String?
  /// What was handed out since the source last began from the beginning, by the source's identities.
  public var seen: Set<String> = []
  /// What is never to be handed out, by the source's identities.
  public var unwanted: Set<String> = []

  /// Asks for photos of a place for the first time.
  public init(near coordinate: Coordinate, radius: Double, count: Int) {
    self.coordinate = coordinate
    self.radius = radius
    self.count = count
  }
}
