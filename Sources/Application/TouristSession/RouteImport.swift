import Glibc
import PlaceFiles
import TravelModel

/// Chooses the stops of a path in a file.
///
/// The points of a route, or of a line that somebody has drawn, are stops. A track is thousands of
/// points that nobody has chosen: its stops are its ends and the file's places along it.
struct PathStops {
  let places: [Coordinate]
  /// Whether points were left out.
  let isThinned: Bool

  /// A route with more points than this is the course of a road.
  private static let longestRoute = 500
  /// A line with more points than this is a track.
  private static let longestLine = 50
  /// The greatest distance of a place along a track, in metres.
  private static let reach = 200.0
  /// The most pairs of a point and a place that are compared: more take too long.
  private static let mostPairs = 20_000_000

  init(
    of path: PlaceList.Path, among places: [PlaceList.Place], goesOn: () -> Bool
  ) throws(PlaceFileError) {
    let limit = path.isRoute ? PathStops.longestRoute : PathStops.longestLine
    isThinned = path.points.count > limit
    guard isThinned, let first = path.points.first, let last = path.points.last else {
      self.places = path.points
      return
    }
    var passed: [(way: Int, place: Coordinate)] = []
    let near = PathStops.surroundings(of: path.points)
    let places = places.map(\.coordinate).filter { $0 != first && $0 != last && near($0) }
    if path.points.count <= PathStops.mostPairs / max(1, places.count) {
      for place in places {
        guard goesOn() else { throw .cancelled }
        var nearest = (way: 0, distance: Double.infinity)
        for way in path.points.indices.dropLast() {
          let distance = PathStops.distance(of: place, path.points, way)
          if distance < nearest.distance { nearest = (way, distance) }
        }
        if nearest.distance <= PathStops.reach { passed.append((nearest.way, place)) }
      }
    }
    self.places = [first] + passed.sorted { $0.way < $1.way }.map(\.place) + [last]
  }

  /// Returns a test for places in the bounding box of a track; most places of a file are far from
  /// it.
  private static func surroundings(of points: [Coordinate]) -> (Coordinate) -> Bool {
    let east = points[0].degreesEast(to:)
    let (all, ways) = (points.map(\.latitude), points.map(east))
    let (south, north, west, far) = (all.min()!, all.max()!, ways.min()!, ways.max()!)
    let margin = reach / Coordinate.degree
    // Near the poles all longitudes are near each other.
    let narrow = cos((max(abs(south), abs(north)) + margin) * .pi / 180)
    let margins = (latitude: margin, longitude: margin / max(0.001, narrow))
    let (latitudes, longitudes) = (
      (south - margins.latitude)...(north + margins.latitude),
      (west - margins.longitude)...(far + margins.longitude)
    )
    return { latitudes.contains($0.latitude) && longitudes.contains(east($0)) }
  }

  /// The distance of a place from the segment between a point and the next, in metres, if it is
  /// near.
  private static func distance(
    of place: Coordinate, _ points: [Coordinate], _ index: Int
  ) -> Double {
    // A flat projection around the place is exact enough here.
    let (start, end) = (points[index], points[index + 1])
    let (one, other) = (start.metres(from: place), end.metres(from: place))
    let (x, y) = (other.east - one.east, other.north - one.north)
    let square = x * x + y * y
    let share = square > 0 ? min(1, max(0, -(one.east * x + one.north * y) / square)) : 0
    let (nearX, nearY) = (one.east + share * x, one.north + share * y)
    return (nearX * nearX + nearY * nearY).squareRoot()
  }
}
