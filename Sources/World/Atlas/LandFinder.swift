import Glibc
import TravelModel

/// Finds the piece of land that contains a place, or is near it.
struct LandFinder: Sendable {
  let shapes: MapShapes

  /// How far from a coast a place still belongs to the land, in kilometres.
  private static let reach = 5.0
  private static let equator = 40075.0

  /// The smallest ring that contains a point.
  func ring(at point: WorldPoint) -> Int? {
    // A point on the map's edge counts as just inside.
    let point = WorldPoint(x: min(point.x, 1 - 0x1p-24), y: min(point.y, 1 - 0x1p-23))
    let spot = MapPoint(x: Float(point.x), y: Float(point.y))
    // The rings are sorted by size: a later one that contains the point is an enclave.
    return shapes.land.lastIndex { ring in
      guard ring.bounds.contains(spot) else { return false }
      var isInside = false
      shapes.forEachEdge(of: ring, where: { $0.minY <= spot.y && spot.y <= $0.maxY }) {
        if $0.isEast(of: point) { isInside.toggle() }
      }
      return isInside
    }
  }

  /// The ring with the nearest edge within `reach`, if any.
  func ring(near point: WorldPoint, latitude coordinate: Coordinate) -> Int? {
    let shrink = max(0.05, cos(coordinate.latitude * .pi / 180))
    let reach = LandFinder.reach / LandFinder.equator / shrink
    var nearest: (ring: Int, square: Double)?
    for x in [point.x, point.x + 1, point.x - 1] {
      let box = MapBounds(
        minX: Float(x - reach), minY: Float(point.y - reach), maxX: Float(x + reach),
        maxY: Float(point.y + reach))
      for (number, ring) in shapes.land.enumerated() where ring.bounds.meets(box) {
        shapes.forEachEdge(of: ring, where: box.meets) {
          let square = $0.way(from: point).square
          if square < nearest?.square ?? (reach * reach) { nearest = (number, square) }
        }
      }
    }
    return nearest?.ring
  }
}
