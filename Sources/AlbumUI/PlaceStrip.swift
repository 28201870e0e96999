import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets
import WorldMap

/// A strip of map above an album, with its pin and the places of its photos.
final class PlaceStrip {
  let widget = gtk_overlay_new()!

  private let material: MapMaterial
  private let canvas: MapCanvas
  private let marks: Widget
  private var observer: Observer?
  private var pin: Pin?
  private var places: [Coordinate] = []
  /// The highlighted place, of the photo under the pointer.
  private var pointed: Coordinate?
  /// The list of photos that is shown: its edition and their number.
  private var shown: (edition: Int, count: Int)?

  /// The height in pixels: enough for the streets around a pin.
  private static let height: Int32 = 132
  /// The closest zoom for several places, and the zoom for the pin alone: on the offline map closer
  /// ones would show nothing around it.
  private static let closestZoom = 15.0
  private static let pinZoom = 13.0
  private static let offlinePinZoom = 8.0
  private static let dotRadius = 4.0

  init(of material: MapMaterial) {
    self.material = material
    canvas = MapCanvas(of: material)
    marks = makeWidget(marksType, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    layOut()
    marks.setDrawing(self)
    canvas.camera.onChange = { [weak self] in
      guard let self else { return }
      canvas.viewChanged()
      gtk_widget_queue_draw(marks)
    }
    marks.on("resize") { [weak self] in
      // The view must not change during a layout.
      MainLoop.whenIdle { [weak self] in self?.fit(animated: false) }
    }
    observer = Observer { [weak self, material] in
      _ = material.isDetailed
      self?.fit(animated: true)
    }
  }

  /// Shows the places of an album's pin and photos.
  func show(_ album: AlbumModel) {
    // Reading is quick; moving the map before and after it would be restless.
    guard album.activity != .reading else { return }
    let new = (edition: album.edition, count: album.tally.all)
    let isOther = pin?.id != album.pin.id
    guard isOther || shown.map({ $0 != new }) ?? true else { return }
    // Removing or restoring photos does not move the map.
    let isNewList = isOther || shown?.edition != new.edition
    shown = new
    pin = album.pin
    places = album.photos.compactMap(\.details.coordinate)
    pointed = nil
    if isNewList { fit(animated: !isOther) }
    gtk_widget_queue_draw(marks)
  }

  func clear() {
    (pin, shown, pointed) = (nil, nil, nil)
    places = []
    gtk_widget_queue_draw(marks)
  }

  /// Highlights the place of a photo, or none.
  func highlight(_ photo: Photo?) {
    guard photo?.details.coordinate != pointed else { return }
    pointed = photo?.details.coordinate
    gtk_widget_queue_draw(marks)
  }
}

extension PlaceStrip {
  private func layOut() {
    // The box sets the height; the map would be as high as a tile.
    let room = makeBox(GTK_ORIENTATION_VERTICAL)
    gtk_widget_set_size_request(room, -1, PlaceStrip.height)
    gtk_overlay_set_child(widget.cast(), room)
    gtk_widget_set_can_focus(canvas.map, 0)
    for part in [canvas.map, marks] { gtk_overlay_add_overlay(widget.cast(), part) }
    let credit = canvas.credit.label
    for part in [canvas.map, marks, credit] { part.setAccessibleHidden(true) }

    let button = gtk_button_new()!
    button.addClass("place-strip")
    button.addClass("flat")
    gtk_widget_set_tooltip_text(button, tr("Show on Map"))
    button.setAccessibleName(tr("Show on Map"))
    button.on("clicked") { [weak self] in
      if let self, let pin { widget.activate(.showPlace, pin.coordinate.decimal) }
    }
    gtk_overlay_add_overlay(widget.cast(), button)

    gtk_widget_set_can_focus(credit, 0)
    gtk_overlay_add_overlay(widget.cast(), credit)
  }

  /// Fits the pin and all photos into the view.
  private func fit(animated: Bool) {
    guard let pin, canvas.camera.size.width > 0 else { return }
    let (width, height) = canvas.camera.size
    var view = MapView.fitting([pin.coordinate] + places, width: width, height: height)
    // Postcards have the pin's own coordinate.
    let isOnePlace = places.allSatisfy { $0 == pin.coordinate }
    let pinZoom = material.isDetailed ? PlaceStrip.pinZoom : PlaceStrip.offlinePinZoom
    view.zoom = min(isOnePlace ? pinZoom : PlaceStrip.closestZoom, view.zoom)
    // Tiles are sharp at whole zoom levels.
    view.zoom.round(.down)
    animated ? canvas.camera.glide(to: view) : canvas.camera.show(view)
  }

  /// The position of a place on the strip, in the nearest copy of the world.
  private func position(of place: Coordinate) -> (x: Double, y: Double) {
    var point = Mercator.project(place)
    point.x += (Mercator.project(canvas.camera.view.center).x - point.x).rounded()
    return canvas.camera.position(of: point)
  }
}

extension PlaceStrip: Drawing {
  func draw(on snapshot: OpaquePointer) {
    guard let pin else { return }
    let (width, height) = canvas.camera.size
    var area = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    defer { cairo_destroy(cairo) }
    // Of thousands of photos, most share a pixel with another.
    var covered: Set<[Int]> = []
    for place in places {
      let (x, y) = position(of: place)
      guard covered.insert([Int(x), Int(y)]).inserted else { continue }
      drawDot(x, y, radius: PlaceStrip.dotRadius, cairo)
    }
    let (x, y) = position(of: pin.coordinate)
    cairo_save(cairo)
    cairo_translate(cairo, x - MarkerArt.side / 2, y - MarkerArt.side)
    MarkerArt.pin(.none).paint(cairo)
    cairo_restore(cairo)
    if let pointed {
      let (x, y) = position(of: pointed)
      drawDot(x, y, radius: PlaceStrip.dotRadius * 2, cairo)
    }
  }

  private func drawDot(_ x: Double, _ y: Double, radius: Double, _ cairo: OpaquePointer) {
    var color = GdkRGBA(red: 0.11, green: 0.44, blue: 0.85, alpha: 1)
    let style = gtk_widget_get_style_context(marks)
    _ = gtk_style_context_lookup_color(style, "accent_bg_color", &color)
    cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    cairo_set_source_rgb(cairo, Double(color.red), Double(color.green), Double(color.blue))
    cairo_fill_preserve(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_set_line_width(cairo, 1.5)
    cairo_stroke(cairo)
  }
}

/// A drawing area, because it has a `resize` signal.
private let marksType = registerDrawnWidget(
  of: gtk_drawing_area_get_type(), named: "VirtualTouristPlaceMarks")
