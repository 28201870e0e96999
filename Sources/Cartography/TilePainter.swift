package import Atlas
import CCairo
package import GLibBridge

/// Draws tiles of the offline map: land, water and borders.
package struct TilePainter: Sendable {
  /// Device pixels to a pixel.
  package let scale: Int
  private let outlines: Outlines
  private let palette: MapPalette

  /// The width of a tile, in pixels.
  private static let side = 256
  /// How far beyond a tile is drawn, in parts of a tile: further than the widest line reaches.
  private static let margin = 0.02

  /// Paints the outlines in the colours of a palette.
  package init(outlines: Outlines, palette: MapPalette, scale: Int) {
    self.outlines = outlines
    self.palette = palette
    self.scale = scale
  }

  /// The width of a tile in device pixels.
  ///
  /// A tile is shown at up to twice its size, before the next level's take its place. The first
  /// levels, few and seen by everybody, are painted for that.
  package func side(zoom: Int) -> Int { TilePainter.side * density(zoom: zoom) }

  private func density(zoom: Int) -> Int { zoom <= 2 ? 2 * scale : scale }

  /// A tile as rows of RGB pixels, a byte for each colour; nil without the memory.
  package func paint(x: Int, y: Int, zoom: Int) -> Bytes? {
    let pixels = Int32(side(zoom: zoom))
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels, pixels)!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    let side = 1 / Double(1 << zoom)
    let frame = MapFrame(
      left: Double(x) * side, top: Double(y) * side, side: side, pixels: Double(pixels),
      margin: side * TilePainter.margin)
    let painter = OutlinePainter(
      palette: palette, lineWidth: Double(density(zoom: zoom)), showsRegions: zoom >= 4,
      stressesBorders: zoom > 4)
    let shapes = outlines.shapes(Detail(zoom: zoom))
    palette.water.use(in: cairo)
    cairo_paint(cairo)
    painter.fillLand(shapes, in: frame, cairo)
    painter.strokeLines(shapes, in: frame, cairo)
    return rgbRows(of: surface)
  }
}

extension MapPalette {
  /// The colours of the light style.
  package static let light = MapPalette(
    water: MapColor(red: 0.67, green: 0.82, blue: 0.89),
    land: MapColor(red: 0.96, green: 0.94, blue: 0.90),
    coast: MapColor(red: 0.47, green: 0.66, blue: 0.77),
    border: MapColor(red: 0.55, green: 0.47, blue: 0.52),
    region: MapColor(red: 0.78, green: 0.73, blue: 0.74))
  /// The colours of the dark style.
  package static let dark = MapPalette(
    water: MapColor(red: 0.10, green: 0.15, blue: 0.20),
    land: MapColor(red: 0.20, green: 0.21, blue: 0.22),
    coast: MapColor(red: 0.26, green: 0.38, blue: 0.46),
    border: MapColor(red: 0.55, green: 0.52, blue: 0.55),
    region: MapColor(red: 0.34, green: 0.34, blue: 0.36))
}
