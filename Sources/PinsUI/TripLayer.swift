import CAdwaita
import CGLib
import CShumate
import GLibBridge
import MapDrawing
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// The layer of the map that shows the ways of trips, below the pins.
final class TripLayer: Drawing {
  let layer: OpaquePointer
  /// Whether trips are shown that nobody has opened.
  var showsAll = true {
    didSet { if showsAll != oldValue { tripsChanged() } }
  }

  private let camera: MapCamera
  private let model: TripModel
  private var trips: [(line: TripLine, color: PinColor?, isOpened: Bool)] = []
  private var drawn: Drawn?
  private var observer: Observer?

  /// What was drawn of the flat map: it moves with the map as it is.
  private struct Drawn {
    let node: OpaquePointer?
    let world: WorldOnScreen
    /// The part of the widget, and of what is around it, that it is drawn for.
    let area: (x: ClosedRange<Double>, y: ClosedRange<Double>)
  }

  /// How wide lines are, in pixels, and how much wider the light line below each.
  private static let (width, openedWidth, casing) = (2.5, 4.0, 3.0)
  /// How much more than the window is drawn, in windows on each side, so that panning finds it there.
  private static let margin = 0.5
  /// Where the line of a place on the far side of the globe ends: at its rim.
  private static let rim = 0.0

  init(model: TripModel, camera: MapCamera) {
    (self.model, self.camera) = (model, camera)
    layer = makeLayer(tripLayerType, viewport: camera.viewport)
    gtk_widget_set_can_target(layer.widget, 0)
    layer.setAccessibleHidden(true)
    layer.setDrawing(self)
    layer.on("destroy") { [weak self] in self?.forgetDrawing() }
    observer = Observer { [weak self] in self?.tripsChanged() }
  }

  /// Updates the lines after the view has changed.
  func viewChanged() { if !trips.isEmpty { gtk_widget_queue_draw(layer.widget) } }

  private func tripsChanged() {
    let opened = model.opened
    trips = model.trips.filter { showsAll || $0.id == opened }.map {
      (model.line(of: $0), $0.details.color, $0.id == opened)
    }
    .filter { !$0.line.legs.isEmpty }
    // The one that is looked at lies over the others.
    trips = trips.filter { !$0.isOpened } + trips.filter(\.isOpened)
    forgetDrawing()
    gtk_widget_queue_draw(layer.widget)
  }

  private func forgetDrawing() {
    if let node = drawn?.node { gsk_render_node_unref(node) }
    drawn = nil
  }

  func draw(on snapshot: OpaquePointer) {
    guard !trips.isEmpty else { return }
    if let globe = camera.globe {
      let (x, y) = (globe.width / 2 - globe.radius, globe.height / 2 - globe.radius)
      var area = graphene_rect_t(x: x, y: y, width: 2 * globe.radius, height: 2 * globe.radius)
      let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
      for trip in trips {
        for leg in trip.line.legs {
          var isSeen = false
          for place in leg.places {
            let (x, y, height) = globe.position(of: place)
            let wasSeen = isSeen
            isSeen = height > TripLayer.rim
            if isSeen { wasSeen ? cairo_line_to(cairo, x, y) : cairo_move_to(cairo, x, y) }
          }
        }
        stroke(trip, cairo)
      }
      cairo_destroy(cairo)
      return
    }
    let world = camera.worldOnScreen
    if !covers(world) { drawFlat(world) }
    guard let drawn, let node = drawn.node else { return }
    var way = graphene_point_t(x: Float(world.x - drawn.world.x), y: Float(world.y - drawn.world.y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &way)
    gtk_snapshot_append_node(snapshot, node)
    gtk_snapshot_restore(snapshot)
  }

  /// Tells whether what was drawn is enough for where the world is now.
  private func covers(_ world: WorldOnScreen) -> Bool {
    guard let drawn, drawn.world.size == world.size else { return false }
    let (x, y) = (drawn.world.x - world.x, drawn.world.y - world.y)
    let size = camera.size
    return drawn.area.x.contains(x) && drawn.area.x.contains(x + size.width)
      && drawn.area.y.contains(y) && drawn.area.y.contains(y + size.height)
  }

  private func drawFlat(_ world: WorldOnScreen) {
    forgetDrawing()
    let (width, height) = camera.size
    let x = -TripLayer.margin * width...(1 + TripLayer.margin) * width
    let y = -TripLayer.margin * height...(1 + TripLayer.margin) * height
    let snapshot = gtk_snapshot_new()!
    var area = graphene_rect_t(
      x: x.lowerBound, y: y.lowerBound, width: x.upperBound - x.lowerBound,
      height: y.upperBound - y.lowerBound)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    var hasLines = false
    for trip in trips {
      for leg in trip.line.legs where trace(leg, world, x, y, cairo) { hasLines = true }
      stroke(trip, cairo)
    }
    cairo_destroy(cairo)
    let node = gtk_snapshot_free_to_node(snapshot)
    if !hasLines, let node { gsk_render_node_unref(node) }
    drawn = Drawn(node: hasLines ? node : nil, world: world, area: (x, y))
  }

  /// Adds a leg to the path, in each copy of the world in which it meets an area; false for none.
  private func trace(
    _ leg: TripLine.Leg, _ world: WorldOnScreen, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>,
    _ cairo: OpaquePointer
  ) -> Bool {
    guard leg.points.count > 1 else { return false }
    let (xs, ys) = (leg.points.map(\.x), leg.points.map(\.y))
    let top = world.position(of: WorldPoint(x: 0, y: ys.min()!)).y
    let bottom = world.position(of: WorldPoint(x: 0, y: ys.max()!)).y
    guard top <= y.upperBound, bottom >= y.lowerBound else { return false }
    let first = ((x.lowerBound - world.x) / world.size - xs.max()!).rounded(.up)
    let last = ((x.upperBound - world.x) / world.size - xs.min()!).rounded(.down)
    guard first <= last else { return false }
    for copy in Int(first)...Int(last) {
      for (place, point) in leg.points.enumerated() {
        let (x, y) = world.position(of: WorldPoint(x: point.x + Double(copy), y: point.y))
        place == 0 ? cairo_move_to(cairo, x, y) : cairo_line_to(cairo, x, y)
      }
    }
    return true
  }

  /// A coloured line over a lighter, wider one: on any ground it stands out.
  private func stroke(
    _ trip: (line: TripLine, color: PinColor?, isOpened: Bool), _ cairo: OpaquePointer
  ) {
    let width = trip.isOpened ? TripLayer.openedWidth : TripLayer.width
    let (red, green, blue) = trip.color?.bytes ?? PinColor.usual
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.85)
    cairo_set_line_width(cairo, width + TripLayer.casing)
    cairo_stroke_preserve(cairo)
    cairo_set_source_rgb(
      cairo, Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    cairo_set_line_width(cairo, width)
    cairo_stroke(cairo)
  }
}

private let tripLayerType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristTrips")
