package import TravelModel

/// A part of the map at a zoom level: that in the window, or one prepared around it.
package struct MapArea {
  package let x: ClosedRange<Double>
  package let y: ClosedRange<Double>
  package let zoom: Double

  /// What a window of a size shows of a view.
  init(of view: MapView, width: Double, height: Double) {
    let middle = Mercator.project(view.center)
    let (east, south) = (width / 2 / view.worldSize, height / 2 / view.worldSize)
    x = middle.x - east...middle.x + east
    y = middle.y - south...middle.y + south
    zoom = view.zoom
  }

  /// The part that contains some places, at zoom 0.
  init(around points: [WorldPoint]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    x = (xs.min() ?? 0)...(xs.max() ?? 0)
    y = (ys.min() ?? 0)...(ys.max() ?? 0)
    zoom = 0
  }

  /// Whether another part, or a copy of it in another world, overlaps this one.
  func meets(_ other: MapArea) -> Bool {
    y.overlaps(other.y) && !x.copies(of: other.x).isEmpty
  }

  func at(zoom: Double) -> MapArea { MapArea(x: x, y: y, zoom: zoom) }

  private init(x: ClosedRange<Double>, y: ClosedRange<Double>, zoom: Double) {
    (self.x, self.y, self.zoom) = (x, y, zoom)
  }

  /// The whole world, once.
  static func wholeWorld(zoom: Double) -> MapArea {
    MapArea(x: 0...1.0.nextDown, y: 0...1, zoom: zoom)
  }

  package func contains(_ other: MapArea) -> Bool {
    x.lowerBound <= other.x.lowerBound && x.upperBound >= other.x.upperBound
      && y.lowerBound <= other.y.lowerBound && y.upperBound >= other.y.upperBound
  }

  /// How many worlds a view has moved since this part was prepared: one, across the date line.
  package func turns(to middle: WorldPoint) -> Double {
    WorldPoint(x: (x.lowerBound + x.upperBound) / 2, y: 0).turns(to: middle)
  }

  /// The copies of a place in this part, one for each world that it spans.
  package func copies(of point: WorldPoint) -> [WorldPoint] {
    guard y.contains(point.y) else { return [] }
    return x.copies(of: point.x...point.x).map {
      WorldPoint(x: point.x + Double($0), y: point.y)
    }
  }
}
