import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc
package import MapDrawing
package import TravelModel
import Widgets

/// What the map looks at: libshumate's viewport, in the terms of `TravelModel`; or, beyond the zoom at
/// which that shows the whole world, a globe.
///
/// All changes of the view go through it. It moves the short way round the world, across the date
/// line too, and never shows what lies beyond the poles.
package final class MapCamera {
  /// Called after the view has changed.
  package var onChange: () -> Void = {}

  /// Called when the user zooms out of a map that shows the whole world; if that happened before it
  /// was set, it is called when it is set.
  var onBeyondWorld: (() -> Void)? {
    didSet { if isGlobeAwaited { onBeyondWorld?() } }
  }
  private var isGlobeAwaited = false

  /// Whether the user can move the map: then its surroundings are loaded in advance.
  var isMovedByHand = false

  let map: Widget
  let viewport: OpaquePointer
  /// A flight to a view, or a throw, that is being animated.
  private var glide: (animation: Animation, target: MapView?)?
  /// Views that a flight will pass, and the share of its time when it does.
  private var stopsAhead: [(progress: Double, view: MapView)] = []
  /// The globe shown in place of the flat map; its window size may be outdated.
  private var turned: GlobeView?
  /// How far a touchpad has zoomed beyond the end of the flat map or the globe, in levels.
  private var push = 0.0

  /// How long an animation by key or button takes, in milliseconds: as long as libshumate's.
  private static let glideDuration: UInt32 = 200
  /// Places with less than this cosine to the eye are too near the rim to be told apart.
  private static let rim = 0.08
  /// The deceleration of a throw: in a quarter of a second its speed falls to 1/e.
  private static let friction = 4.0
  /// A throw slower than this, in pixels a second, has ended.
  private static let slowestGlide = 15.0
  /// The shares of a flight's time at which the views ahead are computed: between two of them
  /// hardly any tiles come and go.
  private static let stops = (1...16).map { Double($0) / 16 }
  /// The time for each unit of a flight's length and the longest flight, in milliseconds.
  private static let (flightPace, longestFlight) = (260.0, 1800.0)
  /// A touchpad must zoom on by this many levels to leave the flat map or the globe.
  private static let leastPush = 0.4

  init(map: Widget) {
    self.map = map
    viewport = shumate_map_get_viewport(map.cast())
  }

  /// The globe shown in place of the flat map; nil while the flat map is shown.
  package var globe: GlobeView? {
    guard let turned else { return nil }
    let (width, height) = size
    if (turned.width, turned.height) != (width, height) {
      self.turned = GlobeView(center: turned.center, width: width, height: height)
    }
    return self.turned
  }

  /// The present centre and zoom; while a globe shows, those of the nearest flat map.
  package var view: MapView { globe.map { mapView(of: $0) } ?? flatView }

  var flatView: MapView {
    let center = Coordinate(
      latitude: shumate_location_get_latitude(viewport),
      longitude: shumate_location_get_longitude(viewport))
    return MapView(
      center: center ?? .origin, zoom: shumate_viewport_get_zoom_level(viewport))
  }

  /// Views that a flight will pass, in order.
  var viewsAhead: [MapView] { stopsAhead.map(\.view) }

  /// The end of a flight; without one, the present view.
  var destination: MapView { (glide?.target ?? nil) ?? view }

  /// The map's size on the screen, in pixels.
  package var size: (width: Double, height: Double) {
    (Double(gtk_widget_get_width(map)), Double(gtk_widget_get_height(map)))
  }

  /// Device pixels per pixel.
  package var scale: Int { max(1, Int(gtk_widget_get_scale_factor(map))) }

  /// The place of the world map at a position of the widget, in the copy of the world seen there.
  package func point(x: Double, y: Double) -> WorldPoint {
    if let globe { return Mercator.project(globe.coordinate(x: x, y: y)) }
    return view.point(east: x - size.width / 2, south: y - size.height / 2)
  }

  /// The coordinate at a position of the widget.
  package func coordinate(x: Double, y: Double) -> Coordinate {
    globe?.coordinate(x: x, y: y) ?? Mercator.coordinate(at: point(x: x, y: y))
  }

  /// Whether a position of the widget is on the world, and not beside a globe.
  package func isOnWorld(x: Double, y: Double) -> Bool { globe?.contains(x: x, y: y) ?? true }

  /// Where a place of the world map is on the widget.
  package func position(of point: WorldPoint) -> (x: Double, y: Double) {
    guard let globe else { return worldOnScreen.position(of: point) }
    let place = globe.position(of: Mercator.coordinate(at: point))
    return (place.x, place.y)
  }

  /// Whether a place is on the visible side of the globe, or on the flat map.
  package func sees(_ point: WorldPoint) -> Bool {
    guard let globe else { return !MapArea(around: self).copies(of: point).isEmpty }
    return globe.position(of: Mercator.coordinate(at: point)).height > MapCamera.rim
  }

  /// Where the world is on the widget now.
  package var worldOnScreen: WorldOnScreen { worldOnScreen(in: flatView) }

  /// Where the world is on the widget in a view.
  func worldOnScreen(in view: MapView) -> WorldOnScreen {
    let middle = Mercator.project(view.center)
    let scale = Double(scale)
    func onDevicePixel(_ position: Double) -> Double { (position * scale).rounded() / scale }
    return WorldOnScreen(
      x: onDevicePixel(size.width / 2 - middle.x * view.worldSize),
      y: onDevicePixel(size.height / 2 - middle.y * view.worldSize), size: view.worldSize)
  }

  /// The vertical extent of the world on the widget, from pole to pole.
  var worldRows: ClosedRange<Double> {
    let world = worldOnScreen
    let top = min(max(0, world.y), size.height)
    return top...max(top, min(size.height, world.y + world.size))
  }
}

