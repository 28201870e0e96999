import MapDrawing
import TravelModel

/// The flat map, on which copies of the world lie beside each other.
struct FlatMap: Projection {
  let view: MapView
  let width: Double
  let height: Double
  let world: WorldOnScreen
  /// Device pixels per pixel.
  private let scale: Int
  private let middle: WorldPoint

  init(_ view: MapView, width: Double, height: Double, scale: Int) {
    (self.view, self.width, self.height, self.scale) = (view, width, height, scale)
    middle = Mercator.project(view.center)
    world = WorldOnScreen(
      x: (width / 2 - middle.x * view.worldSize).onDevicePixel(of: Double(scale)),
      y: (height / 2 - middle.y * view.worldSize).onDevicePixel(of: Double(scale)),
      size: view.worldSize)
  }

  /// The vertical extent of the world on the widget, from pole to pole.
  var rows: ClosedRange<Double> {
    let top = min(max(0, world.y), height)
    return top...max(top, min(height, world.y + world.size))
  }

  func area(margin: Double) -> MapArea {
    MapArea(of: view, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The point of the world map at a position of the widget, in the copy of the world shown there.
  func point(x: Double, y: Double) -> WorldPoint {
    view.point(east: x - width / 2, south: y - height / 2)
  }

  func position(of point: WorldPoint) -> (x: Double, y: Double) { world.position(of: point) }

  func coordinate(x: Double, y: Double) -> Coordinate {
    Mercator.coordinate(at: point(x: x, y: y))
  }

  func contains(x: Double, y: Double) -> Bool { true }

  func hides(_ point: WorldPoint) -> Bool { false }

  func isNearest(_ copy: WorldPoint) -> Bool { abs(copy.x - middle.x) <= 0.5 }

  func markers(of places: PinIndex, in area: MapArea) -> [MapMarker] {
    places.markers(x: area.x, y: area.y, zoom: area.zoom)
  }

  /// The leg in each copy of the world in which it crosses the area.
  func lines(of leg: TripLine.Leg, in area: LabelBox) -> [[SIMD2<Double>]] {
    guard leg.points.count > 1 else { return [] }
    let low = leg.points.reduce(leg.points[0], pointwiseMin)
    let high = leg.points.reduce(leg.points[0], pointwiseMax)
    let top = world.position(of: WorldPoint(x: 0, y: low.y)).y
    let bottom = world.position(of: WorldPoint(x: 0, y: high.y)).y
    guard top <= area.y + area.height, bottom >= area.y else { return [] }
    let west = (area.x - world.x) / world.size
    let shown = west...west + area.width / world.size
    return shown.copies(of: low.x...high.x).flatMap { copy in
      VisibleLine(
        leg.points.lazy.map { point in
          let (x, y) = world.position(of: WorldPoint(x: point.x + Double(copy), y: point.y))
          return SIMD2(x, y)
        }, in: area
      ).pieces
    }
  }
}

/// Moving the map.
extension FlatMap {
  /// The flat map with another view.
  func at(_ view: MapView) -> FlatMap { FlatMap(view, width: width, height: height, scale: scale) }

  func moved(byX x: Double, y: Double) -> FlatMap {
    at(MapView(center: Mercator.coordinate(at: view.point(east: -x, south: -y)), zoom: view.zoom))
  }

  func moved(so place: Coordinate, isAtX x: Double, y: Double) -> FlatMap? {
    at(flatView(showing: Mercator.project(place), atX: x, y: y, zoom: view.zoom))
  }

  func panned(from target: MapView?, screensEast: Double, screensSouth: Double) -> MapView {
    at(target ?? view).moved(byX: -screensEast * width, y: -screensSouth * height).view
  }

  /// The view after a zoom by some levels around a position, or around the middle.
  func zoomed(by levels: Double, aroundX x: Double?, y: Double?) -> MapView {
    let (x, y) = (x ?? width / 2, y ?? height / 2)
    return flatView(showing: point(x: x, y: y), atX: x, y: y, zoom: view.zoom + levels)
  }

  /// The view, or the nearest one that shows no more than the whole world.
  func possible(_ view: MapView) -> MapView {
    var view = view
    view.zoom = max(leastZoom, view.zoom)
    let middle = Mercator.project(view.center)
    let y = MapView.heldWithinWorld(y: middle.y, height: height, worldSize: view.worldSize)
    // A centre that may stay is left as it is, because the conversion would round it.
    if y != middle.y { view.center = Mercator.coordinate(at: WorldPoint(x: middle.x, y: y)) }
    return view
  }

  /// The route to a view: a flight, if that is beyond the edge.
  func route(to target: MapView) -> Route {
    let target = possible(target)
    let from = middle
    let to = Mercator.project(target.center).nearest(to: from)
    let flight = MapFlight(from: view, to: target, width: width)
    func step(at progress: Double) -> MapView {
      guard progress < 1 else { return target }
      let (zoom, share) = flight?.point(at: progress) ?? zoomed(to: target, at: progress)
      return MapView(center: Mercator.coordinate(at: from + (to - from) * share), zoom: zoom)
    }
    var route = Route(target: target) { at(step(at: $0)) }
    guard let flight else { return route }
    route.milliseconds = UInt32(min(FlatMap.longestFlight, FlatMap.flightPace * flight.length))
    route.easing = Route.flightEasing
    route.stops = FlatMap.stops.map { ($0, possible(step(at: $0))) }
    return route
  }

  /// The shares of a flight's time at which the views ahead are computed: between two of them hardly
  /// any tiles come and go.
  private static let stops = (1...16).map { Double($0) / 16 }
  /// The time for each unit of a flight's length, and the longest flight, in milliseconds.
  private static let (flightPace, longestFlight) = (260.0, 1800.0)

  /// The zoom after a share of the time, and the share of the way covered by then, chosen so that the
  /// fixed point of a zoom stays in place throughout.
  private func zoomed(to target: MapView, at progress: Double) -> (zoom: Double, share: Double) {
    let zoom = view.zoom + (target.zoom - view.zoom) * progress
    guard abs(view.zoom - target.zoom) > 0.001 else { return (zoom, progress) }
    func scale(_ zoom: Double) -> Double {
      1 / MapView(center: .origin, zoom: zoom).worldSize
    }
    return (zoom, (scale(view.zoom) - scale(zoom)) / (scale(view.zoom) - scale(target.zoom)))
  }
}
