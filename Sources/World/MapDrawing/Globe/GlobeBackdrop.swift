import CCairo

/// The part of a globe's picture that stays when it turns: space, atmosphere and shadow.
package struct GlobeBackdrop: Sendable {
  /// The width and height of the picture, in device pixels.
  package let side: Int
  /// The radius in device pixels.
  package let radius: Double
  /// The pixels over the surface, with premultiplied alpha.
  let pixels: [UInt32]
  /// The columns of each row in which the surface is visible.
  let spans: [Range<Int>]

  /// The radius of the atmosphere, in radii of the globe.
  private static let air = 1.12

  /// Draws the backdrop of a globe with a radius in device pixels; nil without the memory.
  package init?(radius: Double, palette: MapPalette, isDark: Bool) {
    self.radius = radius
    side = 2 * Int((radius * GlobeBackdrop.air).rounded(.up))
    let painting = Painting(width: side, height: side, CAIRO_FORMAT_ARGB32)
    GlobeBackdrop.draw(on: painting.cairo, side: side, radius: radius, palette, isDark: isDark)
    guard let pixels = painting.withPixels(Array.init) else { return nil }
    self.pixels = pixels
    let side = side
    spans = (0..<side).map { row in
      let row = pixels[row * side..<(row + 1) * side]
      guard let first = row.firstIndex(where: { $0 >> 24 < 0xFF }),
        let last = row.lastIndex(where: { $0 >> 24 < 0xFF })
      else { return 0..<0 }
      return first - row.startIndex..<last + 1 - row.startIndex
    }
  }

  package static func space(isDark: Bool) -> MapColor { MapColor(isDark ? 0x0D1117 : 0xEDF3F7) }

  private static func draw(
    on cairo: OpaquePointer, side: Int, radius: Double, _ palette: MapPalette, isDark: Bool
  ) {
    let space = space(isDark: isDark)
    let middle = Double(side) / 2
    space.use(in: cairo)
    cairo_paint(cairo)
    func circle(_ radius: Double) { cairo_arc(cairo, middle, middle, radius, 0, 2 * .pi) }
    let glow = cairo_pattern_create_radial(middle, middle, radius, middle, middle, radius * air)!
    let color = isDark ? palette.coast : palette.water
    for (place, opacity) in [(0.0, 0.75), (0.4, 0.25), (1, 0)] {
      cairo_pattern_add_color_stop_rgba(glow, place, color.red, color.green, color.blue, opacity)
    }
    cairo_set_source(cairo, glow)
    circle(radius * air)
    cairo_fill(cairo)
    cairo_pattern_destroy(glow)
    circle(radius)
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OUT)
    MapColor(0).use(in: cairo)
    cairo_fill(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    GlobeShade(isDark: isDark).paint(on: cairo, middle: (middle, middle), radius: radius)
  }
}
