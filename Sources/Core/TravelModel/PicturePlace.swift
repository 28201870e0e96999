/// Where one of the user's own pictures was taken.
public struct PicturePlace: Hashable, Sendable {
  public let file: String
  public let coordinate: Coordinate

  public init(file: String, coordinate: Coordinate) {
    self.file = file
    self.coordinate = coordinate
  }
}
