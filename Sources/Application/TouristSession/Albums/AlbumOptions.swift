public import TravelModel

public struct AlbumOptions: Hashable, Sendable {
  public var choice: SourceChoice
  public var count: Int
  /// How far from the pin to search first, in metres; sources search further if they find too few.
  public var radius: Double
  public init(choice: SourceChoice, count: Int, radius: Double) {
    self.choice = choice
    self.count = count
    self.radius = radius
  }
}
