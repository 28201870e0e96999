package import Atlas
import CCairo
package import GLibBridge

/// Draws tiles of the offline map: water and land, what lies in them, and borders.
package struct TilePainter: Sendable {
  /// Device pixels to a pixel.
  package let scale: Int
  private let outlines: Outlines
  private let landscape: Landscape?
  private let relief: Relief?
  private let palette: MapPalette
  private let tinted: Set<Int>

  /// The width of a tile, in pixels.
  private static let side = 256
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
      lineWidth: Double(density(zoom: zoom)), isQuick: true, tinted: tinted
    ).paint(cairo, relief: relief, pixels: Int(pixels))
    return rgbRows(of: surface)
  }
}

extension MapPalette {
  /// The colours of the light style.
  package static let light = MapPalette(
    water: MapColor(red: 0.53, green: 0.725, blue: 0.825),
    land: MapColor(red: 0.98, green: 0.965, blue: 0.925),
    coast: MapColor(red: 0.27, green: 0.47, blue: 0.60),
    border: MapColor(red: 0.53, green: 0.44, blue: 0.50),
    region: MapColor(red: 0.74, green: 0.68, blue: 0.69),
    river: MapColor(red: 0.36, green: 0.60, blue: 0.75),
    urbanArea: MapColor(red: 0.885, green: 0.845, blue: 0.80),
    glacier: MapColor(red: 0.91, green: 0.96, blue: 0.985),
    deepest: MapColor(red: 0.38, green: 0.605, blue: 0.75),
    height: MapColor(red: 0.925, green: 0.88, blue: 0.79),
    desert: MapColor(red: 0.98, green: 0.93, blue: 0.80),
    lowland: MapColor(red: 0.925, green: 0.95, blue: 0.875),
    visited: MapColor(red: 0.66, green: 0.47, blue: 0.84))
  /// The colours of the dark style.
  package static let dark = MapPalette(
    water: MapColor(red: 0.08, green: 0.125, blue: 0.175),
    land: MapColor(red: 0.255, green: 0.265, blue: 0.27),
    coast: MapColor(red: 0.33, green: 0.45, blue: 0.53),
    border: MapColor(red: 0.58, green: 0.55, blue: 0.58),
    region: MapColor(red: 0.40, green: 0.40, blue: 0.42),
    river: MapColor(red: 0.29, green: 0.42, blue: 0.52),
    urbanArea: MapColor(red: 0.345, green: 0.34, blue: 0.34),
    glacier: MapColor(red: 0.36, green: 0.40, blue: 0.44),
    deepest: MapColor(red: 0.04, green: 0.07, blue: 0.11),
    height: MapColor(red: 0.345, green: 0.325, blue: 0.295),
    desert: MapColor(red: 0.31, green: 0.30, blue: 0.265),
    lowland: MapColor(red: 0.25, green: 0.28, blue: 0.26),
    visited: MapColor(red: 0.60, green: 0.42, blue: 0.80))
}
