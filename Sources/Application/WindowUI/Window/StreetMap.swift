import CAdwaita
import GLibBridge
import MapWidget
import TravelModel
import Widgets

/// A small map of where one stands in a street, and of where one looks.
final class StreetMap {
  let widget = gtk_overlay_new()!

  private let material: MapMaterial
  private let canvas: MapCanvas
  private let marks = makeWidget(marksType, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  private var place: Coordinate?
  private var heading: Double?
  private lazy var centerSoon = BeforeLayout { [weak self] in self?.center() }
  private var observer: Observer?

  /// The size in pixels.
  private static let (width, height): (Int32, Int32) = (220, 150)
  /// Where single houses are, and the closest zoom that the offline map has detail for.
  private static let zoom = (tiles: 17.0, offline: 8.0)

  init(of material: MapMaterial) {
    self.material = material
    canvas = MapCanvas(of: material)
    layOut()
    marks.setDrawing(self)
    marks.on("resize") { [weak self] in self?.centerSoon() }
    canvas.camera.onChange = { [weak self] in
      guard let self else { return }
      canvas.viewChanged()
      gtk_widget_queue_draw(marks)
    }
    observer = Observer { [weak self, material] in
      // Reading them subscribes to their changes.
      _ = (material.tiles, material.reach)
      self?.center()
    }
  }

  /// Shows a place in the middle, and a true heading if it is known.
  func show(_ place: Coordinate, looking heading: Double?) {
    let isElsewhere = place != self.place
    (self.place, self.heading) = (place, heading)
    if isElsewhere { center() }
    gtk_widget_queue_draw(marks)
  }

  private func center() {
    guard let place, canvas.camera.size.width > 0 else { return }
    let zoom =
      material.isDetailed(at: place) ? StreetMap.zoom.tiles : StreetMap.zoom.offline
    canvas.camera.show(MapView(center: place, zoom: zoom))
  }

  private func layOut() {
    // The box sets the size; the map would be as large as a tile.
    let room = makeBox(GTK_ORIENTATION_VERTICAL)
    gtk_widget_set_size_request(room, StreetMap.width, StreetMap.height)
    gtk_overlay_set_child(widget.cast(), room)
    gtk_widget_set_can_focus(canvas.map, 0)
    let (button, credit) = (gtk_button_new()!, canvas.credit.label)
    button.addClass("place-strip")
    button.addClass("flat")
    button.setAccessibleName(tr("Show on Map"))
    gtk_widget_set_tooltip_text(button, tr("Show on Map"))
    button.on("clicked") { [weak self] in
      if let self, let place { widget.ask(.showPlace(place)) }
    }
    for part in [canvas.map, marks, button, credit] {
      gtk_overlay_add_overlay(widget.cast(), part)
    }
    for part in [canvas.map, marks, credit] { part.setAccessibleHidden(true) }
    gtk_widget_set_can_focus(credit, 0)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    widget.addClass("street-map")
  }
}

extension StreetMap: Drawing {
  func draw(on snapshot: OpaquePointer) {
    guard let place else { return }
    let (width, height) = canvas.camera.size
    var area = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    defer { cairo_destroy(cairo) }
    let (x, y) = canvas.camera.projection.position(of: Mercator.project(place))
    SpotArt(color: marks.accentColor).paint(x, y, looking: heading, cairo)
  }
}

/// A drawing area, because it has a `resize` signal.
private let marksType = registerDrawnWidget(
  of: gtk_drawing_area_get_type(), named: "VirtualTouristStreetMarks")
