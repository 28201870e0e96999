import Glibc
import TravelModel

/// The way from one view of the map to one beyond its edge: up, along, and down again.
///
/// It is the path of van Wijk and Nuij ("Smooth and efficient zooming and panning", 2003), on which
/// what is seen passes by evenly.
nonisolated struct MapFlight: Sendable {
  /// How far it is, in windows that pass by and levels of zoom alike.
  let length: Double

  private let start: MapView
  private let end: MapView
  /// How wide the window is at the start, and how far away the end, in widths of the world.
  private let window: Double
  private let distance: Double
  /// Where on the curve of the path it begins.
  private let first: Double

  /// How much higher it rises for the same distance; what people like best, as was found.
  private static let rise = 1.42
  /// Nearer than so many windows there is nothing to fly over.
  private static let shortest = 1.0

  /// Finds the way for a window of a width, in pixels; nil where the end can be seen from the start or
  /// the start from the end.
  init?(from start: MapView, to end: MapView, width: Double) {
    let (from, to) = (Mercator.project(start.center), Mercator.project(end.center))
    let east = to.x - from.x
    let distance = hypot(east - east.rounded(), to.y - from.y)
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

  /// The zoom after a part of the way, and what part of the distance lies behind.
  func point(at progress: Double) -> (zoom: Double, share: Double) {
    if progress >= 1 { return (end.zoom, 1) }
    let angle = MapFlight.rise * length * progress + first
    let way =
      window / (MapFlight.rise * MapFlight.rise) * (cosh(first) * tanh(angle) - sinh(first))
    return (start.zoom + log2(cosh(angle) / cosh(first)), way / distance)
  }
}
