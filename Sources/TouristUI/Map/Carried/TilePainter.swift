package import Atlas
import CAdwaita
import CGLib
package import GLibBridge

/// Draws tiles of the carried world: land, water and borders.
package nonisolated struct TilePainter: Sendable {
  /// The colours of a map.
  package struct Palette: Sendable {
    package typealias Color = (red: Double, green: Double, blue: Double)
    let water: Color
    let land: Color
    let coast: Color
    let border: Color
    let region: Color

    package static let light = Palette(
      water: (0.67, 0.82, 0.89), land: (0.96, 0.94, 0.90), coast: (0.47, 0.66, 0.77),
      border: (0.55, 0.47, 0.52), region: (0.78, 0.73, 0.74))
    package static let dark = Palette(
      water: (0.10, 0.15, 0.20), land: (0.20, 0.21, 0.22), coast: (0.26, 0.38, 0.46),
      border: (0.55, 0.52, 0.55), region: (0.34, 0.34, 0.36))
  }

  let outlines: Outlines
  let palette: Palette
  /// Device pixels to a pixel.
  let scale: Int

  /// Paints the outlines in the colours of a palette.
  package init(outlines: Outlines, palette: Palette, scale: Int) {
    self.outlines = outlines
    self.palette = palette
    self.scale = scale
  }

  /// The width of a tile, in pixels.
  static let side = 256

  /// The width of a tile in device pixels.
  ///
  /// A tile is shown at up to twice its size, before the next level's take its place. The first
  /// levels, few and seen by everybody, are painted for that.
  func side(zoom: Int) -> Int { TilePainter.side * density(zoom: zoom) }

  private func density(zoom: Int) -> Int { zoom <= 2 ? 2 * scale : scale }

  /// A tile as rows of BGRA pixels.
  package func paint(x: Int, y: Int, zoom: Int) -> Bytes {
    let pixels = Int32(side(zoom: zoom))
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels, pixels)!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    let frame = TileFrame(x: x, y: y, zoom: zoom, pixels: Double(pixels))
    let shapes = outlines.shapes(Detail(zoom: zoom))
    setColor(palette.water, cairo)
    cairo_paint(cairo)
    fillLand(shapes, in: frame, cairo)
    strokeLines(shapes, in: frame, zoom: zoom, cairo)
    cairo_surface_flush(surface)
    return Bytes(
      adopting: g_bytes_new(
        cairo_image_surface_get_data(surface),
        gsize(cairo_image_surface_get_stride(surface) * pixels)))
  }

  private func fillLand(_ shapes: MapShapes, in frame: TileFrame, _ cairo: OpaquePointer) {
    setColor(palette.land, cairo)
    for ring in shapes.land where ring.bounds.meets(frame.bounds) {
      let corners = frame.clipped(shapes.points[ring.points])
      guard corners.count > 2 else { continue }
      cairo_move_to(cairo, corners[0].x, corners[0].y)
      for corner in corners.dropFirst() { cairo_line_to(cairo, corner.x, corner.y) }
      cairo_close_path(cairo)
    }
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    // Neighbours meet without a seam when they are filled together.
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_GOOD)
    cairo_fill(cairo)
  }

  private func strokeLines(
    _ shapes: MapShapes, in frame: TileFrame, zoom: Int, _ cairo: OpaquePointer
  ) {
    let width = Double(density(zoom: zoom))
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    for kind in [nil, BorderKind.region, .country, .disputed] {
      if kind == .region, zoom < 4 { continue }
      for line in shapes.lines where line.kind == kind && line.bounds.meets(frame.bounds) {
        addPath(shapes.points[line.points], in: frame, cairo)
      }
      var dashes = [3 * width, 3 * width]
      cairo_set_dash(cairo, &dashes, kind == .disputed ? 2 : 0, 0)
      setColor(
        kind == nil ? palette.coast : kind == .region ? palette.region : palette.border, cairo)
      cairo_set_line_width(cairo, kind == .country && zoom > 4 ? 1.2 * width : 0.8 * width)
      cairo_stroke(cairo)
    }
  }

  /// Adds the parts of a line that come near the tile.
  private func addPath(
    _ points: ArraySlice<MapPoint>, in frame: TileFrame, _ cairo: OpaquePointer
  ) {
    guard var previous = points.first else { return }
    var isDrawing = false
    for point in points.dropFirst() {
      if frame.mayCross(previous, point) {
        if !isDrawing {
          let start = frame.position(of: previous)
          cairo_move_to(cairo, start.x, start.y)
        }
        let end = frame.position(of: point)
        cairo_line_to(cairo, end.x, end.y)
        isDrawing = true
      } else {
        isDrawing = false
      }
      previous = point
    }
  }

  private func setColor(_ color: Palette.Color, _ cairo: OpaquePointer) {
    cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
  }
}

