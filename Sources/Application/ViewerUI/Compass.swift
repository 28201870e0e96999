import CAdwaita
import GLibBridge
import Widgets

/// The compass over a panorama, whose red end points north; up is where the panorama looks.
///
/// The panorama's name says the same to assistive tools.
final class Compass {
  /// Degrees clockwise from north; nil hides the compass.
  var heading: Double? {
    didSet {
      guard heading != oldValue else { return }
      gtk_widget_set_visible(widget, (heading != nil).gboolean)
      gtk_widget_queue_draw(widget)
    }
  }

  private let widget = makeWidget(compassType, role: GTK_ACCESSIBLE_ROLE_IMG)

  /// The width and height, in pixels.
  private static let side: Int32 = 44

  /// Adds it to a box.
  init(in box: Widget) {
    gtk_widget_set_size_request(widget, Compass.side, Compass.side)
    gtk_widget_set_halign(widget, GTK_ALIGN_END)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_visible(widget, 0)
    widget.setAccessibleHidden(true)
    widget.setDrawing(self)
    gtk_box_append(box.cast(), widget)
  }
}

extension Compass: Drawing {
  func draw(on snapshot: OpaquePointer) {
    let side = Double(Compass.side)
    var bounds = graphene_rect_t(x: 0, y: 0, width: side, height: side)
    let context = gtk_snapshot_append_cairo(snapshot, &bounds)
    defer { cairo_destroy(context) }
    cairo_translate(context, side / 2, side / 2)
    cairo_arc(context, 0, 0, side / 2, 0, 2 * .pi)
    cairo_set_source_rgba(context, 0, 0, 0, 0.6)
    cairo_fill(context)
    cairo_rotate(context, -(heading ?? 0) * .pi / 180)
    // GNOME's red, and white.
    for (tip, color) in [(-0.4, (0.88, 0.11, 0.14)), (0.4, (1.0, 1.0, 1.0))] {
      cairo_move_to(context, 0, tip * side)
      cairo_line_to(context, 0.13 * side, 0)
      cairo_line_to(context, -0.13 * side, 0)
      cairo_close_path(context)
      cairo_set_source_rgb(context, color.0, color.1, color.2)
      cairo_fill(context)
    }
  }
}

private let compassType = registerDrawnWidget(
  of: gtk_widget_get_type(), named: "VirtualTouristCompass")
