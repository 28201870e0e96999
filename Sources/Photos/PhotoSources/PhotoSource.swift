public import Files
public import TravelModel

/// A source of photos of places.
///
/// Functions throw a `SourceFailure`, a `PictureFailure`, a `CancellationError`, or what writing the
/// file throws.
public protocol PhotoSource: Sendable {
  /// The source's name in the library; it is stored with each photo, so it must never change.
  var name: String { get }

  /// Returns the next photos near a place, without those already seen, and their total number.
  func photos(_ request: PhotoRequest) async throws -> PhotoSlice

  /// The category with the photos of a sight; nil if there is none.
  func category(of sight: Sight) async throws -> String?

  /// The directions in which photos look, by their ids, as far as the source knows them.
  func headings(of photos: [PhotoDetails]) async throws -> [String: Double]

  /// Downloads the image of a photo into a new file; the caller syncs or discards it.
  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws
}

extension PhotoSource {
  public func category(of sight: Sight) async throws -> String? { nil }
  public func headings(of photos: [PhotoDetails]) async throws -> [String: Double] { [:] }
}

/// A request for photos of a place, with the state of earlier ones.
public struct PhotoRequest: Sendable {
  public var coordinate: Coordinate
  /// How far from the place to search first, in metres; sources search further if they find too few.
  public var radius: Double
  /// The category whose photos are wanted; nil for those near the place.
  public var category: String?
  /// The most photos to return.
  public var count: Int
  /// How many further photos the source may return as spares, if that needs no further request.
  public var spareCount = 0
  /// The bookmark of the source's last answer.
  public var bookmark: String?
  /// The source's ids of the photos returned since it last started over.
  public var seen: Set<String> = []
  /// The source's ids of photos never to return.
  public var unwanted: Set<String> = []

  /// Makes the first request for a place.
  public init(near coordinate: Coordinate, radius: Double, count: Int) {
    (self.coordinate, self.radius, self.count) = (coordinate, radius, count)
  }
}
