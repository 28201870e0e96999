import Glibc

/// A point of the square web map of the world: (0, 0) is its north-west corner, (1, 1) its
/// south-east one.
///
/// `x` says how far east it is, in widths of the world, and `y` how far south. `x` may be outside
/// 0..<1: the map repeats itself to both sides, and a point keeps its copy.
public typealias WorldPoint = SIMD2<Double>

extension WorldPoint {
  /// The copy of the point that is nearest to another one: the short way there may cross the date
  /// line.
  public func nearest(to other: WorldPoint) -> WorldPoint {
    WorldPoint(x: x + turns(to: other), y: y)
  }

  /// How many worlds that copy is further east.
  public func turns(to other: WorldPoint) -> Double { (other.x - x).rounded() }
}

extension ClosedRange<Double> {
  /// The copies of a part of the map, east to west, that meet this one: how many worlds each is
  /// further east.
  public func copies(of part: ClosedRange<Double>) -> Range<Int> {
    let first = Int((lowerBound - part.upperBound).rounded(.up))
    let last = Int((upperBound - part.lowerBound).rounded(.down))
    return first..<Swift.max(first, last + 1)
  }
}

public enum Mercator {
  /// The latitude at which the square map ends.
  public static let maximumLatitude = 85.0511287798

  /// Projects a coordinate; latitudes beyond the map's edge are drawn at the edge.
  public static func project(_ coordinate: Coordinate) -> WorldPoint {
    let latitude = min(maximumLatitude, max(-maximumLatitude, coordinate.latitude))
    let sine = sin(latitude * .pi / 180)
    let y = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
    return WorldPoint(x: coordinate.longitude / 360 + 0.5, y: min(1, max(0, y)))
  }

  /// The coordinate at a point in any copy of the world; points beyond the edge count as the edge.
  public static func coordinate(at point: WorldPoint) -> Coordinate {
    let y = min(1, max(0, point.y.isFinite ? point.y : 0.5))
    let latitude = atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi
    let x = point.x.isFinite ? point.x : 0.5
    return Coordinate(
      clampedLatitude: min(maximumLatitude, max(-maximumLatitude, latitude)),
      wrappedLongitude: (x - 0.5) * 360)
  }
}
