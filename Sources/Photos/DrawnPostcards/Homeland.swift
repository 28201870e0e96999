import Atlas
import MapDrawing
import TravelModel

/// The country that a place belongs to, as far as it fits on one card.
struct Homeland {
  let name: String
  let country: Int
  let center: Coordinate
  /// What is around it, in kilometres to the east and south of the centre.
  let extent: LabelBox
  let detail: Detail
  /// Tells whether the country's largest piece is shown, and not an island far from it alone.
  let isWhole: Bool
  /// The pieces of land that are shown, by their points.
  let rings: Set<Range<Int>>

  /// An outline with less than these is no shape: in kilometres, and in corners.
  private static let (leastSize, leastCorners) = (12.0, 20)
  /// Countries wider or higher than this, in widths of the world, are shown in less detail.
  private static let greatSize: Float = 0.06
  /// Islands smaller than this part of the largest do not make the picture wider.
  private static let speck = 0.06
  /// How far from the rest of the country a part of it may be: in kilometres, or by its size.
  private static let (leastGap, gap) = (100.0, 0.1)

  /// Finds the country of a place; nil where there is none, or none that has a shape.
  init?(_ scene: Scene) {
    guard let outlines = scene.outlines, let country = scene.home else { return nil }
    let medium = outlines.shapes(.medium).land.first { $0.country == country }?.bounds
    let isGreat = medium.map {
      max($0.maxX - $0.minX, $0.maxY - $0.minY) > Homeland.greatSize
    }
    detail = isGreat == true ? .medium : .fine
    let shapes = outlines.shapes(detail)
    let all = shapes.land.filter { $0.country == country }
    let here = Mercator.project(scene.coordinate)
    let (x, y) = (Float(here.x), Float(here.y))
    // The largest piece, or the piece that the place is on: that may be far from it.
    let start = all.firstIndex {
      $0.bounds.minX <= x && x <= $0.bounds.maxX && $0.bounds.minY <= y && y <= $0.bounds.maxY
    }
    guard !all.isEmpty else { return nil }
    var center = Homeland.center(of: all[start ?? 0])
    var boxes = Homeland.boxes(all, shapes, around: center)
    var joined = Homeland.join(boxes, start: start ?? 0)
    if let largest = joined.min(), largest != start ?? 0 {
      center = Homeland.center(of: all[largest])
      boxes = Homeland.boxes(all, shapes, around: center)
      joined = Homeland.join(boxes, start: largest)
    }
    let greatest = joined.map { boxes[$0].longSide }.max() ?? 0
    extent =
      joined.filter { boxes[$0].longSide >= Homeland.speck * greatest || $0 == start }
      .map { boxes[$0] }.reduce(nil) { $0?.union($1) ?? $1 } ?? boxes[0]
    rings = Set(joined.map { all[$0].points })
    isWhole = joined.contains(0)
    guard extent.longSide >= Homeland.leastSize,
      joined.reduce(0, { $0 + all[$1].points.count }) >= Homeland.leastCorners
    else { return nil }
    self.country = country
    self.center = center
    name = outlines.countries[country].name(in: scene.languages)
  }

  /// Where on a card the country is that fills some room.
  func projection(within room: LabelBox) -> Azimuthal {
    let scale = min(room.width / max(1, extent.width), room.height / max(1, extent.height))
    let middle = (
      x: room.x + room.width / 2 - (extent.x + extent.width / 2) * scale,
      y: room.y + room.height / 2 - (extent.y + extent.height / 2) * scale
    )
    return Azimuthal(
      .equidistant, around: center, at: middle, radius: scale * Coordinate.earthKilometres)
  }
}

extension Homeland {
  private static func center(of ring: LandRing) -> Coordinate {
    Mercator.coordinate(
      at: WorldPoint(
        x: Double(ring.bounds.minX + ring.bounds.maxX) / 2,
        y: Double(ring.bounds.minY + ring.bounds.maxY) / 2))
  }

  /// What is around each ring, in kilometres from a centre.
  private static func boxes(
    _ rings: [LandRing], _ shapes: MapShapes, around center: Coordinate
  ) -> [LabelBox] {
    let projection = Azimuthal(
      .equidistant, around: center, at: (0, 0), radius: Coordinate.earthKilometres)
    return rings.map { ring in
      var (west, north) = (Double.infinity, Double.infinity)
      var (east, south) = (-Double.infinity, -Double.infinity)
      for point in shapes.points[ring.points] {
        let coordinate = Mercator.coordinate(
          at: WorldPoint(x: Double(point.x), y: Double(point.y)))
        guard let spot = projection.position(of: coordinate) else { continue }
        (west, east) = (min(west, spot.x), max(east, spot.x))
        (north, south) = (min(north, spot.y), max(south, spot.y))
      }
      return LabelBox(x: west, y: north, width: east - west, height: south - north)
    }
  }

  /// Joins what lies near, and what is near to that, but not what is far across the sea.
  private static func join(_ boxes: [LabelBox], start: Int) -> [Int] {
    var whole = boxes[start]
    var indices = [start]
    var left = boxes.indices.filter { $0 != start }
    while true {
      let gap = max(leastGap, gap * max(whole.width, whole.height))
      let room = LabelBox(
        x: whole.x - gap, y: whole.y - gap, width: whole.width + 2 * gap,
        height: whole.height + 2 * gap)
      let near = left.filter { boxes[$0].meets(room) }
      guard !near.isEmpty else { return indices }
      left.removeAll { boxes[$0].meets(room) }
      indices += near
      whole = near.reduce(whole) { $0.union(boxes[$1]) }
    }
  }
}

extension LabelBox {
  fileprivate var longSide: Double { max(width, height) }

  fileprivate func union(_ other: LabelBox) -> LabelBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return LabelBox(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