extension MapCamera {
  /// Shows a view at once.
  package func show(_ view: MapView) {
    stop()
    turned = nil
    set(view)
  }

  /// Moves the map under a screen of this size, in screens: (0.5, 0) is half a screen to the east.
  package func pan(screensEast: Double, screensSouth: Double) {
    let from = destination
    if let globe {
      let way = (x: -screensEast * 2 * globe.radius, y: -screensSouth * 2 * globe.radius)
      return turn(to: globe.turned(to: from.center).turned(byX: way.x, y: way.y).center)
    }
    let middle = from.point(east: screensEast * size.width, south: screensSouth * size.height)
    glide(to: MapView(center: Mercator.coordinate(at: middle), zoom: from.zoom))
  }

  /// Follows a hand from one position of the widget to another, so that what it holds stays under it,
  /// and returns what it holds then.
  ///
  /// On a globe that may be nothing, beside it, and some places cannot follow to where the hand is: it
  /// turns all the same.
  func drag(
    _ held: Coordinate?, from last: (x: Double, y: Double), to next: (x: Double, y: Double)
  ) -> Coordinate? {
    guard let globe else {
      let held = held ?? coordinate(x: last.x, y: last.y)
      show(Mercator.project(held), atX: next.x, y: next.y, zoom: flatView.zoom)
      return held
    }
    let following = held.flatMap { globe.turned(so: $0, isAtX: next.x, y: next.y) }
    let turned = following ?? globe.turned(byX: next.x - last.x, y: next.y - last.y)
    turnAtOnce(to: turned.center)
    if following != nil { return held }
    return turned.contains(x: next.x, y: next.y) ? turned.coordinate(x: next.x, y: next.y) : nil
  }

  /// Zooms by some levels around a position of the widget, or around its middle.
  package func zoom(by levels: Double, aroundX x: Double? = nil, y: Double? = nil) {
    push = 0
    if turned != nil || isBeyondWorld(levels) { return leaveOrEnterGlobe(levels, x, y) }
    glide(to: zoomed(from: destination, by: levels, aroundX: x, y: y))
  }

  /// Zooms without an animation, as a touchpad's fingers do.
  func zoomAtOnce(by levels: Double, aroundX x: Double, y: Double) {
    if turned != nil || isBeyondWorld(levels) {
      push = push * levels < 0 ? levels : push + levels
      guard abs(push) > MapCamera.leastPush else { return }
      return leaveOrEnterGlobe(push, x, y)
    }
    push = 0
    show(zoomed(from: view, by: levels, aroundX: x, y: y))
  }

  /// Returns a flight closer to places that share a marker, to where they separate and all can be
  /// seen, if possible; nil if they never separate.
  ///
  /// It zooms in by at least one level, because an invisible step would look like a dead button.
  package func parting(of places: [Coordinate]) -> (() -> Void)? {
    guard !PinIndex.areInseparable(places), view.zoom < MapView.zoomRange.upperBound else {
      return nil
    }
    return { [self] in
      let target = MapView.fitting(places, width: size.width, height: size.height)
      glide(to: MapView(center: target.center, zoom: max(target.zoom, view.zoom + 1)))
    }
  }

