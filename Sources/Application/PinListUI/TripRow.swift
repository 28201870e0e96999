import CAdwaita
import CCairo
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// A row of the list of trips: its colour, its name, and what else is known of it.
final class TripRow {
  let widget: Widget = gtk_list_box_row_new()!
  private(set) var trip: Trip

  private let dot = gtk_image_new()!
  private let title = PlaceRow.makeLabel()
  private let detail = PlaceRow.makeLabel()
  private var color: PinColor??

  init(_ trip: Trip) {
    self.trip = trip
    detail.addClass("caption")
    detail.addClass("dim-label")
    let texts = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 2, title, detail)
    gtk_widget_set_hexpand(texts, 1)
    let content = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, dot, texts)
    gtk_list_box_row_set_child(widget.cast(), content)
    content.setAccessibleHidden(true)
    widget.on("destroy") { [widget] in detachPopovers(of: widget) }
  }

  func show(_ trip: Trip, detail text: String) {
    self.trip = trip
    gtk_label_set_label(title.cast(), trip.details.name)
    gtk_label_set_label(detail.cast(), text)
    widget.setAccessibleName(trip.details.name)
    widget.setAccessibleDescription(text)
    if color != trip.details.color {
      color = trip.details.color
      let scale = max(1, gtk_widget_get_scale_factor(dot))
      let texture = TripRow.makeDot(trip.details.color, scale: scale)
      gtk_image_set_from_paintable(dot.cast(), texture.pointer)
      gtk_image_set_pixel_size(dot.cast(), TripRow.side)
    }
  }

  /// In pixels.
  private static let side: Int32 = 16

  private static func makeDot(_ color: PinColor?, scale: Int32) -> Ref<OpaquePointer> {
    let side = side * scale
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side)!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    let (red, green, blue) = color?.bytes ?? PinColor.usual
    cairo_set_source_rgb(cairo, Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    let middle = Double(side) / 2
    cairo_arc(cairo, middle, middle, middle * 0.8, 0, 2 * .pi)
    cairo_fill(cairo)
    cairo_destroy(cairo)
    return makeTexture(of: surface)
  }
}
