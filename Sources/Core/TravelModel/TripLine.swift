import Glibc

/// The line of a trip: great circles, the shortest ways over the Earth, from stop to stop.
public struct TripLine: Hashable, Sendable {
  public struct Leg: Hashable, Sendable {
    /// Places along the leg, so close together that straight lines between them look like it.
    public let places: [Coordinate]
    /// The same places on the map, each next to the one before, even across the date line.
    public let points: [WorldPoint]
    /// The length of the leg, in metres.
    public let length: Double
  }

  public let legs: [Leg]
  /// The length of the whole line, in metres.
  public let length: Double

  public init(through stops: [Coordinate]) {
    legs = zip(stops, stops.dropFirst()).map { Leg(from: $0, to: $1) }
    length = legs.reduce(0) { $0 + $1.length }
  }
}

extension TripLine.Leg {
  /// The greatest deviation of straight lines from the great circle, in widths of the world.
  private static let tolerance = 1e-6
  /// The longest straight line, in radians: on a globe, longer ones would go through the Earth.
  private static let longest = 3.0 * .pi / 180
  private static let halvings = 12

  init(from start: Coordinate, to end: Coordinate) {
    length = start.distance(to: end)
    let angle = length / Coordinate.earthRadius
    let frame = SphereFrame(center: start)
    // To the antipode all ways are equally long, so this one is over the pole.
    let bearing = angle > .pi - 1e-7 ? 0 : start.bearing(to: end)
    var places = [start]
    func add(
      from one: Coordinate, at first: Double, to other: Coordinate, at last: Double, _ depth: Int
    ) {
      let middle = frame.coordinate(bearing: bearing, distance: angle * (first + last) / 2)
      let needsMore =
        angle * (last - first) > Self.longest || Self.bend(one, middle, other) > Self.tolerance
      if needsMore, depth < Self.halvings {
        add(from: one, at: first, to: middle, at: (first + last) / 2, depth + 1)
        add(from: middle, at: (first + last) / 2, to: other, at: last, depth + 1)
      } else {
        places.append(other)
      }
    }
    if start != end { add(from: start, at: 0, to: end, at: 1, 0) }
    self.places = places
    var points: [WorldPoint] = []
    for place in places {
      let point = Mercator.project(place)
      points.append(points.last.map(point.nearest(to:)) ?? point)
    }
    self.points = points
  }

  /// The distance on the map between a place and the midpoint of two others.
  private static func bend(_ one: Coordinate, _ middle: Coordinate, _ other: Coordinate) -> Double {
    let start = Mercator.project(one)
    let half = (start + Mercator.project(other).nearest(to: start)) / 2
    let way = Mercator.project(middle).nearest(to: half) - half
    return hypot(way.x, way.y)
  }
}
