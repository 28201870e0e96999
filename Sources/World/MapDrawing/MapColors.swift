import CCairo

/// A colour with components in 0...1.
package struct MapColor: Hashable, Sendable {
  package let red: Double
  package let green: Double
  package let blue: Double

  package init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Makes a colour from a number in web notation, such as 0xFF8800.
  package init(_ number: UInt32) {
    self.init(
      red: Double(number >> 16 & 0xFF) / 255, green: Double(number >> 8 & 0xFF) / 255,
      blue: Double(number & 0xFF) / 255)
  }

  package func mixed(with other: MapColor, _ part: Double) -> MapColor {
    MapColor(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part)
  }

  package func use(in cairo: OpaquePointer, opacity: Double = 1) {
    cairo_set_source_rgba(cairo, red, green, blue, opacity)
  }
}

package struct MapPalette: Hashable, Sendable {
  package let water: MapColor
  package let land: MapColor
  package private(set) var coast: MapColor
  package private(set) var border: MapColor
  package private(set) var region: MapColor
  package private(set) var river: MapColor
  package let urbanArea: MapColor
  package let glacier: MapColor
  /// The colours of water deeper than 200, 1,000, 2,000, 4,000 and 6,000 metres.
  package let depths: [MapColor]
  package let visited: MapColor
  /// The colours of land, one for each plane of the relief.
  package let tints: [MapColor]
  /// By how much lines are wider than usual.
  package private(set) var lineFactor = 1.0

  /// The opacity of the tint of visited countries, which leaves the land's own colours visible.
  package static let tintOpacity = 0.4

  /// Makes a palette; without optional colours, only water and land are distinguished.
  package init(
    water: MapColor, land: MapColor, coast: MapColor, border: MapColor, region: MapColor,
    river: MapColor? = nil, urbanArea: MapColor? = nil, glacier: MapColor? = nil,
    deepest: MapColor? = nil, height: MapColor? = nil, desert: MapColor? = nil,
    lowland: MapColor? = nil, visited: MapColor? = nil
  ) {
    (self.water, self.land, self.coast, self.border) = (water, land, coast, border)
    self.region = region
    self.river = river ?? coast
    self.urbanArea = urbanArea ?? land
    self.glacier = glacier ?? land
    self.visited = visited ?? region
    tints = [height ?? land, desert ?? land, lowland ?? land]
    depths = (1...5).map { water.mixed(with: deepest ?? water, Double($0) / 5) }
  }
}

extension MapPalette {
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
  package static let dark = MapPalette(
    water: MapColor(red: 0.08, green: 0.125, blue: 0.175),
    land: MapColor(red: 0.255, green: 0.265, blue: 0.27),
    coast: MapColor(red: 0.33, green: 0.45, blue: 0.53),
    border: MapColor(red: 0.58, green: 0.55, blue: 0.58),
    region: MapColor(red: 0.40, green: 0.40, blue: 0.42),
    river: MapColor(red: 0.29, green: 0.42, blue: 0.52),
    urbanArea: MapColor(red: 0.31, green: 0.305, blue: 0.305),
    glacier: MapColor(red: 0.30, green: 0.335, blue: 0.365),
    deepest: MapColor(red: 0.04, green: 0.07, blue: 0.11),
    height: MapColor(red: 0.315, green: 0.30, blue: 0.275),
    desert: MapColor(red: 0.295, green: 0.285, blue: 0.255),
    lowland: MapColor(red: 0.25, green: 0.28, blue: 0.26),
    visited: MapColor(red: 0.48, green: 0.33, blue: 0.66))
  /// The styles in high contrast.
  package static let lightHighContrast = light.withLines(towards: MapColor(0))
  package static let darkHighContrast = dark.withLines(towards: MapColor(0xFFFFFF))

  /// The same colours, with wider lines that are more like another colour.
  private func withLines(towards ink: MapColor) -> MapPalette {
    var palette = self
    palette.coast = coast.mixed(with: ink, 0.7)
    palette.border = ink
    palette.region = region.mixed(with: ink, 0.5)
    palette.river = river.mixed(with: ink, 0.5)
    palette.lineFactor = 1.6
    return palette
  }
}
