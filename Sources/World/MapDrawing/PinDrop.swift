import CCairo
package import TravelModel

/// The drop that a pin looks like: a disc, and two curves from its sides to the tip below it.
package enum PinDrop {
  /// The radius of the disc, and the height of its middle above the tip, in pixels.
  package static let (radius, height) = (11.5, 23.5)
  /// How far the rim reaches beyond the body, in pixels.
  package static let rim = 2.5

  private static let white = MapColor(0xFFFFFF)

  /// Paints the drop with its tip at the origin.
  ///
  /// A light rim and a dark line around it contrast with any background.
  package static func paint(_ color: PinColor?, on cairo: OpaquePointer) {
    let (y, shoulder) = (-height, 0.35)
    cairo_new_path(cairo)
    cairo_arc(cairo, 0, y, radius, .pi - shoulder, shoulder)
    cairo_curve_to(cairo, 8, y + 12, 2, y + 17, 0, 0)
    cairo_curve_to(cairo, -2, y + 17, -8, y + 12, -10.8, y + 4)
    cairo_close_path(cairo)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    for (width, color) in [(2 * rim, line(around: color)), (2 * rim - 2, white)] {
      color.use(in: cairo)
      cairo_set_line_width(cairo, width)
      cairo_stroke_preserve(cairo)
    }
    MapColor(color).use(in: cairo)
    cairo_fill(cairo)
    cairo_arc(cairo, 0, y, 4.5, 0, 2 * .pi)
    white.use(in: cairo)
    cairo_fill(cairo)
  }

  /// The dark line around a pin: a shade of its colour.
  package static func line(around color: PinColor?) -> MapColor {
    color.map { MapColor($0).mixed(with: MapColor(0), 0.6) }
      ?? MapColor(red: 0.45, green: 0.02, blue: 0.06)
  }
}

extension MapColor {
  /// The colour of a pin or a trip's line; nil is the usual one.
  package init(_ color: PinColor?) {
    let (red, green, blue) = color?.bytes ?? PinColor.usual
    self.init(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }
}
