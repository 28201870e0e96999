import TravelModel

/// Leaves out points of a line that are within a tolerance of the simplified line
/// (Douglas-Peucker).
func simplified(_ line: [WorldPoint], tolerance: Double) -> [WorldPoint] {
  var isKept = [Bool](repeating: false, count: line.count)
  isKept[0] = true
  isKept[line.count - 1] = true
  var spans = [(0, line.count - 1)]
  if line[0] == line[line.count - 1] {
    // A closed line has no direction; its farthest point gives it one.
    let farthest = line.indices.max { line[$0].square(to: line[0]) < line[$1].square(to: line[0]) }!
    isKept[farthest] = true
    spans = [(0, farthest), (farthest, line.count - 1)]
  }
  while let (first, last) = spans.popLast() {
    guard last - first > 1 else { continue }
    var (worst, distance) = (first, 0.0)
    for place in (first + 1)..<last {
      let square = line[place].square(toLineFrom: line[first], to: line[last])
      if square > distance { (worst, distance) = (place, square) }
    }
    guard distance > tolerance * tolerance else { continue }
    isKept[worst] = true
    spans += [(first, worst), (worst, last)]
  }
  return line.indices.filter { isKept[$0] }.map { line[$0] }
}

extension WorldPoint {
  fileprivate func square(to other: WorldPoint) -> Double {
    (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
  }

  func square(toLineFrom one: WorldPoint, to other: WorldPoint) -> Double {
    let along = WorldPoint(x: other.x - one.x, y: other.y - one.y)
    let length = along.x * along.x + along.y * along.y
    guard length > 0 else { return square(to: one) }
    let part = ((x - one.x) * along.x + (y - one.y) * along.y) / length
    return square(to: one + Swift.min(1, Swift.max(0, part)) * along)
  }
}
