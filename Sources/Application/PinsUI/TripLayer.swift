import CAdwaita
import CGLib
import CShumate
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// The map layer with the lines of trips, below the pins.
final class TripLayer: Drawing {
  let layer: OpaquePointer
  /// Whether trips are shown that are not opened.
  var showsAll = true {
    didSet { if showsAll != oldValue { tripsChanged() } }
  }

  private let camera: MapCamera
  private let model: TripModel
  private var trips: [DrawnTrip] = []
  private var drawing: TripDrawing?
  private var observer: Observer?

  /// The margin that is drawn around the window, in windows, so that panning finds it drawn.
  private static let margin = 0.5

  init(model: TripModel, camera: MapCamera) {
    (self.model, self.camera) = (model, camera)
    layer = makeDrawnLayer(over: camera)
    layer.setDrawing(self)
    observer = Observer { [weak self] in self?.tripsChanged() }
  }

  /// Updates the lines after the view has changed.
  func viewChanged() { if !trips.isEmpty { gtk_widget_queue_draw(layer.widget) } }

  private func tripsChanged() {
    let opened = model.opened
    trips = model.trips.filter { showsAll || $0.id == opened }.map {
      DrawnTrip(
        line: model.line(of: $0), color: $0.details.color, isOpened: $0.id == opened)
    }
    .filter { !$0.line.legs.isEmpty }
    // The one that is looked at lies over the others.
    trips = trips.filter { !$0.isOpened } + trips.filter(\.isOpened)
    drawing = nil
    gtk_widget_queue_draw(layer.widget)
  }

  func draw(on snapshot: OpaquePointer) {
    guard !trips.isEmpty else { return }
    if drawing?.covers(camera) != true {
      // While the map is zoomed or turned, what is around the window would be drawn for nothing.
      let isZoomed = drawing.map { $0.window(of: camera) == nil } ?? false
      drawing = TripDrawing(of: trips, on: camera, margin: isZoomed ? 0 : TripLayer.margin)
    }
    drawing?.append(to: snapshot, on: camera)
  }
}
