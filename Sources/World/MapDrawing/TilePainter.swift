package import Atlas
import CCairo
package import GLibBridge
import TravelModel

/// Draws tiles of the offline map: water and land, their features, and borders.
package struct TilePainter: Sendable {
  /// Device pixels per pixel.
  package let scale: Int
  private let outlines: Outlines
  private let landscape: Landscape?
  private let relief: Relief?
  private let palette: MapPalette
  private let tinted: Set<Int>

  /// The width of a tile at its own level, in pixels.
  package static let width = Int(MapView.tileSize)
  /// The margin that is drawn around a tile, as a share of it: wider than half the widest line.
  private static let margin = 0.02
  /// The least visible distance, in pixels.
  private static let leastPixels = 0.8

  /// Makes a painter of the outlines, and landscape and relief if there are any, with a palette and
  /// tinted countries.
  package init(
    outlines: Outlines, landscape: Landscape?, relief: Relief?, palette: MapPalette, scale: Int,
    tinted: Set<Int> = []
  ) {
    (self.tinted, self.outlines, self.landscape) = (tinted, outlines, landscape)
    (self.relief, self.palette, self.scale) = (relief, palette, scale)
  }

  /// The side of a tile's picture in device pixels, if the tile is shown at a width in pixels.
  ///
  /// Between two levels the width of a tile is only approximate: its picture is a pixel larger, so
  /// that there is no gap to the next.
  package func side(width: Int = TilePainter.width) -> Int {
    (width == TilePainter.width ? width : width + 1) * scale
  }

  /// A tile for a width in pixels, as rows of RGB bytes; nil without the memory.
  package func paint(x: Int, y: Int, zoom: Int, width: Int = TilePainter.width) -> Bytes? {
    let pixels = side(width: width)
    let side = 1 / Double(1 << zoom)
    let pixelsPerWorld = Double(width * scale) / side
    let shown = Double(pixels) / pixelsPerWorld
    let frame = MapFrame(
      left: Double(x) * side, top: Double(y) * side, width: shown, height: shown,
      pixelsPerWorld: pixelsPerWorld, margin: side * TilePainter.margin,
      leastPixels: TilePainter.leastPixels)
    let painting = Painting(width: pixels, height: pixels)
    palette.water.use(in: painting.cairo)
    cairo_paint(painting.cairo)
    MapPainting(
      outlines: outlines, landscape: landscape, palette: palette, frame: frame, zoom: zoom,
      lineWidth: Double(width * scale) / Double(TilePainter.width), isQuick: true, tinted: tinted
    ).paintShapes(
      painting.cairo,
      relief: relief.map {
        ReliefPainter(relief: $0, palette: palette, frame: frame, pixels: pixels)
      })
    return painting.rgb()
  }
}
