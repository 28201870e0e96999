package import Atlas
import CCairo
package import GLibBridge

/// Draws tiles of the offline map: water and land, what lies in them, and borders.
package struct TilePainter: Sendable {
  /// Device pixels to a pixel.
  package let scale: Int
  private let outlines: Outlines
  private let landscape: Landscape?
  private let palette: MapPalette

  /// The width of a tile, in pixels.
  private static let side = 256
  /// How far beyond a tile is drawn, in parts of a tile: further than the widest line reaches.
  private static let margin = 0.02

  /// Paints the outlines, and the landscape if there is one, in the colours of a palette.
  package init(outlines: Outlines, landscape: Landscape?, palette: MapPalette, scale: Int) {
    self.outlines = outlines
    self.landscape = landscape
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
    MapPainting(
      outlines: outlines, landscape: landscape, palette: palette, frame: frame, zoom: zoom,
      lineWidth: Double(density(zoom: zoom))
    ).paint(cairo)
    return rgbRows(of: surface)
  }
}

extension MapPalette {
  /// The colours of the light style.
  package static let light = MapPalette(
    water: MapColor(red: 0.61, green: 0.795, blue: 0.885),
    land: MapColor(red: 0.975, green: 0.96, blue: 0.925),
    coast: MapColor(red: 0.36, green: 0.57, blue: 0.70),
    border: MapColor(red: 0.55, green: 0.47, blue: 0.52),
    region: MapColor(red: 0.78, green: 0.73, blue: 0.74),
    river: MapColor(red: 0.42, green: 0.65, blue: 0.79),
    urbanArea: MapColor(red: 0.90, green: 0.865, blue: 0.825),
    glacier: MapColor(red: 0.90, green: 0.955, blue: 0.985),
    deepest: MapColor(red: 0.44, green: 0.665, blue: 0.80))
  /// The colours of the dark style.
  package static let dark = MapPalette(
    water: MapColor(red: 0.08, green: 0.125, blue: 0.175),
    land: MapColor(red: 0.255, green: 0.265, blue: 0.27),
    coast: MapColor(red: 0.33, green: 0.45, blue: 0.53),
    border: MapColor(red: 0.58, green: 0.55, blue: 0.58),
    region: MapColor(red: 0.40, green: 0.40, blue: 0.42),
    river: MapColor(red: 0.29, green: 0.42, blue: 0.52),
    urbanArea: MapColor(red: 0.315, green: 0.315, blue: 0.315),
    glacier: MapColor(red: 0.36, green: 0.40, blue: 0.44),
    deepest: MapColor(red: 0.04, green: 0.07, blue: 0.11))
}
