import CAdwaita
package import MapDrawing

/// Strokes coloured lines over lighter, wider ones, so that they contrast with any background.
package nonisolated func stroke(
  _ lines: [[SIMD2<Double>]], _ color: MapColor, width: Double, edge: Double,
  _ cairo: OpaquePointer
) {
  for line in lines {
    cairo_new_sub_path(cairo)
    for point in line { cairo_line_to(cairo, point.x, point.y) }
  }
  // With its best smoothing, cairo takes three times as long for the many lines of a long trip.
  cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST)
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
  cairo_set_source_rgba(cairo, 1, 1, 1, 0.85)
  cairo_set_line_width(cairo, width + edge)
  cairo_stroke_preserve(cairo)
  color.use(in: cairo)
  cairo_set_line_width(cairo, width)
  cairo_stroke(cairo)
}
