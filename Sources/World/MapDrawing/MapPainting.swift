import Atlas
import CCairo

/// Everything drawn of a part of the world: water and land, their features, and borders.
struct MapPainting {
  private let shapes: MapShapes
  private let landscape: LandscapeShapes?
  private let painter: OutlinePainter
  private let frame: MapFrame
  private let zoom: Int
  private let tinted: Set<Int>
  /// The opacity of towns and of the lines of water, which end where the map has no more detail.
  private let detail: Double

  /// Over how many levels they fade out.
  private static let levelsOfFading = 2.0

  init(
    outlines: Outlines, landscape: Landscape?, palette: MapPalette, frame: MapFrame, zoom: Int,
    lineWidth: Double, isQuick: Bool = false, tinted: Set<Int>
  ) {
    (self.frame, self.zoom, self.tinted) = (frame, zoom, tinted)
    shapes = outlines.shapes(Detail(zoom: zoom))
    self.landscape = landscape?.shapes(Detail(zoom: zoom))
    detail = min(1, max(0, Double(TilePainter.deepestZoom + 1 - zoom) / MapPainting.levelsOfFading))
    painter = OutlinePainter(
      palette: palette, lineWidth: lineWidth * palette.lineFactor, coastOpacity: detail,
      showsRegions: zoom >= 4, stressesBorders: zoom > 4, isQuick: isQuick)
  }

  /// Paints water and land, with the relief if there is one, and the lines on them.
  func paintShapes(_ cairo: OpaquePointer, relief: ReliefPainter? = nil) {
    paintSea(cairo)
    useLand(relief, cairo)
    painter.fillLandWithSource(shapes, in: frame, cairo)
    setSmoothness(cairo)
    fill(.islands, painter.palette.land, cairo)
    stroke(.islands, painter.palette.coast, width: 0.8, cairo)
    paintTowns(cairo)
    paintCover(cairo)
    // Rivers that appear at lower zooms are wider.
    for (levels, width) in [(0..<1, 0.7), (1..<3, 1.0), (3..<5, 1.4), (5..<30, 1.9)] {
      stroke(.rivers, painter.palette.river, width: width, cairo) {
        levels.contains(Int(Float(zoom) - $0.minimumZoom))
      }
    }
    fill(.lakes, painter.palette.water, cairo)
    stroke(.lakes, painter.palette.coast, width: 0.7, cairo)
    paintLines(cairo)
  }

  /// Makes the colours of land the context's source.
  func useLand(_ relief: ReliefPainter?, _ cairo: OpaquePointer) {
    let hasLand = shapes.land.contains { $0.bounds.meets(frame.bounds) }
    if let relief, hasLand { relief.use(in: cairo) } else { painter.palette.land.use(in: cairo) }
  }

  /// Paints water, and what covers land, which can be seen through elsewhere, in copies of the world
  /// beside each other.
  static func paintWaterAlone(_ copies: [MapPainting], _ cairo: OpaquePointer) {
    copies[0].painter.palette.water.use(in: cairo)
    cairo_paint(cairo)
    for copy in copies { copy.paintSea(cairo) }
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OUT)
    for copy in copies {
      copy.painter.fillLand(copy.shapes, in: copy.frame, cairo)
      copy.fill(.islands, copy.painter.palette.land, cairo)
    }
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    for copy in copies {
      copy.paintCover(cairo)
      copy.fill(.lakes, copy.painter.palette.water, cairo)
    }
  }

  func paintLines(_ cairo: OpaquePointer) { painter.strokeLines(shapes, in: frame, cairo) }

  private func paintCover(_ cairo: OpaquePointer) {
    setSmoothness(cairo)
    fill(.glaciers, painter.palette.glacier, cairo)
    if shapes.land.contains(where: {
      tinted.contains($0.country) && $0.bounds.meets(frame.bounds)
    }) {
      paintTint(cairo)
    }
  }

  /// Tints some countries.
  ///
  /// A ring covers the enclaves in it, which come later in the list: each ring sets or clears what
  /// is below it.
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
      frame.addRing(shapes.points[ring.points], in: ring.bounds, to: cairo)
    }
    cairo_fill(cairo)
    cairo_pop_group_to_source(cairo)
    cairo_paint_with_alpha(cairo, MapPalette.tintOpacity)
  }

  /// Whether a coast or a border crosses the frame.
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

/// The landscape.
extension MapPainting {
  /// Fills the sea's depths, each over the shallower one.
  private func paintSea(_ cairo: OpaquePointer) {
    setSmoothness(cairo)
    for (layer, color) in zip(MapPainting.depths, painter.palette.depths) {
      fill(layer, color, cairo)
    }
  }

  /// Fills towns, whose outlines are rougher than coasts, as far as they are on land.
  private func paintTowns(_ cairo: OpaquePointer) {
    guard detail > 0, landscape?.areas(.urbanAreas).contains(where: isShown) == true else { return }
    cairo_push_group(cairo)
    fill(.urbanAreas, painter.palette.urbanArea, opacity: detail, cairo)
    cairo_pop_group_to_source(cairo)
    painter.fillLandWithSource(shapes, in: frame, cairo)
  }

  private func setSmoothness(_ cairo: OpaquePointer) {
    guard landscape != nil else { return }
    cairo_set_antialias(cairo, painter.isQuick ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT)
    cairo_set_line_join(cairo, painter.isQuick ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND)
  }

  private static let depths: [LandscapeShapes.Layer] = [
    .depth200, .depth1000, .depth2000, .depth4000, .depth6000,
  ]

  private func fill(
    _ layer: LandscapeShapes.Layer, _ color: MapColor, opacity: Double = 1, _ cairo: OpaquePointer
  ) {
    guard let landscape else { return }
    for piece in landscape.areas(layer) where isShown(piece) {
      frame.addRing(points(of: piece, in: landscape)[...], in: piece.bounds, to: cairo)
    }
    color.use(in: cairo, opacity: opacity)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    cairo_fill(cairo)
  }

  /// Strokes the lines of water; `width` is in widths of a thin line.
  private func stroke(
    _ layer: LandscapeShapes.Layer, _ color: MapColor, width: Double, _ cairo: OpaquePointer,
    where isWanted: (LandscapeShapes.Piece) -> Bool = { _ in true }
  ) {
    guard let landscape, detail > 0 else { return }
    for piece in landscape.lines(layer) where isShown(piece) && isWanted(piece) {
      frame.addPath(points(of: piece, in: landscape)[...], to: cairo)
    }
    color.use(in: cairo, opacity: detail)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_width(cairo, width * painter.lineWidth)
    cairo_stroke(cairo)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
  }

  /// The points of a piece, without those closer than a pixel to the one before.
  private func points(of piece: LandscapeShapes.Piece, in shapes: LandscapeShapes) -> [MapPoint] {
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
  /// Whether a point is on an edge, where an area may have been cut.
  fileprivate func hasOnEdge(_ point: MapPoint) -> Bool {
    point.x == minX || point.x == maxX || point.y == minY || point.y == maxY
  }
}
