import Atlas
import CCairo

/// All that is drawn of a part of the world: water and land, what lies in them, and borders.
struct MapPainting {
  private let shapes: MapShapes
  private let landscape: LandscapePainter?
  private let painter: OutlinePainter
  private let frame: MapFrame
  /// The numbers of the countries that are tinted.
  private let tinted: Set<Int>

  /// How much of the colour of tinted countries is seen: it leaves the land its own.
  private static let tint = 0.4

  init(
    outlines: Outlines, landscape: Landscape?, palette: MapPalette, frame: MapFrame, zoom: Int,
    lineWidth: Double, isQuick: Bool = false, tinted: Set<Int>
  ) {
    self.tinted = tinted
    shapes = outlines.shapes(Detail(zoom: zoom))
    self.frame = frame
    painter = OutlinePainter(
      palette: palette, lineWidth: lineWidth, showsRegions: zoom >= 4, stressesBorders: zoom > 4,
      isQuick: isQuick)
    self.landscape = landscape.map {
      LandscapePainter(
        shapes: $0.shapes(Detail(zoom: zoom)), palette: palette, frame: frame, zoom: zoom,
        lineWidth: lineWidth, isQuick: isQuick)
    }
  }

  /// Paints what is in the water, the land by its relief if there is one.
  func paintShapes(_ cairo: OpaquePointer, relief: ReliefPainter? = nil) {
    landscape?.paintSea(cairo)
    if let relief { relief.use(in: cairo) } else { painter.palette.land.use(in: cairo) }
    painter.fillLandWithSource(shapes, in: frame, cairo)
    landscape?.paintLand(cairo)
    if shapes.land.contains(where: {
      tinted.contains($0.country) && $0.bounds.meets(frame.bounds)
    }) {
      paintTint(cairo)
    }
    landscape?.paintWater(cairo)
    painter.strokeLines(shapes, in: frame, cairo)
  }

  /// Lays a colour over some countries.
  ///
  /// A ring covers the enclaves in it, which come later: each takes away what lies under it, or gives.
  private func paintTint(_ cairo: OpaquePointer) {
    cairo_push_group(cairo)
    painter.palette.visited.use(in: cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    var isTinted = true
    for ring in shapes.land where ring.bounds.meets(frame.bounds) {
      if tinted.contains(ring.country) != isTinted {
        cairo_fill(cairo)
        isTinted.toggle()
        cairo_set_operator(cairo, isTinted ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_DEST_OUT)
      }
      frame.addRing(shapes.points[ring.points], to: cairo)
    }
    cairo_fill(cairo)
    cairo_pop_group_to_source(cairo)
    cairo_paint_with_alpha(cairo, MapPainting.tint)
  }

  /// Whether a coast or a border goes through the frame.
  var hasLines: Bool {
    let bounds = frame.bounds
    return shapes.lines.contains { line in
      line.kind != .region && line.bounds.meets(bounds)
        && shapes.points[line.points].contains {
          $0.x > bounds.minX && $0.x < bounds.maxX && $0.y > bounds.minY && $0.y < bounds.maxY
        }
    }
  }
}
