/// A point of the world map: x to the east, y to the south, both in 0...1.
///
/// Half the size of a `WorldPoint`, and as exact as the outlines.
public struct MapPoint: Hashable, Sendable {
  public var x: Float
  public var y: Float
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// An axis-aligned rectangle on the map.
public struct MapBounds: Hashable, Sendable {
  public var minX: Float
  public var minY: Float
  public var maxX: Float
  public var maxY: Float

  public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// The bounds of some points, at least one.
  init(around points: ArraySlice<MapPoint>) {
    let first = points[points.startIndex]
    self.init(minX: first.x, minY: first.y, maxX: first.x, maxY: first.y)
    for point in points {
      if point.x < minX { minX = point.x }
      if point.x > maxX { maxX = point.x }
      if point.y < minY { minY = point.y }
      if point.y > maxY { maxY = point.y }
    }
  }

  /// Whether two rectangles overlap or touch.
  public func meets(_ other: MapBounds) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  package func contains(_ other: MapBounds) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  func contains(_ point: MapPoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }

  func union(_ other: MapBounds) -> MapBounds {
    MapBounds(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
}

public enum BorderKind: UInt8, Sendable {
  /// An undisputed border between countries.
  case country
  /// A border of a territory that several countries claim.
  case disputed
  /// A border between states or provinces of a large country.
  case region
}

/// The closed outline of one piece of land of one country; its last point is its first.
///
/// All rings have the same winding, so that many of them fill one path without seams. Enclaves of
/// other countries are later rings in the list; lakes are left out.
public struct LandRing: Sendable {
  public let bounds: MapBounds
  /// The indices of its points in `MapShapes.points`.
  public let points: Range<Int>
  /// The index of its country in `Outlines.countries`.
  public let country: Int
}

/// A part of a coast or of a border.
public struct MapLine: Sendable {
  public let bounds: MapBounds
  /// The indices of its points in `MapShapes.points`.
  public let points: Range<Int>
  /// The kind of border; nil for a coast.
  public let kind: BorderKind?
}

/// The world's outlines at one level of detail.
///
/// Neighbours share the points of their border. Where the map is cut, at the date line and at its
/// southern edge, a ring has an edge, but there is no line.
public struct MapShapes: Sendable {
  /// The points of all rings and lines.
  public let points: [MapPoint]
  /// The land, the largest pieces first.
  public let land: [LandRing]
  /// Coasts and borders, each once.
  public let lines: [MapLine]
  /// The bounds of each run of `blockLength` points and the next one, so that distant points are
  /// skipped in blocks.
  private let blocks: [MapBounds]

  private static let blockLength = 32

  init(points: [MapPoint], land: [LandRing], lines: [MapLine]) {
    (self.points, self.land, self.lines) = (points, land, lines)
    blocks = stride(from: 0, to: points.count, by: MapShapes.blockLength).map {
      MapBounds(around: points[$0..<min(points.count, $0 + MapShapes.blockLength + 1)])
    }
  }

  /// Visits the edges of a ring, except those of blocks whose bounds do not matter.
  func forEachEdge(
    of ring: LandRing, where matters: (MapBounds) -> Bool, _ body: (MapEdge) -> Void
  ) {
    var place = ring.points.lowerBound
    let last = ring.points.upperBound - 1
    while place < last {
      let block = place / MapShapes.blockLength
      let end = min(last, (block + 1) * MapShapes.blockLength)
      if matters(blocks[block]) {
        for point in place..<end { body(MapEdge(from: points[point], to: points[point + 1])) }
      }
      place = end
    }
  }
}

/// A level of detail, exact to half a pixel at the highest zoom that uses it.
public enum Detail: Int, CaseIterable, Sendable {
  case coarse, moderate, medium, fine

  public init(zoom: Int) {
    self =
      switch zoom {
      case ...2: .coarse
      case ...4: .moderate
      case ...5: .medium
      default: .fine
      }
  }
}

extension MapBounds {
  /// The part of a ring within the bounds: each side cuts off what is beyond it, so that distant
  /// points cost a comparison and no drawing.
  package func clipped(_ ring: ArraySlice<MapPoint>) -> [MapPoint] {
    var points = Array(ring)
    points = cut(points, by: { $0.x - minX }) { MapBounds.crossing($0, $1, atX: minX) }
    points = cut(points, by: { maxX - $0.x }) { MapBounds.crossing($0, $1, atX: maxX) }
    points = cut(points, by: { $0.y - minY }) { MapBounds.crossing($0, $1, atY: minY) }
    points = cut(points, by: { maxY - $0.y }) { MapBounds.crossing($0, $1, atY: maxY) }
    return points
  }

  private func cut(
    _ points: [MapPoint], by inside: (MapPoint) -> Float,
    crossing: (MapPoint, MapPoint) -> MapPoint
  ) -> [MapPoint] {
    guard var previous = points.last else { return [] }
    var result: [MapPoint] = []
    result.reserveCapacity(points.count)
    for point in points {
      let (isInside, wasInside) = (inside(point) >= 0, inside(previous) >= 0)
      if isInside != wasInside { result.append(crossing(previous, point)) }
      if isInside { result.append(point) }
      previous = point
    }
    return result
  }

  private static func crossing(_ a: MapPoint, _ b: MapPoint, atX x: Float) -> MapPoint {
    MapPoint(x: x, y: a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))
  }

  private static func crossing(_ a: MapPoint, _ b: MapPoint, atY y: Float) -> MapPoint {
    MapPoint(x: a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y: y)
  }
}