/// A tile's part of the world, with a little around it for what reaches in from there.
private nonisolated struct TileFrame {
  let bounds: MapBounds
  private let left: Double
  private let top: Double
  private let pixelsPerWorld: Double

  /// How far beyond the tile is drawn, in parts of a tile: further than the widest line reaches.
  private static let margin = 0.02

  init(x: Int, y: Int, zoom: Int, pixels: Double) {
    let side = 1 / Double(1 << zoom)
    left = Double(x) * side
    top = Double(y) * side
    pixelsPerWorld = pixels / side
    let margin = side * TileFrame.margin
    bounds = MapBounds(
      minX: Float(left - margin), minY: Float(top - margin), maxX: Float(left + side + margin),
      maxY: Float(top + side + margin))
  }

  func position(of point: MapPoint) -> (x: Double, y: Double) {
    ((Double(point.x) - left) * pixelsPerWorld, (Double(point.y) - top) * pixelsPerWorld)
  }

  func mayCross(_ a: MapPoint, _ b: MapPoint) -> Bool {
    max(a.x, b.x) >= bounds.minX && min(a.x, b.x) <= bounds.maxX && max(a.y, b.y) >= bounds.minY
      && min(a.y, b.y) <= bounds.maxY
  }

  /// The part of a ring within the bounds, in pixels: each side of the bounds cuts off what is
  /// beyond it, so that what is far away costs a comparison and no drawing.
  func clipped(_ ring: ArraySlice<MapPoint>) -> [(x: Double, y: Double)] {
    var points = Array(ring)
    points = cut(points, by: { $0.x - bounds.minX }) {
      TileFrame.crossing($0, $1, atX: bounds.minX)
    }
    points = cut(points, by: { bounds.maxX - $0.x }) {
      TileFrame.crossing($0, $1, atX: bounds.maxX)
    }
    points = cut(points, by: { $0.y - bounds.minY }) {
      TileFrame.crossing($0, $1, atY: bounds.minY)
    }
    points = cut(points, by: { bounds.maxY - $0.y }) {
      TileFrame.crossing($0, $1, atY: bounds.maxY)
    }
    return points.map(position)
  }

  private func cut(
    _ points: [MapPoint], by inside: (MapPoint) -> Float,
    crossing: (MapPoint, MapPoint) -> MapPoint
  ) -> [MapPoint] {
    guard var previous = points.last else { return [] }
    var result: [MapPoint] = []
    for point in points {
      let (isInside, wasInside) = (inside(point) >= 0, inside(previous) >= 0)
      if isInside != wasInside { result.append(crossing(previous, point)) }
      if isInside { result.append(point) }
      previous = point
    }
    return result
  }

  private static func crossing(_ a: MapPoint, _ b: MapPoint, atX x: Float) -> MapPoint {
    MapPoint(x: x, y: a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))
  }

  private static func crossing(_ a: MapPoint, _ b: MapPoint, atY y: Float) -> MapPoint {
    MapPoint(x: a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y: y)
  }
}