  /// Shows a place at a position of the widget, at a zoom or as near to it as possible, for a pinch
  /// between two fingers.
  func show(_ point: WorldPoint, atX x: Double, y: Double, zoom: Double) {
    set(mapView(showing: point, atX: x, y: y, zoom: zoom))
  }

  /// Flies to a view.
  package func glide(to target: MapView) {
    glide?.animation.stop()
    if turned != nil { show(view) }
    let target = possible(target)
    let start = view
    let from = Mercator.project(start.center)
    var to = Mercator.project(target.center)
    to.x -= (to.x - from.x).rounded()  // The short way round.
    let flight = MapFlight(from: start, to: target, width: size.width)
    func route(at progress: Double) -> MapView {
      guard progress < 1 else { return target }
      let (zoom, share) =
        flight?.point(at: progress) ?? MapCamera.point(at: progress, from: start, to: target)
      let middle = WorldPoint(
        x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
      return possible(MapView(center: Mercator.coordinate(at: middle), zoom: zoom))
    }
    stopsAhead = flight == nil ? [] : MapCamera.stops.map { ($0, route(at: $0)) }
    let milliseconds = flight.map {
      UInt32(min(MapCamera.longestFlight, MapCamera.flightPace * $0.length))
    }
    move(
      for: milliseconds ?? MapCamera.glideDuration,
      flight == nil ? ADW_EASE_OUT_CUBIC : ADW_EASE_IN_OUT_SINE, to: target
    ) { [weak self] progress in
      self?.stopsAhead.removeAll { $0.progress <= progress }
      self?.set(route(at: progress))
    }
  }

  /// Lets the map glide on with a velocity, in pixels a second, until friction stops it.
  func throwMap(velocityX: Double, velocityY: Double) {
    stop()
    let friction = MapCamera.friction
    let duration = log(hypot(velocityX, velocityY) / MapCamera.slowestGlide) / friction
    guard duration > 0 else { return }
    let (start, globe) = (view, globe)
    move(for: UInt32(duration * 1000), ADW_LINEAR, to: nil) { [weak self] progress in
      guard let self else { return }
      // How long the way up to here would have taken at the first speed.
      let seconds = (1 - exp(-friction * duration * progress)) / friction
      let (x, y) = (velocityX * seconds, velocityY * seconds)
      if let globe { return turnAtOnce(to: globe.turned(byX: x, y: y).center) }
      let middle = start.point(east: -x, south: -y)
      set(MapView(center: Mercator.coordinate(at: middle), zoom: start.zoom))
    }
  }

  /// Ends a flight at its present view, because the user has taken over.
  package func stop() {
    glide?.animation.stop()
    glide = nil
    stopsAhead = []
  }

  /// Whether a zoom would leave the flat map.
  private func isBeyondWorld(_ levels: Double) -> Bool {
    levels < 0 && size.width > 0 && destination.zoom < leastZoom + 0.01
  }

  /// Leaves the flat map if it shows the whole world.
  func zoomOutOfWorld() {
    guard isBeyondWorld(-1) else { return }
    isGlobeAwaited = onBeyondWorld == nil
    onBeyondWorld?()
  }

  /// Shows the world as a globe, unless the map has been zoomed in meanwhile.
  func becomeGlobe() {
    guard turned == nil, isBeyondWorld(-1) else { return }
    stop()
    turned = GlobeView(center: flatView.center, width: size.width, height: size.height)
    onChange()
  }

  /// Turns the globe so that a place is in its middle.
  package func turn(to center: Coordinate) {
    stop()
    guard let start = turned?.center else { return }
    let east = start.degreesEast(to: center)
    let north = center.latitude - start.latitude
    move(
      for: MapCamera.glideDuration, ADW_EASE_OUT_CUBIC,
      to: MapView(center: center, zoom: view.zoom)
    ) { [weak self] progress in
      let place = Coordinate(
        latitude: start.latitude + north * progress, longitude: start.longitude + east * progress)
      self?.turnAtOnce(to: progress < 1 ? place! : center)
    }
  }

  /// Turns the globe without an animation, as a hand does.
  package func turnAtOnce(to center: Coordinate) {
    guard let globe else { return }
    turned = globe.turned(to: center)
    onChange()
  }

  /// The zoom at which the flat map shows the whole world.
  var leastZoom: Double { MapView.wholeWorld(width: size.width, height: size.height).zoom }

  /// Corrects the view where a new window size shows more than the world.
  package func clampToWorld() {
    if possible(flatView) != flatView { set(flatView) }
  }
}

extension MapCamera {
  /// Moves the map step by step until it shows a view, or a throw has ended.
  private func move(
    for milliseconds: UInt32, _ easing: AdwEasing, to target: MapView?,
    step: @escaping @MainActor (Double) -> Void
  ) {
    let animation = Animation(
      on: map, milliseconds: milliseconds, easing: easing, step: step,
      done: { [weak self] in self?.glide = nil })
    // Where animations are off, it is over already.
    if animation.isRunning { glide = (animation, target) }
  }

