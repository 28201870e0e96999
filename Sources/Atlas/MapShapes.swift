/// A point of the world map in widths of the world: x to the east, y to the south, both in 0...1.
///
/// Half as large as a `WorldPoint`, and exact to the metres that the outlines are exact to.
public struct MapPoint: Hashable, Sendable {
  /// How far east, in widths of the world.
  public var x: Float
  /// How far south, in heights of the world.
  public var y: Float

  /// Makes a point of its two parts.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// The smallest upright rectangle around some points.
public struct MapBounds: Hashable, Sendable {
  public var minX: Float
  public var minY: Float
  public var maxX: Float
  public var maxY: Float

  /// Makes a rectangle of its four sides.
  public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Encloses some points, of which there is at least one.
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

  /// Tells whether two rectangles have a point in common, be it one of their sides.
  public func meets(_ other: MapBounds) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}

/// What a border is drawn as.
public enum BorderKind: UInt8, Sendable {
  /// Between countries, and agreed upon.
  case country
  /// Between territories, one of which is claimed by more than one side.
  case disputed
  /// Between the states or provinces of a large country.
  case region
}

/// The outline of one piece of land of one country.
///
/// It is closed: its last point is its first. All rings turn the same way, so that a non-zero fill
/// of many in one path has no seams. What lies within a country and is another's is a ring of its
/// own, later in the list; lakes are not there.
public struct LandRing: Sendable {
  /// The rectangle around it.
  public let bounds: MapBounds
  /// Where its points are in `MapShapes.points`.
  public let points: Range<Int>
  /// Whose it is, in `Outlines.countries`.
  public let country: Int
}

/// A part of a coast or of a border.
public struct MapLine: Sendable {
  /// The rectangle around it.
  public let bounds: MapBounds
  /// Where its points are in `MapShapes.points`.
  public let points: Range<Int>
  /// Which border it is; nil for a coast.
  public let kind: BorderKind?
}

/// The world's outlines in one level of detail.
///
/// Neighbours share the points of their border. Where the map is cut, at the date line and at its
/// southern end, a ring has an edge and no line.
public struct MapShapes: Sendable {
  /// The points of all rings and lines.
  public let points: [MapPoint]
  /// The land, the largest pieces first.
  public let land: [LandRing]
  /// Coasts and borders, each once.
  public let lines: [MapLine]
}

/// A level of detail, each about half a pixel exact at the closest zoom it is for.
public enum Detail: Int, CaseIterable, Sendable {
  case coarse, medium, fine

  /// Chooses the level for a zoom level.
  public init(zoom: Int) {
    self = zoom <= 2 ? .coarse : zoom <= 5 ? .medium : .fine
  }
}
