package import Atlas
import CCairo
package import GLibBridge
import TravelModel

/// Draws tiles of the offline map: water and land, what lies in them, and borders.
package struct TilePainter: Sendable {
  /// Device pixels to a pixel.
  package let scale: Int
  private let outlines: Outlines
  private let landscape: Landscape?
  private let relief: Relief?
  private let palette: MapPalette
  private let tinted: Set<Int>

  /// The width of a tile at its own level, in pixels.
  package static let width = Int(MapView.tileSize)
  /// How far beyond a tile is drawn, in parts of a tile: further than the widest line reaches.
  private static let margin = 0.02
  /// What can be told apart, in pixels.
  private static let leastPixels = 0.8

  /// Paints the outlines, and landscape and relief if there are any, in the colours of a palette, and
  /// tints countries by their numbers.
  package init(
    outlines: Outlines, landscape: Landscape?, relief: Relief?, palette: MapPalette, scale: Int,
    tinted: Set<Int> = []
  ) {
    (self.tinted, self.outlines, self.landscape) = (tinted, outlines, landscape)
    (self.relief, self.palette, self.scale) = (relief, palette, scale)
  }

  /// The device pixels of a side of the picture of a tile that is shown so many pixels wide.
  ///
  /// Between two levels a tile is only about so wide: its picture goes on for a pixel, which leaves no
  /// gap before the next.
  package func side(width: Int = TilePainter.width) -> Int {
    (width == TilePainter.width ? width : width + 1) * scale
  }

  /// A tile that is shown so many pixels wide, as rows of RGB pixels, a byte for each colour; nil
  /// without the memory.
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
