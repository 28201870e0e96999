import Glibc
import TravelModel

/// The path from one view of the map to one beyond its edge: up, along, and down again.
///
/// It is the path of van Wijk and Nuij ("Smooth and efficient zooming and panning", 2003), on which
/// the scenery passes at an even pace.
nonisolated struct MapFlight: Sendable {
  /// The length of the path, which measures panning in windows and zooming in levels.
  let length: Double

  private let start: MapView
  private let end: MapView
  /// The window's width at the start and the distance to the end, in widths of the world.
  private let window: Double
  private let distance: Double
  /// The parameter of the curve at the start.
  private let first: Double

  /// How much the path rises for a distance (ρ in the paper); 1.42 is what its readers liked best.
  private static let rise = 1.42
  /// A distance shorter than this, in windows, is not flown.
  private static let shortest = 1.0

  /// Finds the path for a window of a width in pixels; nil if the end can be seen from the
  /// start, or the start from the end.
  init?(from start: MapView, to end: MapView, width: Double) {
    let from = Mercator.project(start.center)
    let way = Mercator.project(end.center).nearest(to: from) - from
    let distance = hypot(way.x, way.y)
    let (window, last) = (width / start.worldSize, width / end.worldSize)
    guard width > 0, distance > MapFlight.shortest * max(window, last) else { return nil }
    let square = MapFlight.rise * MapFlight.rise
    func angle(_ sign: Double, _ width: Double) -> Double {
      let change = last * last - window * window
      let share =
        (change + sign * square * square * distance * distance) / (2 * width * square * distance)
      return -asinh(share)
    }
    let (first, second) = (angle(1, window), angle(-1, last))
    (self.start, self.end, self.window, self.distance) = (start, end, window, distance)
    self.first = first
    length = (second - first) / MapFlight.rise
  }

  /// The zoom after a share of the path's length, and the share of the distance passed.
  func point(at progress: Double) -> (zoom: Double, share: Double) {
    if progress >= 1 { return (end.zoom, 1) }
    let angle = MapFlight.rise * length * progress + first
    let way = window / (MapFlight.rise * MapFlight.rise) * (cosh(first) * tanh(angle) - sinh(first))
    return (start.zoom + log2(cosh(angle) / cosh(first)), way / distance)
  }
}
