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

  /// The closest zoom level for which there is detail to draw.
  ///
  /// At closer ones the outlines of coasts, rivers and towns would be a few corners: instead there
  /// is only a calm ground, with colours that run into each other.
  package static let deepestZoom = 10
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
    let softness = scale * TilePainter.softness(zoom: zoom)
    let isSoft = zoom > TilePainter.deepestZoom
    // At the date line, soft colours also come from beyond it, from the next copy of the world.
    let copies = [0] + (isSoft && x == 0 ? [-1] : []) + (isSoft && x + 1 == 1 << zoom ? [1] : [])
    let frames = copies.map { copy in
      MapFrame(
        left: Double(x) * side - Double(copy), top: Double(y) * side, width: shown, height: shown,
        pixelsPerWorld: pixelsPerWorld,
        margin: max(side * TilePainter.margin, Double(2 * softness) / pixelsPerWorld),
        leastPixels: TilePainter.leastPixels)
    }
    let maps = frames.map { frame in
      MapPainting(
        outlines: outlines, landscape: landscape, palette: palette, frame: frame, zoom: zoom,
        lineWidth: Double(width * scale) / Double(TilePainter.width), isQuick: !isSoft,
        tinted: tinted)
    }
    let map = maps[0]
    let relief = relief.map {
      ReliefPainter(relief: $0, palette: palette, frame: frames[0], pixels: pixels)
    }
    let painting = Painting(width: pixels, height: pixels)
    if isSoft {
      map.useLand(relief, painting.cairo)
      cairo_paint(painting.cairo)
      // One more square on each side, for interpolation.
      let count = (pixels + softness - 1) / softness + 2
      let water = Painting(width: count, height: count, CAIRO_FORMAT_ARGB32)
      cairo_translate(water.cairo, 1, 1)
      cairo_scale(water.cairo, 1 / Double(softness), 1 / Double(softness))
      MapPainting.paintWaterAlone(maps, water.cairo)
      water.paint(on: painting.cairo, enlargedBy: softness, from: 1)
      map.paintLines(painting.cairo)
    } else {
      palette.water.use(in: painting.cairo)
      cairo_paint(painting.cairo)
      map.paintShapes(painting.cairo, relief: relief)
    }
    return painting.rgb()
  }

  /// The width of the squares between which colours run into each other, in pixels.
  private static func softness(zoom: Int) -> Int {
    min(mostSoftness, 1 << max(0, zoom - deepestZoom))
  }

  /// The largest of these squares; larger ones would hardly look softer.
  private static let mostSoftness = 16
}
