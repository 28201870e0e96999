package import Atlas
import CCairo

/// Draws land, coasts and borders of a part of the world into a cairo context.
package struct OutlinePainter: Sendable {
  let palette: MapPalette
  /// The approximate width of a thin line, in pixels.
  let lineWidth: Double
  let coastOpacity: Double
  /// Whether borders of states and provinces are drawn.
  let showsRegions: Bool
  /// Whether borders of countries are drawn wider than coasts.
  let stressesBorders: Bool
  /// Whether large numbers of thin lines are drawn a little less smoothly, in half the time.
  let isQuick: Bool

  package init(
    palette: MapPalette, lineWidth: Double, coastOpacity: Double = 1, showsRegions: Bool,
    stressesBorders: Bool, isQuick: Bool = false
  ) {
    (self.palette, self.lineWidth, self.showsRegions) = (palette, lineWidth, showsRegions)
    self.coastOpacity = coastOpacity
    self.stressesBorders = stressesBorders
    self.isQuick = isQuick
  }

  /// Fills the land, or a part of it in another colour.
  package func fillLand(
    _ shapes: MapShapes, in projection: some MapProjection, color: MapColor? = nil,
    _ cairo: OpaquePointer, where isWanted: (LandRing) -> Bool = { _ in true }
  ) {
    (color ?? palette.land).use(in: cairo)
    fillLandWithSource(shapes, in: projection, cairo, where: isWanted)
  }

  /// Fills a part of the land with the context's source.
  func fillLandWithSource(
    _ shapes: MapShapes, in projection: some MapProjection, _ cairo: OpaquePointer,
    where isWanted: (LandRing) -> Bool = { _ in true }
  ) {
    projection.addLand(of: shapes, where: isWanted, to: cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    // Neighbours meet without a seam when they are filled together.
    cairo_set_antialias(cairo, isQuick ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_GOOD)
    cairo_fill(cairo)
  }

  /// Strokes coasts and borders; disputed ones are dashed.
  package func strokeLines(
    _ shapes: MapShapes, in projection: some MapProjection, _ cairo: OpaquePointer
  ) {
    cairo_set_line_join(cairo, isQuick ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND)
    cairo_set_antialias(cairo, isQuick ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_GOOD)
    for kind in [nil, BorderKind.region, .country, .disputed] {
      let opacity = kind == nil ? coastOpacity : kind != .region || showsRegions ? 1 : 0
      if opacity == 0 { continue }
      projection.addLines(of: shapes, kind: kind, to: cairo)
      var dashes = [3 * lineWidth, 3 * lineWidth]
      cairo_set_dash(cairo, &dashes, kind == .disputed ? 2 : 0, 0)
      let color = kind == nil ? palette.coast : kind == .region ? palette.region : palette.border
      color.use(in: cairo, opacity: opacity)
      let isStressed = kind == .country && stressesBorders
      cairo_set_line_width(cairo, (isStressed ? 1.2 : 0.8) * lineWidth)
      cairo_stroke(cairo)
    }
    cairo_set_dash(cairo, nil, 0, 0)
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
  }
}
