import Atlas
import CCairo
import MapDrawing
import TravelModel

/// The shape of the country that contains a place, as far as it fits on a card.
struct Homeland {
  let name: String
  let detail: Detail
  /// Whether the country's largest piece is shown, and not just a distant island.
  let isWhole: Bool
  private let center: Coordinate
  /// The bounding box, in kilometres east and south of the centre.
  private let extent: LabelBox
  /// The shown pieces of land, by the ranges of their points.
  private let rings: Set<Range<Int>>

  /// The least outline that makes a shape: in kilometres, and in corners.
  private static let (leastSize, leastCorners) = (12.0, 20)
  /// Countries wider or higher than this, in widths of the world, are shown in less detail.
  private static let greatSize: Float = 0.06
  /// Islands smaller than this share of the largest piece do not enlarge the picture.
  private static let speck = 0.06
  /// The greatest gap between a part of a country and the rest: in kilometres, or as a share of the
  /// part's size.
  private static let (leastGap, gap) = (100.0, 0.1)

  /// Finds the shape of a country as seen from a place in it; nil if it has none.
  init?(of country: Int, at place: Coordinate, _ outlines: Outlines, _ languages: [String]) {
    let medium = outlines.shapes(.medium).land.first { $0.country == country }?.bounds
    let size = medium.map { max($0.maxX - $0.minX, $0.maxY - $0.minY) } ?? 0
    detail = size > Homeland.greatSize ? .medium : .fine
    let shapes = outlines.shapes(detail)
    // The largest is the first.
    let all = shapes.land.filter { $0.country == country }
    guard !all.isEmpty else { return nil }
    let here = Mercator.project(place)
    let (x, y) = (Float(here.x), Float(here.y))
    // The piece that the place is on may be far from the largest.
    let start = all.firstIndex {
      $0.bounds.minX <= x && x <= $0.bounds.maxX && $0.bounds.minY <= y && y <= $0.bounds.maxY
    }
    var pieces = Pieces(all, shapes, around: start ?? 0)
    if pieces.joined.contains(0) { pieces = Pieces(all, shapes, around: 0) }
    let greatest = pieces.joined.map { pieces.boxes[$0].longSide }.max()!
    extent = pieces.joined.map { pieces.boxes[$0] }
      .filter { $0.longSide >= Homeland.speck * greatest || $0 == start.map { pieces.boxes[$0] } }
      .reduce(nil) { $0?.union($1) ?? $1 }!
    guard extent.longSide >= Homeland.leastSize,
      pieces.joined.reduce(0, { $0 + all[$1].points.count }) >= Homeland.leastCorners
    else { return nil }
    rings = Set(pieces.joined.map { all[$0].points })
    isWhole = pieces.joined.contains(0)
    center = pieces.center
    name = outlines.countries[country].name(in: languages)
  }

  /// The projection that makes the country fill a box of a card.
  func projection(within room: LabelBox) -> Azimuthal {
    let scale = min(room.width / max(1, extent.width), room.height / max(1, extent.height))
    let middle = (
      x: room.x + room.width / 2 - (extent.x + extent.width / 2) * scale,
      y: room.y + room.height / 2 - (extent.y + extent.height / 2) * scale
    )
    return Azimuthal(
      .equidistant, around: center, at: middle, radius: scale * Coordinate.earthKilometres)
  }

  func addShape(in projection: Azimuthal, of shapes: MapShapes, to cairo: OpaquePointer) {
    projection.addLand(of: shapes, where: { rings.contains($0.points) }, to: cairo)
  }

  /// The pieces of a country, as seen from one of them.
  private struct Pieces {
    let center: Coordinate
    /// The bounding box of each, in kilometres from the centre.
    let boxes: [LabelBox]
    /// The first piece, and those connected to it by small gaps, but not those far across the sea.
    var joined: [Int]

    init(_ rings: [LandRing], _ shapes: MapShapes, around start: Int) {
      let bounds = rings[start].bounds
      center = Mercator.coordinate(
        at: WorldPoint(
          x: Double(bounds.minX + bounds.maxX) / 2, y: Double(bounds.minY + bounds.maxY) / 2))
      let projection = Azimuthal(
        .equidistant, around: center, at: (0, 0), radius: Coordinate.earthKilometres)
      boxes = rings.map { ring in
        let spots = shapes.points[ring.points].compactMap {
          projection.position(
            of: Mercator.coordinate(at: WorldPoint(x: Double($0.x), y: Double($0.y))))
        }
        let (xs, ys) = (spots.map(\.x), spots.map(\.y))
        let (west, north) = (xs.min() ?? 0, ys.min() ?? 0)
        return LabelBox(
          x: west, y: north, width: (xs.max() ?? 0) - west, height: (ys.max() ?? 0) - north)
      }
      joined = [start]
      var (whole, left) = (boxes[start], boxes.indices.filter { $0 != start })
      while true {
        let room = whole.with(margin: max(leastGap, gap * whole.longSide))
        let near = left.filter { boxes[$0].meets(room) }
        guard !near.isEmpty else { return }
        left.removeAll(where: near.contains)
        joined += near
        whole = near.reduce(whole) { $0.union(boxes[$1]) }
      }
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
