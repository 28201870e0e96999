import Glibc
import TravelModel

/// A line on the map, in pixels, along which a name is written.
nonisolated struct TextCourse: Sendable {
  /// Where a letter stands: the middle of its foot, and how far it is turned clockwise.
  struct Spot: Hashable, Sendable {
    var x: Double
    var y: Double
    /// In radians.
    var angle: Double
  }

  /// A name written along the line.
  struct Writing: Sendable {
    let spots: [Spot]
    /// How much it bends, in radians from letter to letter: the sharpest turn.
    let bend: Double

    /// Takes letters where they stand; nil where they could not be read so.
    fileprivate init?(_ spots: [Spot]) {
      self.spots = spots
      var bend = 0.0
      var (least, most, turned) = (0.0, 0.0, 0.0)
      for (one, next) in zip(spots, spots.dropFirst()) {
        let turn = remainder(next.angle - one.angle, 2 * .pi)
        bend = max(bend, abs(turn))
        turned += turn
        (least, most) = (min(least, turned), max(most, turned))
      }
      guard bend <= TextCourse.sharpestTurn, most - least <= TextCourse.widestTurn else {
        return nil
      }
      self.bend = bend
    }
  }

  private let points: [WorldPoint]
  /// How far each point is from the first one, along the line.
  private let ways: [Double]

  /// How far apart the line is looked at, in pixels.
  private static let step = 3.0
  /// Letters that turn more from one to the next, or all together, cannot be read; in radians.
  private static let (sharpestTurn, widestTurn) = (0.36, 1.5)

  /// Takes a line of the world map as it is drawn in a world of so many pixels; without them, of pixels.
  init(_ line: [WorldPoint], worldSize: Double = 1) {
    points = line.map { WorldPoint(x: $0.x * worldSize, y: $0.y * worldSize) }
    var ways = [0.0]
    ways.reserveCapacity(points.count)
    for (from, to) in zip(points, points.dropFirst()) {
      ways.append(ways.last! + hypot(to.x - from.x, to.y - from.y))
    }
    self.ways = ways
  }

  /// In pixels.
  var length: Double { ways.last! }

  /// Where the names on it have their middles: as often as there is one for each `distance`, and
  /// at least one.
  func middles(every distance: Double) -> [Double] {
    let count = max(1, Int(length / distance))
    return (0..<count).map { (Double($0) + 0.5) * length / Double(count) }
  }

  /// The point that is so far along the line.
  func point(at way: Double) -> WorldPoint {
    let spot = spot(at: way)
    return WorldPoint(x: spot.x, y: spot.y)
  }

  /// The same point, and how the line runs there.
  private func spot(at way: Double) -> Spot {
    var (low, high) = (1, ways.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ways[middle] < way { low = middle + 1 } else { high = middle }
    }
    let (from, to) = (points[low - 1], points[low])
    let span = ways[low] - ways[low - 1]
    let part = span > 0 ? min(1, max(0, (way - ways[low - 1]) / span)) : 0
    return Spot(
      x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part,
      angle: atan2(to.y - from.y, to.x - from.x))
  }

  /// Writes letters of some widths with their middle so far along the line, so that they are read
  /// from left to right; nil where the line is too short or turns too sharply.
  ///
  /// What is shorter than `smoothing` pixels in the line's course is passed over, and the letters'
  /// feet are raised from the line by `lift`.
  func writing(
    _ widths: [Double], around middle: Double, smoothing: Double, lift: Double
  ) -> Writing? {
    let width = widths.reduce(0, +)
    guard width > 0 else { return nil }
    // A smoothed line is shorter than the line, and one of a few points a little.
    let reach = smoothing > 0 ? width * 0.75 + smoothing : width * 0.55
    var line = smoothed(
      from: max(0, middle - reach), to: min(length, middle + reach), by: smoothing)
    let (first, last) = (line[0], line[line.count - 1])
    // Steep names are read upwards.
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    if abs(dx) < 0.1 * abs(dy) ? dy > 0 : dx < 0 { line.reverse() }
    let course = TextCourse(line)
    var place = (course.length - width) / 2
    guard place >= 0 else { return nil }
    var spots: [Spot] = []
    for width in widths {
      var spot = course.spot(at: place + width / 2)
      spot.x += sin(spot.angle) * lift
      spot.y -= cos(spot.angle) * lift
      spots.append(spot)
      place += width
    }
    return Writing(spots)
  }

  /// The line's points at equal distances, each the mean of those around.
  private func smoothed(from first: Double, to last: Double, by smoothing: Double) -> [WorldPoint] {
    let count = max(3, Int((last - first) / TextCourse.step))
    var line = (0...count).map { point(at: first + (last - first) * Double($0) / Double(count)) }
    let window = max(0, Int(smoothing / TextCourse.step / 2))
    guard window > 0 else { return line }
    for _ in 0..<2 {
      line = line.indices.map { index in
        let reach = min(window, index, line.count - 1 - index)
        var sum = WorldPoint(x: 0, y: 0)
        for other in index - reach...index + reach {
          sum.x += line[other].x
          sum.y += line[other].y
        }
        let parts = Double(2 * reach + 1)
        return WorldPoint(x: sum.x / parts, y: sum.y / parts)
      }
    }
    return line
  }
}
