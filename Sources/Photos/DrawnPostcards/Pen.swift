import CCairo
package import MapDrawing

/// A point of a drawing, from its upper left corner.
package typealias Spot = (x: Double, y: Double)

package protocol Pen {
  var cairo: OpaquePointer { get }
}

extension Pen {
  /// Adds lines from spot to spot to the path.
  package func polyline(_ spots: [Spot]) {
    cairo_new_sub_path(cairo)
    for spot in spots { cairo_line_to(cairo, spot.x, spot.y) }
  }

  package func circle(_ center: Spot, _ radius: Double) {
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, center.x, center.y, radius, 0, 2 * .pi)
    cairo_close_path(cairo)
  }

  package func clipped(_ body: () -> Void) {
    cairo_save(cairo)
    cairo_clip(cairo)
    body()
    cairo_restore(cairo)
  }

  package func fillPath(_ color: MapColor, opacity: Double = 1) {
    color.use(in: cairo, opacity: opacity)
    cairo_fill(cairo)
  }

  /// Gradient stops: positions in 0...1 with colours and opacities.
  package typealias Stops = [(Double, MapColor, Double)]

  /// Fills the path with a vertical gradient.
  package func fillPath(from top: Double, to bottom: Double, _ stops: Stops) {
    fillPath(with: cairo_pattern_create_linear(0, top, 0, bottom)!, stops)
  }

  package func fillPath(around spot: Spot, radius: Double, _ stops: Stops) {
    fillPath(with: cairo_pattern_create_radial(spot.x, spot.y, 0, spot.x, spot.y, radius)!, stops)
  }

  private func fillPath(with pattern: OpaquePointer, _ stops: Stops) {
    for (place, color, opacity) in stops {
      cairo_pattern_add_color_stop_rgba(pattern, place, color.red, color.green, color.blue, opacity)
    }
    cairo_set_source(cairo, pattern)
    cairo_fill(cairo)
    cairo_pattern_destroy(pattern)
  }

  package func glow(_ spot: Spot, _ radius: Double, _ color: MapColor, _ opacity: Double) {
    circle(spot, radius)
    fillPath(around: spot, radius: radius, [(0, color, opacity), (1, color, 0)])
  }

  package func disc(_ center: Spot, _ radius: Double, _ color: MapColor, opacity: Double = 1) {
    circle(center, radius)
    fillPath(color, opacity: opacity)
  }

  package func stroke(
    _ color: MapColor, width: Double, opacity: Double = 1, dashes: [Double] = []
  ) {
    color.use(in: cairo, opacity: opacity)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_dash(cairo, dashes, Int32(dashes.count), 0)
    cairo_stroke(cairo)
  }
}