  /// The zoom after a share of the time, and the share of the way covered by then, chosen so that
  /// the fixed point of a zoom stays in place throughout.
  private static func point(
    at progress: Double, from start: MapView, to target: MapView
  ) -> (zoom: Double, share: Double) {
    let zoom = start.zoom + (target.zoom - start.zoom) * progress
    guard abs(start.zoom - target.zoom) > 0.001 else { return (zoom, progress) }
    func scale(_ zoom: Double) -> Double {
      1 / MapView(center: .origin, zoom: zoom).worldSize
    }
    return (zoom, (scale(start.zoom) - scale(zoom)) / (scale(start.zoom) - scale(target.zoom)))
  }

  private func leaveOrEnterGlobe(_ levels: Double, _ x: Double?, _ y: Double?) {
    push = 0
    if let globe, levels > 0 {
      show(mapView(of: globe, aroundX: x, y: y))
    } else if turned == nil {
      zoomOutOfWorld()
    }
  }

  private func zoomed(
    from start: MapView, by levels: Double, aroundX x: Double?, y: Double?
  ) -> MapView {
    let (x, y) = (x ?? size.width / 2, y ?? size.height / 2)
    let point = start.point(east: x - size.width / 2, south: y - size.height / 2)
    return mapView(showing: point, atX: x, y: y, zoom: start.zoom + levels)
  }

  /// The flat map that shows the middle of a globe, or the place at a position on it, at the same
  /// position and scale, if possible.
  private func mapView(
    of globe: GlobeView, aroundX x: Double? = nil, y: Double? = nil
  ) -> MapView {
    var (x, y) = (x ?? globe.width / 2, y ?? globe.height / 2)
    if !globe.contains(x: x, y: y) { (x, y) = (globe.width / 2, globe.height / 2) }
    let place = globe.coordinate(x: x, y: y)
    // The flat map is larger the nearer a pole is.
    let cosine = max(0.01, cos(place.latitude * .pi / 180))
    return mapView(showing: Mercator.project(place), atX: x, y: y, zoom: globe.zoom + log2(cosine))
  }

  /// The flat map with a place at a position of the widget, at a zoom or as near to it as possible.
  private func mapView(showing point: WorldPoint, atX x: Double, y: Double, zoom: Double) -> MapView
  {
    MapView.showing(
      point, east: x - size.width / 2, south: y - size.height / 2, zoom: max(leastZoom, zoom),
      height: size.height)
  }

  /// The view, or the nearest one that shows no more than the whole world.
  private func possible(_ view: MapView) -> MapView {
    var view = view
    view.zoom = max(leastZoom, view.zoom)
    let middle = Mercator.project(view.center)
    let y = MapView.heldWithinWorld(
      y: middle.y, height: size.height, worldSize: view.worldSize)
    // Where it may stay, no rounding moves it either.
    if y != middle.y { view.center = Mercator.coordinate(at: WorldPoint(x: middle.x, y: y)) }
    return view
  }

  private func set(_ view: MapView) {
    let view = possible(view)
    // Latitude and longitude together with the zoom: a picture between two of them would flicker.
    g_object_freeze_notify(viewport.cast())
    shumate_viewport_set_zoom_level(viewport, view.zoom)
    shumate_location_set_location(viewport, view.center.latitude, view.center.longitude)
    g_object_thaw_notify(viewport.cast())
    onChange()
  }
}
