import Glibc

/// What a map of a given size shows: its centre and its zoom.
///
/// At zoom 0 the world is one tile of 256 pixels wide, and each step doubles it.
public struct MapView: Hashable, Sendable {
  /// The coordinate in the middle.
  public var center: Coordinate
  /// The zoom level, fractions included.
  public var zoom: Double

  /// The zoom levels that maps of the web have.
  public static let zoomRange = 0.0...19.0
  /// The width of the world at zoom 0, in pixels.
  public static let tileSize = 256.0

  /// Makes a view; a zoom outside the range, or not a number, becomes the nearest that is possible.
  public init(center: Coordinate, zoom: Double) {
    self.center = center
    let zoom = zoom.isNaN ? MapView.zoomRange.lowerBound : zoom
    self.zoom = min(MapView.zoomRange.upperBound, max(MapView.zoomRange.lowerBound, zoom))
  }

  /// The width of the world on the screen, in pixels.
  public var worldSize: Double { MapView.tileSize * exp2(zoom) }
}

extension MapView {
  /// The inhabited world's northern and southern ends on the map, Svalbard to Cape Horn.
  private static let inhabited = 0.14...0.70

  /// A view of the whole world: all longitudes once, and all inhabited latitudes.
  public static func wholeWorld(width: Double, height: Double) -> MapView {
    let span = inhabited.upperBound - inhabited.lowerBound
    let worldSize = min(max(width, 1), max(height, 1) / span)
    let middle = (inhabited.lowerBound + inhabited.upperBound) / 2
    let center = Mercator.coordinate(at: WorldPoint(x: 0.5, y: middle))
    return MapView(center: center, zoom: log2(worldSize / tileSize))
  }

  /// The vertical middle nearest to `y` for which a screen of `height` shows no place beyond the
  /// world's edges, or, where the world is smaller than the screen, the equator.
  ///
  /// `previous` tells on which side a middle belongs that has come round from the opposite edge:
  /// the world is round from west to east, but not from north to south.
  public static func heldWithinWorld(
    y: Double, previous: Double, height: Double, worldSize: Double
  ) -> Double {
    let half = height / 2 / worldSize
    guard half < 0.5 else { return 0.5 }
    var y = y
    if y - previous > 0.5 { y -= 1 }
    if previous - y > 0.5 { y += 1 }
    return min(1 - half, max(half, y))
  }
}

extension MapView {
  /// The part of a screen that is left free around what it is to show.
  private static let border = 0.2

  /// The closest view that shows all of some coordinates, across the date line if that is shorter.
  public static func fitting(_ places: [Coordinate], width: Double, height: Double) -> MapView {
    let points = places.map(Mercator.project)
    guard let first = points.first else { return wholeWorld(width: width, height: height) }
    var (west, east, north, south) = (0.0, 0.0, first.y, first.y)
    for point in points {
      let offset = point.x - first.x
      let short = offset - offset.rounded()
      (west, east) = (min(west, short), max(east, short))
      (north, south) = (min(north, point.y), max(south, point.y))
    }
    let middle = WorldPoint(x: first.x + (west + east) / 2, y: (north + south) / 2)
    let free = 1 - 2 * border
    let worldSize = min(
      max(width, 1) * free / max(east - west, .leastNormalMagnitude),
      max(height, 1) * free / max(south - north, .leastNormalMagnitude))
    return MapView(center: Mercator.coordinate(at: middle), zoom: log2(worldSize / tileSize))
  }
}
