import CCairo
import MapDrawing

/// The map on a page.
extension PlaceMap {
  private static let pinColor = MapColor(0xC01C28)
  private static let white = MapColor(0xFFFFFF)

  /// Paints the map of an album into a rectangle.
  static func paint(
    _ album: ExportedAlbum, _ map: ExportMap, isDark: Bool = false, x: Double, y: Double,
    width: Double, height: Double,
    labelSize: Double, on cairo: OpaquePointer
  ) {
    let place = PlaceMap(of: album, map, width: width, height: height) {
      let text = PageText($0, size: labelSize, isBold: $1, on: cairo)
      return (text.width, text.height)
    }
    let palette: MapPalette = isDark ? .dark : .light
    let (ink, halo) = isDark ? (white, palette.land) : (MapColor(0x241F31), white)
    let dotColor = MapColor(isDark ? 0x78AEED : 0x1A5FB4)
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    place.sheet.paint(palette, lineWidth: 0.6, on: cairo)
    cairo_rectangle(cairo, 0, 0, width, height)
    cairo_clip(cairo)
    for label in place.labels {
      if let dot = label.dot {
        circle(dot, cityRadius * 0.8, cairo)
        ink.use(in: cairo)
        cairo_fill(cairo)
      }
      let text = PageText(label.name, size: labelSize, isBold: label.dot == nil, on: cairo)
      text.draw(x: label.start.x, y: label.start.y - text.height / 2, ink, halo: halo)
    }
    for dot in place.dots {
      circle(dot, dotRadius * 0.8, cairo)
      dotColor.use(in: cairo)
      cairo_fill(cairo)
    }
    paintPin(at: place.pin, cairo)
    cairo_restore(cairo)
  }

  private static func paintPin(at tip: Spot, _ cairo: OpaquePointer) {
    let (radius, height) = (headRadius, headHeight)
    let bend = radius * 0.75
    let middle = (x: tip.x, y: tip.y - height)
    cairo_new_path(cairo)
    cairo_move_to(cairo, tip.x, tip.y)
    cairo_curve_to(
      cairo, tip.x, tip.y - bend, tip.x - radius, tip.y - bend, tip.x - radius, middle.y)
    cairo_arc(cairo, middle.x, middle.y, radius, .pi, 2 * .pi)
    cairo_curve_to(cairo, tip.x + radius, tip.y - bend, tip.x, tip.y - bend, tip.x, tip.y)
    cairo_close_path(cairo)
    pinColor.use(in: cairo)
    cairo_fill_preserve(cairo)
    white.use(in: cairo)
    cairo_set_line_width(cairo, 1)
    cairo_stroke(cairo)
    circle(middle, radius * 0.4, cairo)
    cairo_fill(cairo)
  }

  private static func circle(_ spot: Spot, _ radius: Double, _ cairo: OpaquePointer) {
    cairo_new_path(cairo)
    cairo_arc(cairo, spot.x, spot.y, radius, 0, 2 * .pi)
  }
}
