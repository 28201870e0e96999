/// A pin the user dropped on the map.
public struct Pin: Hashable, Identifiable, Sendable {
  /// The library's number of a pin; a number is never used again.
  public struct ID: Hashable, Comparable, Sendable {
    /// The number as it stands in the library.
    public let number: Int64

    /// Makes an identity of the library's number.
    public init(_ number: Int64) { self.number = number }

    public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  /// Which pin it is.
  public let id: ID
  /// Where it is.
  public var coordinate: Coordinate
  /// What it is called, in a text that is no longer than can be shown.
  public var title: String {
    didSet { title = ShownText.bounded(title, to: ShownText.title) }
  }
  /// How many photos its album has.
  public var photoCount: Int

  /// Makes a pin of its parts.
  public init(id: ID, coordinate: Coordinate, title: String, photoCount: Int = 0) {
    self.id = id
    self.coordinate = coordinate
    self.title = ShownText.bounded(title, to: ShownText.title)
    self.photoCount = photoCount
  }
}
