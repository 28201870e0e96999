import Glibc
import TravelModel

/// A line on the map, in pixels, along which a name is written.
nonisolated struct TextCourse: Sendable {
  /// The position of a letter: the middle of its baseline, and its clockwise rotation.
  struct Spot: Hashable, Sendable {
    var x: Double
    var y: Double
    /// The rotation, in radians.
    var angle: Double
  }

  /// The spots of letters along the line, and the sharpest bend between two of them, in radians.
  typealias Writing = (spots: [Spot], bend: Double)

  private let points: [WorldPoint]
  /// The distance of each point from the first one along the line.
  private let ways: [Double]

  /// The distance between samples of the line, in pixels.
  private static let step = 3.0
  /// The largest turn from one letter to the next, and of a whole name, in radians.
  private static let (sharpestTurn, widestTurn) = (0.36, 1.5)

  /// Scales a line of the world map to a world this many pixels wide; with 1, the line is in pixels
  /// already.
  init(_ line: [WorldPoint], worldSize: Double = 1) {
    points = line.map { $0 * worldSize }
    var ways = [0.0]
    ways.reserveCapacity(points.count)
    for (from, to) in zip(points, points.dropFirst()) {
      ways.append(ways.last! + hypot(to.x - from.x, to.y - from.y))
    }
    self.ways = ways
  }

  /// The length of the line, in pixels.
  var length: Double { ways.last! }

  /// The middles of the names on it: one for each `distance`, and at least one.
  func middles(every distance: Double) -> [Double] {
    let count = max(1, Int(length / distance))
    return (0..<count).map { (Double($0) + 0.5) * length / Double(count) }
  }

  /// The point at a distance along the line.
  func point(at way: Double) -> WorldPoint {
    let spot = spot(at: way)
    return WorldPoint(x: spot.x, y: spot.y)
  }

  /// The point at a distance along the line, and the line's direction there.
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

  /// Writes letters of some widths around a middle, so that they read from left to right; nil where
  /// the line is too short or turns too sharply.
  ///
  /// Bends shorter than `smoothing` pixels are smoothed out, and baselines are raised from the line
  /// by `lift`.
  func writing(
    _ widths: [Double], around middle: Double, smoothing: Double, lift: Double
  ) -> Writing? {
    let width = widths.reduce(0, +)
    guard width > 0 else { return nil }
    // A smoothed line is shorter than the original, if only a little.
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
    return TextCourse.writing(at: spots)
  }

  /// The writing of letters at some spots; nil if they would be unreadable.
  private static func writing(at spots: [Spot]) -> Writing? {
    var bend = 0.0
    var (least, most, turned) = (0.0, 0.0, 0.0)
    for (one, next) in zip(spots, spots.dropFirst()) {
      let turn = remainder(next.angle - one.angle, 2 * .pi)
      bend = max(bend, abs(turn))
      turned += turn
      (least, most) = (min(least, turned), max(most, turned))
    }
    return bend <= sharpestTurn && most - least <= widestTurn ? (spots, bend) : nil
  }

  /// Points of the line at equal distances, each the mean of its surroundings.
  private func smoothed(from first: Double, to last: Double, by smoothing: Double) -> [WorldPoint] {
    let count = max(3, Int((last - first) / TextCourse.step))
    var line = (0...count).map { point(at: first + (last - first) * Double($0) / Double(count)) }
    let window = max(0, Int(smoothing / TextCourse.step / 2))
    guard window > 0 else { return line }
    for _ in 0..<2 {
      line = line.indices.map { index in
        let reach = min(window, index, line.count - 1 - index)
        let around = line[index - reach...index + reach]
        return around.reduce(.zero, +) / Double(around.count)
      }
    }
    return line
  }
}
