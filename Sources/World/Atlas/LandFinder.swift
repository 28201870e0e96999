import Glibc
import TravelModel

/// Finds the ring that contains a point, by dividing the map into horizontal bands.
struct LandFinder: Sendable {
  private let shapes: MapShapes
  /// For each band, the index of its first run; it ends where the next band begins.
  private let bandStarts: [Int32]
  private let runs: [Run]

  /// Consecutive edges of a ring that touch a band.
  private struct Run: Sendable {
    let ring: Int32
    /// The first point of the first edge, and the last point of the last.
    let first: Int32
    var last: Int32
  }

  /// The number of bands, about 40 km high at the equator.
  private static let bandCount = 1024
  /// How far from a coast a place still belongs to it, in kilometres.
  private static let reach = 5.0
  private static let equator = 40075.0

  init(_ shapes: MapShapes) {
    self.shapes = shapes
    var found: [(band: Int32, run: Run)] = []
    var latest = [Int32](repeating: -1, count: LandFinder.bandCount)
    for (number, ring) in shapes.land.enumerated() {
      for point in ring.points.dropLast() {
        let bands = LandFinder.bands(shapes.points[point].y, shapes.points[point + 1].y)
        for band in bands {
          let run = Int(latest[band])
          if run >= 0, found[run].run.ring == number, found[run].run.last == point {
            found[run].run.last = Int32(point + 1)
          } else {
            latest[band] = Int32(found.count)
            found.append(
              (Int32(band), Run(ring: Int32(number), first: Int32(point), last: Int32(point + 1))))
          }
        }
      }
    }
    // A counting sort by band keeps the order of the rings within each.
    var starts = [Int32](repeating: 0, count: LandFinder.bandCount + 1)
    for entry in found { starts[Int(entry.band) + 1] += 1 }
    for band in 0..<LandFinder.bandCount { starts[band + 1] += starts[band] }
    bandStarts = starts
    var sorted = found.map(\.run)
    for entry in found {
      sorted[Int(starts[Int(entry.band)])] = entry.run
      starts[Int(entry.band)] += 1
    }
    runs = sorted
  }

  /// The smallest ring that contains a point.
  func ring(at point: WorldPoint) -> Int? {
    // A point on the map's edge counts as just inside.
    let y = Float(min(point.y, 1 - 0x1p-23))
    let x = Float(min(point.x, 1 - 0x1p-24))
    let band = LandFinder.bands(y, y).lowerBound
    var result: Int?
    var (current, isInside) = (-1, false)
    for run in runs[Int(bandStarts[band])..<Int(bandStarts[band + 1])] {
      if run.ring != current {
        // The rings are sorted by size: a later one that contains the point is an enclave.
        if isInside { result = current }
        (current, isInside) = (Int(run.ring), false)
      }
      let bounds = shapes.land[current].bounds
      guard bounds.minX <= x, x <= bounds.maxX, bounds.minY <= y, y <= bounds.maxY else {
        continue
      }
      for edge in Int(run.first)..<Int(run.last) {
        let (from, to) = (shapes.points[edge], shapes.points[edge + 1])
        guard (from.y > y) != (to.y > y) else { continue }
        let part = Double(y - from.y) / Double(to.y - from.y)
        if point.x < Double(from.x) + part * Double(to.x - from.x) { isInside.toggle() }
      }
    }
    return isInside ? current : result
  }

  /// The ring with the nearest edge within `reach`, if any.
  func ring(near point: WorldPoint, latitude coordinate: Coordinate) -> Int? {
    let shrink = max(0.05, cos(coordinate.latitude * .pi / 180))
    let reach = LandFinder.reach / LandFinder.equator / shrink
    var nearest: (ring: Int, distance: Double)?
    for shift in [0.0, 1, -1] {
      let x = point.x + shift
      guard x > -reach, x < 1 + reach else { continue }
      let box = MapBounds(
        minX: Float(x - reach), minY: Float(point.y - reach), maxX: Float(x + reach),
        maxY: Float(point.y + reach))
      let bands = LandFinder.bands(box.minY, box.maxY)
      for run in runs[Int(bandStarts[bands.lowerBound])..<Int(bandStarts[bands.upperBound + 1])]
      where shapes.land[Int(run.ring)].bounds.meets(box) {
        for edge in Int(run.first)..<Int(run.last) {
          let distance = distance(
            from: WorldPoint(x: x, y: point.y), toEdge: edge, box)
          if distance < nearest?.distance ?? (reach * reach) {
            nearest = (Int(run.ring), distance)
          }
        }
      }
    }
    return nearest?.ring
  }

  /// The square of the distance to an edge; infinity if the edge is outside the box.
  private func distance(from point: WorldPoint, toEdge edge: Int, _ box: MapBounds) -> Double {
    let (from, to) = (shapes.points[edge], shapes.points[edge + 1])
    guard min(from.x, to.x) <= box.maxX, max(from.x, to.x) >= box.minX,
      min(from.y, to.y) <= box.maxY, max(from.y, to.y) >= box.minY
    else { return .infinity }
    let along = (x: Double(to.x) - Double(from.x), y: Double(to.y) - Double(from.y))
    let offset = (x: point.x - Double(from.x), y: point.y - Double(from.y))
    let square = along.x * along.x + along.y * along.y
    let dot = offset.x * along.x + offset.y * along.y
    let part = square > 0 ? min(1, max(0, dot / square)) : 0
    let (dx, dy) = (offset.x - part * along.x, offset.y - part * along.y)
    return dx * dx + dy * dy
  }

  private static func bands(_ one: Float, _ other: Float) -> ClosedRange<Int> {
    let (low, high) = one < other ? (one, other) : (other, one)
    return band(low)...band(high)
  }

  private static func band(_ y: Float) -> Int {
    min(bandCount - 1, max(0, Int(y * Float(bandCount))))
  }
}
