import Glibc
import PlaceFiles
import TravelModel

/// Finds the stops of a path of a file.
///
/// The points of a route are stops, and so are those of a line that somebody has drawn. A track is
/// thousands of points that nobody has chosen: its stops are its ends, and between them the places of
/// the file that it passes.
struct PathStops {
  /// The stops in their order.
  let places: [Coordinate]
  /// Whether points were left out.
  let isThinned: Bool

  /// A route with more points is the course of a road.
  private static let longestRoute = 500
  /// A line with more points is a track.
  private static let longestLine = 50
  /// How near, in metres, a track comes to the places along it.
  private static let reach = 200.0
  /// More pairs of points and places take too long to compare.
  private static let mostPairs = 20_000_000

  init(of path: PlaceList.Path, among places: [PlaceList.Place]) {
    let limit = path.isRoute ? PathStops.longestRoute : PathStops.longestLine
    isThinned = path.points.count > limit
    guard isThinned, let first = path.points.first, let last = path.points.last else {
      self.places = path.points
      return
    }
    var passed: [(way: Int, place: Coordinate)] = []
    if path.points.count <= PathStops.mostPairs / max(1, places.count) {
      for place in places where place.coordinate != first && place.coordinate != last {
        let nearest = path.points.indices.dropLast().min {
          PathStops.distance(of: place.coordinate, path.points, $0)
            < PathStops.distance(of: place.coordinate, path.points, $1)
        }
        guard let nearest,
          PathStops.distance(of: place.coordinate, path.points, nearest) <= PathStops.reach
        else { continue }
        passed.append((nearest, place.coordinate))
      }
    }
    self.places = [first] + passed.sorted { $0.way < $1.way }.map(\.place) + [last]
  }

  /// How far a place is from the line between a point and the next one, in metres, if that is near.
  private static func distance(
    of place: Coordinate, _ points: [Coordinate], _ index: Int
  ) -> Double {
    // A flat map around the place is exact enough where that matters.
    let degree = 111_195.0
    let (start, end) = (points[index], points[index + 1])
    let narrow = cos(place.latitude * .pi / 180)
    func flat(_ point: Coordinate) -> (x: Double, y: Double) {
      var east = point.longitude - place.longitude
      if east > 180 { east -= 360 } else if east < -180 { east += 360 }
      return (east * degree * narrow, (point.latitude - place.latitude) * degree)
    }
    let (one, other) = (flat(start), flat(end))
    let (x, y) = (other.x - one.x, other.y - one.y)
    let square = x * x + y * y
    let share = square > 0 ? min(1, max(0, -(one.x * x + one.y * y) / square)) : 0
    let (nearX, nearY) = (one.x + share * x, one.y + share * y)
    return (nearX * nearX + nearY * nearY).squareRoot()
  }
}
