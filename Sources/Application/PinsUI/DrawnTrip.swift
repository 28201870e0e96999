import CAdwaita
import CGLib
import MapDrawing
import MapWidget
import TravelModel

/// A trip as it looks on the map.
struct DrawnTrip {
  let line: TripLine
  let color: PinColor?
  /// Whether it is the one that is looked at.
  let isOpened: Bool

  /// How wide lines are, in pixels, and how much wider the light line below each.
  private static let (width, openedWidth, casing) = (2.5, 4.0, 3.0)
  /// How far from its middle a line reaches at most, in pixels.
  static let reach = (openedWidth + casing) / 2

  /// A coloured line over a lighter, wider one: on any ground it stands out.
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
