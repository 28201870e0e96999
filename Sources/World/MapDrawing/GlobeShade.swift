import CCairo

/// The light and shadow on a globe, as if the sun were at the upper left.
package struct GlobeShade: Sendable {
  private let shadow: MapColor
  private let depth: Double

  /// Darkens the globe towards the lower right with a shadow of a colour and a depth.
  package init(shadow: MapColor, depth: Double) {
    self.shadow = shadow
    self.depth = depth
  }

  package init(isDark: Bool) {
    self.init(shadow: MapColor(isDark ? 0x04070B : 0x1B3A57), depth: isDark ? 0.75 : 0.24)
  }

  package func paint(on cairo: OpaquePointer, middle: (x: Double, y: Double), radius: Double) {
    let (x, y) = (middle.x - radius * 0.3, middle.y - radius * 0.34)
    let pattern = cairo_pattern_create_radial(x, y, 0, x, y, radius * 1.5)!
    for (place, color, opacity) in [
      (0, MapColor(0xFFFFFF), 0.12), (0.45, shadow, 0), (1, shadow, depth),
    ] {
      cairo_pattern_add_color_stop_rgba(pattern, place, color.red, color.green, color.blue, opacity)
    }
    cairo_set_source(cairo, pattern)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
    cairo_close_path(cairo)
    cairo_fill(cairo)
    cairo_pattern_destroy(pattern)
  }
}
