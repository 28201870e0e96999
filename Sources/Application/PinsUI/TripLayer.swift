import CAdwaita
import MapDrawing
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// The map layer with the lines of trips, below the pins.
final class TripLayer: Drawing {
  let layer: OpaquePointer
  var showsAll = true {
    didSet { if showsAll != oldValue { tripsChanged() } }
  }

  private let camera: MapCamera
  private let model: TripModel
  private var trips: [DrawnTrip] = []
  private var observer: Observer?

  init(model: TripModel, camera: MapCamera) {
    (self.model, self.camera) = (model, camera)
    layer = makeDrawnLayer(over: camera)
    layer.setDrawing(self)
    observer = Observer { [weak self] in self?.tripsChanged() }
  }

  func viewChanged() { if !trips.isEmpty { gtk_widget_queue_draw(layer.widget) } }

  private func tripsChanged() {
    let opened = model.opened
    trips = model.trips.filter { showsAll || $0.id == opened }.map {
      DrawnTrip(line: model.line(of: $0), color: $0.details.color, isOpened: $0.id == opened)
    }
    .filter { !$0.line.legs.isEmpty }
    // The one that is looked at lies over the others.
    trips = trips.filter { !$0.isOpened } + trips.filter(\.isOpened)
    gtk_widget_queue_draw(layer.widget)
  }

  func draw(on snapshot: OpaquePointer) {
    let (width, height) = camera.size
    let window = LabelBox(x: 0, y: 0, width: width, height: height)
      .with(margin: DrawnTrip.reach)
    let world = camera.projection
    let ways = trips.map { trip in
      (trip: trip, pieces: trip.line.legs.flatMap { world.lines(of: $0, in: window) })
    }.filter { !$0.pieces.isEmpty }
    guard !ways.isEmpty else { return }
    var area = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    for way in ways { way.trip.stroke(way.pieces, cairo) }
    cairo_destroy(cairo)
  }
}

private struct DrawnTrip {
  let line: TripLine
  let color: PinColor?
  let isOpened: Bool

  /// The width of lines and of the opened trip's, and that of the light line beneath, in pixels.
  private static let (width, openedWidth, casing) = (2.5, 4.0, 3.0)
  /// The greatest distance from a line's middle to its edge, in pixels.
  static let reach = (openedWidth + casing) / 2

  /// Strokes a coloured line over a lighter, wider one, so that it contrasts with any background.
  func stroke(_ pieces: [[SIMD2<Double>]], _ cairo: OpaquePointer) {
    for piece in pieces {
      cairo_new_sub_path(cairo)
      for point in piece { cairo_line_to(cairo, point.x, point.y) }
    }
    let width = isOpened ? DrawnTrip.openedWidth : DrawnTrip.width
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.85)
    cairo_set_line_width(cairo, width + DrawnTrip.casing)
    cairo_stroke_preserve(cairo)
    MapColor(color).use(in: cairo)
    cairo_set_line_width(cairo, width)
    cairo_stroke(cairo)
  }
}
