public struct NewPin: Hashable, Sendable {
  public let coordinate: Coordinate
  /// Its title; nil to name it after its place.
  public let title: String?
  public let details: PinDetails
  /// The photos with which its album begins, as favourites, before it is filled.
  public let photos: [PhotoDetails]

  public init(
    at coordinate: Coordinate, titled title: String? = nil, details: PinDetails = PinDetails(),
    showing photos: [PhotoDetails] = []
  ) {
    self.coordinate = coordinate
    self.details = details
    self.photos = photos
    self.title = title.map { BoundedText.bounded($0, to: BoundedText.title) }
  }
}

/// A pin the user dropped on the map.
public struct Pin: Hashable, Identifiable, Sendable {
  public typealias ID = RowID<Pin>

  /// Pins of the same name within this distance, in metres, count as one pin.
  public static let reach = 10.0

  public let id: ID
  public var coordinate: Coordinate
  /// The title, bounded in length.
  public var title: String {
    didSet { title = BoundedText.bounded(title, to: BoundedText.title) }
  }
  public var photoCount: Int
  public var details: PinDetails

  public init(
    id: ID, coordinate: Coordinate, title: String, photoCount: Int = 0,
    details: PinDetails = PinDetails()
  ) {
    (self.id, self.details, self.coordinate) = (id, details, coordinate)
    self.title = BoundedText.bounded(title, to: BoundedText.title)
    self.photoCount = photoCount
  }
}
