import Glibc

/// The centre and zoom of a map.
///
/// At zoom 0 the world is 256 pixels wide, and each step doubles it.
public struct MapView: Hashable, Sendable {
  public var center: Coordinate
  /// The zoom level, which may be a fraction.
  public var zoom: Double

  /// The zoom levels of web maps.
  public static let zoomRange = 0.0...19.0
  /// The width of the world at zoom 0, in pixels.
  public static let tileSize = 256.0

  /// Makes a view; the zoom is clamped to `zoomRange`.
  public init(center: Coordinate, zoom: Double) {
    self.center = center
    let zoom = zoom.isNaN ? MapView.zoomRange.lowerBound : zoom
    self.zoom = min(MapView.zoomRange.upperBound, max(MapView.zoomRange.lowerBound, zoom))
  }

  /// The width of the world on the screen, in pixels.
  public var worldSize: Double { MapView.tileSize * exp2(zoom) }

  /// The inhabited world's northern and southern ends on the map, Svalbard to Cape Horn.
  private static let inhabited = 0.14...0.70

  /// A view of the whole world that fills the screen.
  ///
  /// It shows all inhabited latitudes, and all longitudes on a wide screen, or as many as fit on a
  /// high one.
  public static func wholeWorld(width: Double, height: Double) -> MapView {
    let span = inhabited.upperBound - inhabited.lowerBound
    let worldSize = min(max(width, height, 1), max(height, 1) / span)
    let middle = (inhabited.lowerBound + inhabited.upperBound) / 2
    let center = Mercator.coordinate(at: WorldPoint(x: 0.5, y: middle))
    return MapView(center: center, zoom: log2(worldSize / tileSize))
  }

  /// The vertical centre nearest to `y` for which a screen of `height` stays within the world, or
  /// the equator if the world is smaller than the screen.
  public static func heldWithinWorld(y: Double, height: Double, worldSize: Double) -> Double {
    let half = height / 2 / worldSize
    return half < 0.5 ? min(1 - half, max(half, y)) : 0.5
  }

  /// The point of the world map that is this many pixels east and south of the screen's middle.
  public func point(east: Double, south: Double) -> WorldPoint {
    Mercator.project(center) + WorldPoint(x: east, y: south) / worldSize
  }

  /// The view at a zoom in which a point is this many pixels east and south of the screen's middle,
  /// or as near as possible at the world's edges.
  public static func showing(
    _ point: WorldPoint, east: Double, south: Double, zoom: Double, height: Double
  ) -> MapView {
    var view = MapView(center: .origin, zoom: zoom)
    let middle = WorldPoint(
      x: point.x - east / view.worldSize,
      y: heldWithinWorld(
        y: point.y - south / view.worldSize, height: height, worldSize: view.worldSize))
    view.center = Mercator.coordinate(at: middle)
    return view
  }

  /// The share of the screen's width and height that stays free on each side.
  private static let border = 0.2

  /// The closest view that shows all coordinates, across the date line if that is shorter.
  public static func fitting(_ places: [Coordinate], width: Double, height: Double) -> MapView {
    let points = places.map(Mercator.project)
    guard let first = points.first else { return wholeWorld(width: width, height: height) }
    var (northWest, southEast) = (first, first)
    for point in points.map({ $0.nearest(to: first) }) {
      northWest = pointwiseMin(northWest, point)
      southEast = pointwiseMax(southEast, point)
    }
    let size = pointwiseMax(southEast - northWest, WorldPoint(repeating: .leastNormalMagnitude))
    let free = 1 - 2 * border
    let worldSize = min(max(width, 1) * free / size.x, max(height, 1) * free / size.y)
    let middle = Mercator.coordinate(at: (northWest + southEast) / 2)
    return MapView(center: middle, zoom: log2(worldSize / tileSize))
  }

  /// The closest view with a place in its middle that shows all of the others.
  public static func around(
    _ middle: Coordinate, showing places: [Coordinate], width: Double, height: Double
  ) -> MapView {
    let point = Mercator.project(middle)
    let opposites = places.map { Mercator.coordinate(at: point + point - Mercator.project($0)) }
    var view = fitting([middle] + places + opposites, width: width, height: height)
    view.center = middle
    return view
  }
}
