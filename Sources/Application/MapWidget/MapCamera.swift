import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc
package import MapDrawing
package import TravelModel
import Widgets

/// The view of the map: that of libshumate's viewport or, for a user who zooms out of the whole world,
/// a globe.
///
/// All changes of the view go through it. It moves the short way round the world, also across the date
/// line, and never shows anything beyond the poles.
package final class MapCamera {
  package var onChange: () -> Void = {}

  /// Called, before `onChange`, when a globe replaces the flat map, or the flat map the globe.
  package var onGlobeChange: () -> Void = {}

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
  /// The centre of the globe that is shown in place of the flat map; nil without one.
  private var globeCenter: Coordinate?
  /// How far fingers have zoomed beyond the end of the flat map or the globe, in levels.
  private var push = 0.0

  /// The deceleration of a throw: in a quarter of a second its speed falls to 1/e.
  private static let friction = 4.0
  /// A throw slower than this, in pixels a second, has ended.
  private static let slowestGlide = 15.0
  /// Fingers must zoom on by this many levels to leave the flat map or the globe.
  private static let leastPush = 0.4

  init(map: Widget) {
    self.map = map
    viewport = shumate_map_get_viewport(map.cast())
  }

  /// The present projection of the world onto the widget.
  package var projection: any Projection { if let globe { globe } else { flat } }

  /// The globe shown in place of the flat map; nil while the flat map is shown.
  package var globe: GlobeView? {
    globeCenter.map { GlobeView(center: $0, width: size.width, height: size.height) }
  }

  package var isGlobe: Bool { globeCenter != nil }

  /// The flat map, also while a globe covers it.
  var flat: FlatMap { flat(of: flatView) }

  func flat(of view: MapView) -> FlatMap {
    FlatMap(view, width: size.width, height: size.height, scale: scale)
  }

  /// The present centre and zoom; while a globe shows, those of the nearest flat map.
  package var view: MapView { globe?.view ?? flatView }

  private var flatView: MapView {
    let center = Coordinate(
      latitude: shumate_location_get_latitude(viewport),
      longitude: shumate_location_get_longitude(viewport))
    return MapView(center: center ?? .origin, zoom: shumate_viewport_get_zoom_level(viewport))
  }

  /// Views that a flight will pass, in order.
  var viewsAhead: [MapView] { stopsAhead.map(\.view) }

  /// The end of a flight; without one, the present view.
  private var destination: MapView { (glide?.target ?? nil) ?? view }

  /// The map's size on the screen, in pixels.
  package var size: (width: Double, height: Double) {
    (Double(gtk_widget_get_width(map)), Double(gtk_widget_get_height(map)))
  }

  /// Device pixels per pixel.
  package var scale: Int { max(1, Int(gtk_widget_get_scale_factor(map))) }
}

extension MapCamera {
  /// Shows a view at once.
  package func show(_ view: MapView) {
    stop()
    show(flat(of: view))
  }

  /// Shows a projection, without ending a flight.
  package func show(_ world: some Projection) {
    let wasGlobe = isGlobe
    globeCenter = (world as? GlobeView)?.center
    if !isGlobe { moveViewport(to: world.view) }
    if isGlobe != wasGlobe { onGlobeChange() }
    onChange()
  }

  /// Moves the view by parts of the screen: (0.5, 0) is half a screen to the east.
  package func pan(screensEast: Double, screensSouth: Double) {
    travel(
      to: projection.panned(
        from: glide?.target ?? nil, screensEast: screensEast, screensSouth: screensSouth))
  }

  /// Follows a pointer from one position of the widget to another, so that the place it holds stays
  /// under it, and returns the place it holds then.
  ///
  /// Beside a globe it holds none, and a globe cannot turn every place to every position: then it
  /// turns as far as the pointer moves.
  func drag(
    _ held: Coordinate?, from last: (x: Double, y: Double), to next: (x: Double, y: Double)
  ) -> Coordinate? {
    let world = projection
    if let held, let following = world.moved(so: held, isAtX: next.x, y: next.y) {
      show(following)
      return held
    }
    let moved = world.moved(byX: next.x - last.x, y: next.y - last.y)
    show(moved)
    return moved.place(x: next.x, y: next.y)
  }

