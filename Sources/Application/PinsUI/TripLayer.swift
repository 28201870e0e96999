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
    for way in ways { way.trip.draw(way.pieces, cairo) }
    cairo_destroy(cairo)
  }
}

private struct DrawnTrip {
  let line: TripLine
  let color: PinColor?
  let isOpened: Bool

  /// The width of lines and of the opened trip's, and what the light line beneath is wider, in pixels.
  private static let (width, openedWidth, edge) = (2.5, 4.0, 3.0)
  /// The greatest distance from a line's middle to its edge, in pixels.
  static let reach = (openedWidth + edge) / 2

  func draw(_ pieces: [[SIMD2<Double>]], _ cairo: OpaquePointer) {
    stroke(
      pieces, MapColor(color), width: isOpened ? DrawnTrip.openedWidth : DrawnTrip.width,
      edge: DrawnTrip.edge, cairo)
  }
}
