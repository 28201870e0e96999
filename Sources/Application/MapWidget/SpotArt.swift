package import CAdwaita

/// The dot on a small map where a photo was taken, and the cone in which it looks.
package struct SpotArt {
  private var color: GdkRGBA

  private static let dotRadius = 4.0
  /// The length and half the angle of the cone: about what a phone sees.
  private static let (coneLength, coneAngle) = (22.0, Double.pi / 6)

  package init(color: GdkRGBA) { self.color = color }

  /// Draws it at a position, with the cone around a true heading that is known.
  package func paint(
    _ x: Double, _ y: Double, looking heading: Double? = nil, isLarge: Bool = false,
    _ cairo: OpaquePointer
  ) {
    if let heading { paintCone(x, y, heading, cairo) }
    var color = color
    cairo_arc(cairo, x, y, SpotArt.dotRadius * (isLarge ? 2 : 1), 0, 2 * .pi)
    gdk_cairo_set_source_rgba(cairo, &color)
    cairo_fill_preserve(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_set_line_width(cairo, 1.5)
    cairo_stroke(cairo)
  }

  private func paintCone(_ x: Double, _ y: Double, _ heading: Double, _ cairo: OpaquePointer) {
    // North is up.
    let (middle, angle) = (heading * .pi / 180 - .pi / 2, SpotArt.coneAngle)
    var color = color
    color.alpha = 0.4
    cairo_move_to(cairo, x, y)
    cairo_arc(cairo, x, y, SpotArt.coneLength, middle - angle, middle + angle)
    cairo_close_path(cairo)
    gdk_cairo_set_source_rgba(cairo, &color)
    cairo_fill(cairo)
  }
}
