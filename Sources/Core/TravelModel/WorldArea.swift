/// A part of the world map; it may span several copies of the world.
public struct WorldArea: Hashable, Sendable {
  public let x: ClosedRange<Double>
  public let y: ClosedRange<Double>

  public init(x: ClosedRange<Double>, y: ClosedRange<Double>) { (self.x, self.y) = (x, y) }

  /// Whether a place, in any copy of the world, is in the area.
  public func contains(_ place: Coordinate) -> Bool {
    let point = Mercator.project(place)
    return y.contains(point.y) && !x.copies(of: point.x...point.x).isEmpty
  }
}
