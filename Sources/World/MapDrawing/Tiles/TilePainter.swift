package import Atlas
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

  /// Paints the outlines, and landscape and relief if there are any, in the colours of a palette, and
  /// tints countries by their numbers.
  package init(
    outlines: Outlines, landscape: Landscape?, relief: Relief?, palette: MapPalette, scale: Int,
    tinted: Set<Int> = []
  ) {
    self.tinted = tinted
    self.outlines = outlines
    self.landscape = landscape
    self.relief = relief
    self.palette = palette
    self.scale = scale
  }

  /// The device pixels of a side of the picture of a tile that is shown so many pixels wide.
  ///
  /// It is a multiple of four, as many pixels as are painted together. Between two levels a tile is
  /// only about so wide: its picture goes on for a pixel or more, which leaves no gap before the next.
  package func side(width: Int = TilePainter.width) -> Int {
    let shown = width == TilePainter.width ? width : width + 1
    return (shown * scale + 3) / 4 * 4
  }

  /// A tile that is shown so many pixels wide, as rows of RGB pixels, a byte for each colour; nil
  /// without the memory.
  package func paint(x: Int, y: Int, zoom: Int, width: Int = TilePainter.width) -> Bytes? {
    let pixels = side(width: width)
    let side = 1 / Double(1 << zoom)
    let frame = MapFrame(
      left: Double(x) * side, top: Double(y) * side,
      side: side * Double(pixels) / Double(width * scale), pixels: Double(pixels),
      margin: side * TilePainter.margin)
    let canvas = TileCanvas(side: pixels, color: palette.water, frame: frame)
    let lineWidth = Double(width * scale) / Double(TilePainter.width)
    let features = landscape.map {
      TileLandscape(
        shapes: $0.shapes(Detail(zoom: zoom)), palette: palette, zoom: zoom, lineWidth: lineWidth)
    }
    let shapes = outlines.shapes(Detail(zoom: zoom))
    features?.paintSea(on: canvas)
    let land = shapes.land.filter { $0.bounds.meets(canvas.frame.bounds) }
    paint(land, of: shapes, on: canvas, pixels: pixels)
    features?.paintLand(on: canvas)
    if land.contains(where: { tinted.contains($0.country) }) {
      paintTint(land, of: shapes, on: canvas, pixels: pixels)
    }
    features?.paintWater(on: canvas)
    paintLines(shapes, zoom: zoom, lineWidth: lineWidth, on: canvas)
    return canvas.rgb()
  }

  private func paint(
    _ rings: [LandRing], of shapes: MapShapes, on canvas: TileCanvas, pixels: Int
  ) {
    guard !rings.isEmpty else { return }
    for ring in rings { canvas.add(ring, of: shapes) }
    if let relief {
      canvas.fill(
        ReliefColors(relief, palette: palette, frame: canvas.frame, side: pixels))
    } else {
      canvas.fill(palette.land)
    }
  }

  /// Lays a colour over some countries.
  ///
  /// A ring covers the enclaves in it, which come later: each takes away what lies under it, or gives.
  private func paintTint(
    _ rings: [LandRing], of shapes: MapShapes, on canvas: TileCanvas, pixels: Int
  ) {
    var mask = [UInt8](repeating: 0, count: pixels * pixels)
    var isTinted = true
    for ring in rings {
      if tinted.contains(ring.country) != isTinted {
        canvas.fill(&mask, adding: isTinted)
        isTinted.toggle()
      }
      canvas.add(ring, of: shapes)
    }
    canvas.fill(&mask, adding: isTinted)
    canvas.lay(palette.visited, through: mask, opacity: MapPainting.tint)
  }

  private func paintLines(
    _ shapes: MapShapes, zoom: Int, lineWidth: Double, on canvas: TileCanvas
  ) {
    let style = OutlinePainter(palette: palette, lineWidth: lineWidth, zoom: zoom)
    let lines = shapes.lines.filter { $0.bounds.meets(canvas.frame.bounds) }
    for kind in style.kinds {
      for line in lines where line.kind == kind {
        canvas.add(
          line, of: shapes, width: style.width(of: kind),
          dash: kind == .disputed ? style.dash : nil)
      }
      canvas.stroke(style.color(of: kind))
    }
  }
}
