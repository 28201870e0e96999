import Atlas

/// Paints what lies on the land and in the sea of a tile.
struct TileLandscape {
  let shapes: LandscapeShapes
  let palette: MapPalette
  let zoom: Int
  /// How many pixels a thin line is about wide.
  let lineWidth: Double

  /// Fills the sea's depths, each step over the one before.
  func paintSea(on canvas: TileCanvas) {
    for (layer, color) in zip(LandscapePainter.depths, palette.depths) {
      fill(layer, color, on: canvas)
    }
  }

  /// Fills what the land is covered with, and islands that the outlines lack.
  func paintLand(on canvas: TileCanvas) {
    fill(.islands, palette.land, on: canvas)
    stroke(.islands, palette.coast, on: canvas) { _ in LandscapePainter.islandCoast }
    fill(.urbanAreas, palette.urbanArea, on: canvas)
    fill(.glaciers, palette.glacier, on: canvas)
  }

  /// Fills and strokes the water on the land.
  func paintWater(on canvas: TileCanvas) {
    stroke(.rivers, palette.river, on: canvas) {
      LandscapePainter.riverWidth(since: Float(zoom) - $0.minimumZoom)
    }
    fill(.lakes, palette.water, on: canvas)
    stroke(.lakes, palette.coast, on: canvas) { _ in LandscapePainter.lakeCoast }
  }

  private func fill(
    _ layer: LandscapeShapes.Layer, _ color: MapColor, on canvas: TileCanvas
  ) {
    for piece in shapes.areas(layer, meeting: canvas.frame.bounds) where isShown(piece) {
      canvas.add(area: piece, of: shapes)
    }
    canvas.fill(color)
  }

  private func stroke(
    _ layer: LandscapeShapes.Layer, _ color: MapColor, on canvas: TileCanvas,
    width: (LandscapeShapes.Piece) -> Double
  ) {
    for piece in shapes.lines(layer, meeting: canvas.frame.bounds) where isShown(piece) {
      canvas.add(line: piece, of: shapes, width: width(piece) * lineWidth)
    }
    canvas.stroke(color)
  }

  private func isShown(_ piece: LandscapeShapes.Piece) -> Bool {
    piece.minimumZoom <= Float(zoom)
  }
}
