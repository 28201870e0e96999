package import Atlas
import CCairo

/// Draws land, coasts and borders of a part of the world into a cairo context.
package struct OutlinePainter: Sendable {
  /// The colours.
  let palette: MapPalette
  /// How many pixels a thin line is about wide.
  let lineWidth: Double
  /// Tells whether the borders of states and provinces are drawn.
  let showsRegions: Bool
  /// Tells whether borders of countries are drawn wider than coasts.
  let stressesBorders: Bool
  /// Tells whether many thin lines are drawn a little less smoothly, in half the time.
  let isQuick: Bool

  /// Makes a painter of its settings.
  package init(
    palette: MapPalette, lineWidth: Double, showsRegions: Bool, stressesBorders: Bool,
    isQuick: Bool = false
  ) {
    self.palette = palette
    self.lineWidth = lineWidth
    self.showsRegions = showsRegions
    self.stressesBorders = stressesBorders
    self.isQuick = isQuick
  }

  /// Makes the painter of a map at a zoom level.
  init(palette: MapPalette, lineWidth: Double, zoom: Int) {
    self.init(
      palette: palette, lineWidth: lineWidth, showsRegions: zoom >= 4, stressesBorders: zoom > 4)
  }

  /// The kinds of borders that are drawn, the lowest first; nil is a coast.
  var kinds: [BorderKind?] {
    showsRegions ? [nil, .region, .country, .disputed] : [nil, .country, .disputed]
  }

  func color(of kind: BorderKind?) -> MapColor {
    switch kind {
    case nil: palette.coast
    case .region: palette.region
    case .country, .disputed: palette.border
    }
  }

  func width(of kind: BorderKind?) -> Double {
    kind == .country && stressesBorders ? 1.2 * lineWidth : 0.8 * lineWidth
  }

  /// How long the dashes of disputed borders are, and what is left between them.
  var dash: Double { 3 * lineWidth }

  /// Fills the land.
  package func fillLand(
    _ shapes: MapShapes, in projection: some MapProjection, _ cairo: OpaquePointer
  ) {
    fillLand(shapes, in: projection, color: palette.land, cairo) { _ in true }
  }

  /// Fills some of the land in a colour of its own.
  package func fillLand(
    _ shapes: MapShapes, in projection: some MapProjection, color: MapColor,
    _ cairo: OpaquePointer, where isWanted: (LandRing) -> Bool
  ) {
    color.use(in: cairo)
    projection.addLand(of: shapes, where: isWanted, to: cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    // Neighbours meet without a seam when they are filled together.
    cairo_set_antialias(cairo, isQuick ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_GOOD)
    cairo_fill(cairo)
  }

  /// Strokes coasts and borders; those that are disputed are dashed.
  package func strokeLines(
    _ shapes: MapShapes, in projection: some MapProjection, _ cairo: OpaquePointer
  ) {
    cairo_set_line_join(cairo, isQuick ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND)
    cairo_set_antialias(cairo, isQuick ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_GOOD)
    for kind in kinds {
      projection.addLines(of: shapes, kind: kind, to: cairo)
      var dashes = [dash, dash]
      cairo_set_dash(cairo, &dashes, kind == .disputed ? 2 : 0, 0)
      color(of: kind).use(in: cairo)
      cairo_set_line_width(cairo, width(of: kind))
      cairo_stroke(cairo)
    }
    cairo_set_dash(cairo, nil, 0, 0)
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
  }
}
