import CAdwaita
import Glibc
import MapWidget
import TravelModel
import Widgets

/// Shows where a pin is that the pointer is on elsewhere: by a ring around it, or by an arrow at
/// the map's edge.
final class PinHighlight {
  let layer: OpaquePointer

  private let camera: MapCamera
  private let pins: PinLayer
  private var pin: Pin?

  /// The ring's radius, and the height of its middle, a pin's head, above the place, in pixels.
  private static let (radius, rise) = (23.0, 18.0)
  /// How far from the map's edge the arrow stays, and how large it is, in pixels.
  private static let (margin, arrow) = (30.0, 14.0)

  init(camera: MapCamera, pins: PinLayer) {
    self.camera = camera
    self.pins = pins
    layer = makeDrawnLayer(over: camera)
    layer.setDrawing(self)
  }

  /// Highlights a pin; nil ends that.
  ///
  /// A row of a list may call this in the middle of a layout, when hiding the widget would request
  /// another layout that the frame misses.
  func point(at pin: Pin?) {
    self.pin = pin
    gtk_widget_queue_draw(layer.widget)
  }

  func viewChanged() {
    if pin != nil { gtk_widget_queue_draw(layer.widget) }
  }
}

extension PinHighlight: Drawing {
  func draw(on snapshot: OpaquePointer) {
    guard let pin else { return }
    let place = Mercator.project(pin.coordinate)
    let (width, height) = camera.size
    var area = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    defer { cairo_destroy(cairo) }
    // A pin in a group has no head of its own.
    let isByItself = pins.isByItself(pin.id)
    let groups = isByItself ? [] : pins.groups(with: pin.id)
    let world = camera.projection
    // What is on a side that is turned away has a position, too.
    let seen = (groups.isEmpty ? world.area.copies(of: place) : groups).filter(world.sees)
    let rise = isByItself ? PinHighlight.rise : groups.isEmpty ? 0 : MarkerArt.side / 2
    for copy in seen {
      let (x, y) = world.position(of: copy)
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, x, y - rise, PinHighlight.radius, 0, 2 * .pi)
    }
    if seen.isEmpty { drawArrow(to: place, width: width, height: height, cairo) }
    outline(cairo)
  }

  /// Draws the path of an arrow at the edge, on the straight line from the middle to the place.
  private func drawArrow(
    to place: WorldPoint, width: Double, height: Double, _ cairo: OpaquePointer
  ) {
    let middle = Mercator.project(camera.view.center)
    let way = place.nearest(to: middle) - middle
    let (halfWidth, halfHeight) = (
      max(1, width / 2 - PinHighlight.margin), max(1, height / 2 - PinHighlight.margin)
    )
    let share = max(abs(way.x) / halfWidth, abs(way.y) / halfHeight)
    guard share > 0 else { return }
    cairo_save(cairo)
    cairo_translate(cairo, width / 2 + way.x / share, height / 2 + way.y / share)
    cairo_rotate(cairo, atan2(way.y, way.x))
    let size = PinHighlight.arrow
    cairo_move_to(cairo, -size * 0.6, -size)
    cairo_line_to(cairo, size * 0.6, 0)
    cairo_line_to(cairo, -size * 0.6, size)
    cairo_restore(cairo)
  }

  /// Strokes the path with a coloured line and a light one around it, so that it contrasts with any
  /// background.
  private func outline(_ cairo: OpaquePointer) {
    var accent = layer.accentColor
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_set_line_width(cairo, 7)
    cairo_stroke_preserve(cairo)
    gdk_cairo_set_source_rgba(cairo, &accent)
    cairo_set_line_width(cairo, 4)
    cairo_stroke(cairo)
  }
}
