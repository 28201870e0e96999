/// A picture that was taken in a street, and its neighbours on the way of who took it.
public struct StreetPicture: Hashable, Sendable {
  /// The neighbour in one direction.
  public struct Neighbor: Hashable, Sendable {
    public let id: String
    public let place: Coordinate?

    public init(id: String, place: Coordinate?) { (self.id, self.place) = (id, place) }
  }

  /// The directions of a walk.
  public enum Way: Hashable, Sendable { case on, back }

  /// Its metadata; the heading is that of its middle.
  public var details: PhotoDetails
  public let place: Coordinate
  /// Whether it shows the whole sphere around the camera, as its service says.
  public var isSphere = false
  /// How far the sphere's middle is above the horizon, and how far the camera was tilted to its
  /// right, in degrees.
  public var pitch: Double?
  public var roll: Double?
  /// Whether its licence allows keeping a copy.
  public var isFree = false
  public var next: Neighbor?
  public var previous: Neighbor?

  /// Neighbours that are less apart, in degrees, count as lying in one direction.
  private static let leastAngle = 60.0

  public init(_ details: PhotoDetails, at place: Coordinate) {
    (self.details, self.place) = (details, place)
  }

  /// The next picture in a direction; nil at the end of the walk.
  public func neighbor(_ way: Way) -> Neighbor? { way == .on ? next : previous }

  /// Where the neighbours are for who looks at a true heading, in degrees clockwise from straight
  /// ahead; where that is unknown, the walk goes ahead.
  ///
  /// The two are never in one direction, so that their signs do not cover each other.
  public func ways(looking heading: Double?) -> (on: Double, back: Double) {
    func way(_ neighbor: Neighbor?) -> Double? {
      guard let heading, let there = neighbor?.place, there != place else { return nil }
      return place.bearing(to: there) - heading
    }
    let known = way(previous)
    let on = way(next) ?? known.map { $0 + 180 } ?? 0
    let back = known ?? on + 180
    let angle = abs((back - on).remainder(dividingBy: 360))
    return (on, angle < StreetPicture.leastAngle ? on + 180 : back)
  }
}
