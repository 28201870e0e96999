import Atlas
import CCairo

/// Draws the landscape of an upright part of the world into a cairo context.
struct LandscapePainter {
  let shapes: LandscapeShapes
  let palette: MapPalette
  let frame: MapFrame
  let zoom: Int
  /// How many pixels a thin line is about wide.
  let lineWidth: Double
  /// Tells whether many thin lines are drawn a little less smoothly, in half the time.
  let isQuick: Bool

  /// Fills the sea's depths, each step over the one before.
  func paintSea(_ cairo: OpaquePointer) {
    setSmoothness(cairo)
    for (layer, color) in zip(LandscapePainter.depths, palette.depths) {
      fill(layer, color, cairo)
    }
  }

  /// Fills what the land is covered with, and islands that the outlines lack.
  func paintLand(_ cairo: OpaquePointer) {
    setSmoothness(cairo)
    fill(.islands, palette.land, cairo)
    stroke(.islands, palette.coast, width: 0.8 * lineWidth, cairo)
    fill(.urbanAreas, palette.urbanArea, cairo)
    fill(.glaciers, palette.glacier, cairo)
  }

  /// Fills and strokes the water on the land.
  func paintWater(_ cairo: OpaquePointer) {
    setSmoothness(cairo)
    // The greater a river is beside what is shown with it, the wider.
    for (levels, width) in [(0..<1, 0.7), (1..<3, 1.0), (3..<5, 1.4), (5..<30, 1.9)] {
      stroke(.rivers, palette.river, width: width * lineWidth, cairo) {
        levels.contains(Int(Float(zoom) - $0.minimumZoom))
      }
    }
    fill(.lakes, palette.water, cairo)
    stroke(.lakes, palette.coast, width: 0.7 * lineWidth, cairo)
  }

  private func setSmoothness(_ cairo: OpaquePointer) {
    cairo_set_antialias(cairo, isQuick ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT)
    cairo_set_line_join(cairo, isQuick ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND)
  }

  private static let depths: [LandscapeShapes.Layer] = [
    .depth200, .depth1000, .depth2000, .depth4000, .depth6000,
  ]

  private func fill(_ layer: LandscapeShapes.Layer, _ color: MapColor, _ cairo: OpaquePointer) {
    for piece in shapes.areas(layer) where isShown(piece) {
      frame.addRing(points(of: piece)[...], to: cairo)
    }
    color.use(in: cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    cairo_fill(cairo)
  }

  private func stroke(
    _ layer: LandscapeShapes.Layer, _ color: MapColor, width: Double, _ cairo: OpaquePointer,
    where isWanted: (LandscapeShapes.Piece) -> Bool = { _ in true }
  ) {
    for piece in shapes.lines(layer) where isShown(piece) && isWanted(piece) {
      frame.addPath(points(of: piece)[...], to: cairo)
    }
    color.use(in: cairo)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_width(cairo, width)
    cairo_stroke(cairo)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
  }

  /// The points of a piece without those that are less than a pixel from the one before.
  private func points(of piece: LandscapeShapes.Piece) -> [MapPoint] {
    let all = shapes.points(of: piece)
    let pixel = Float(1 / frame.pixelsPerWorld)
    var points: [MapPoint] = []
    points.reserveCapacity(all.count)
    for (place, point) in all.enumerated() {
      if let last = points.last, place < all.count - 1, abs(point.x - last.x) < pixel,
        abs(point.y - last.y) < pixel, !piece.bounds.hasOnEdge(point)
      {
        continue
      }
      points.append(point)
    }
    return points
  }

  private func isShown(_ piece: LandscapeShapes.Piece) -> Bool {
    piece.minimumZoom <= Float(zoom) && piece.bounds.meets(frame.bounds)
  }
}

extension MapBounds {
  /// Whether a point is on the edge, where the next piece of an area may begin.
  fileprivate func hasOnEdge(_ point: MapPoint) -> Bool {
    point.x == minX || point.x == maxX || point.y == minY || point.y == maxY
  }
}