  /// Zooms by some levels around a position of the widget, or around its middle.
  package func zoom(by levels: Double, aroundX x: Double? = nil, y: Double? = nil) {
    if leadsOver(levels) { return leaveOrEnterGlobe(levels, x, y) }
    glide(to: flat(of: destination).zoomed(by: levels, aroundX: x, y: y))
  }

  /// Zooms without an animation, as fingers do on a touchpad or on the screen.
  func zoomAtOnce(by levels: Double, aroundX x: Double, y: Double) {
    push = isGlobe ? max(0, push + levels) : push + levels
    guard leadsOver(push) else { return show(flat.zoomed(by: push, aroundX: x, y: y)) }
    if abs(push) > MapCamera.leastPush { leaveOrEnterGlobe(push, x, y) }
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

  /// Flies over the flat map to a view.
  package func glide(to target: MapView) {
    if let globe { show(globe.view) }
    travel(to: target)
  }

  /// Moves the flat map to a view, or turns the globe to the view's centre.
  package func travel(to target: MapView) {
    stop()
    follow(projection.route(to: target))
  }

  /// Throws the map with a velocity, in pixels a second, until friction stops it.
  func throwMap(velocityX: Double, velocityY: Double) {
    stop()
    let friction = MapCamera.friction
    let duration = log(hypot(velocityX, velocityY) / MapCamera.slowestGlide) / friction
    guard duration > 0 else { return }
    let start = projection
    follow(
      Route(milliseconds: UInt32(duration * 1000), easing: ADW_LINEAR) { progress in
        // How long the way up to here would have taken at the first speed.
        let seconds = (1 - exp(-friction * duration * progress)) / friction
        return start.moved(byX: velocityX * seconds, y: velocityY * seconds)
      })
  }

  /// Ends a flight at its present view, because the user has taken over.
  package func stop() {
    glide?.animation.stop()
    glide = nil
    stopsAhead = []
    push = 0
  }

  /// Leaves the flat map if it shows the whole world.
  private func zoomOutOfWorld() {
    guard isBeyondWorld(-1) else { return }
    isGlobeAwaited = onBeyondWorld == nil
    onBeyondWorld?()
  }

  /// Shows the world as a globe, unless the map has been zoomed in meanwhile.
  func becomeGlobe() {
    guard !isGlobe, isBeyondWorld(-1) else { return }
    stop()
    show(GlobeView(center: flatView.center, width: size.width, height: size.height))
  }

  /// Corrects the flat map's view where a new window size shows more than the world.
  package func clampToWorld() {
    guard flat.possible(flatView) != flatView else { return }
    moveViewport(to: flatView)
    onChange()
  }
}

extension MapCamera {
  private func follow(_ route: Route) {
    stopsAhead = route.stops
    let animation = Animation(
      on: map, milliseconds: route.milliseconds, easing: route.easing,
      step: { [weak self] progress in
        self?.stopsAhead.removeAll { $0.progress <= progress }
        self?.show(route.world(progress))
      },
      done: { [weak self] in self?.glide = nil })
    // Where animations are off, it is over already.
    if animation.isRunning { glide = (animation, route.target) }
  }

  /// Whether a zoom would leave the flat map.
  private func isBeyondWorld(_ levels: Double) -> Bool {
    levels < 0 && size.width > 0 && destination.zoom < flat.leastZoom + 0.01
  }

  /// Whether a zoom would leave the flat map or the globe, or do nothing.
  private func leadsOver(_ levels: Double) -> Bool { isGlobe || isBeyondWorld(levels) }

  private func leaveOrEnterGlobe(_ levels: Double, _ x: Double?, _ y: Double?) {
    push = 0
    if let globe {
      if levels > 0 { show(globe.flatView(aroundX: x, y: y)) }
    } else {
      zoomOutOfWorld()
    }
  }

  /// Moves libshumate's map to a view, or to the nearest possible one.
  private func moveViewport(to view: MapView) {
    let view = flat.possible(view)
    // Latitude and longitude together with the zoom: a picture between two of them would flicker.
    g_object_freeze_notify(viewport.cast())
    shumate_viewport_set_zoom_level(viewport, view.zoom)
    shumate_location_set_location(viewport, view.center.latitude, view.center.longitude)
    g_object_thaw_notify(viewport.cast())
  }
}
