import CCairo

/// A colour, its parts in 0...1.
package struct MapColor: Hashable, Sendable {
  package let red: Double
  package let green: Double
  package let blue: Double

  /// Makes a colour of its parts.
  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Makes a colour of a number as the web writes it, such as 0xFF8800.
  package init(_ number: UInt32) {
    self.init(
      red: Double(number >> 16 & 0xFF) / 255, green: Double(number >> 8 & 0xFF) / 255,
      blue: Double(number & 0xFF) / 255)
  }

  /// Mixes the colour with a part of another one.
  package func mixed(with other: MapColor, _ part: Double) -> MapColor {
    MapColor(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part)
  }

  /// Draws what follows in the colour.
  package func use(in cairo: OpaquePointer, opacity: Double = 1) {
    if opacity < 1 {
      cairo_set_source_rgba(cairo, red, green, blue, opacity)
    } else {
      cairo_set_source_rgb(cairo, red, green, blue)
    }
  }
}

/// The colours of a map.
package struct MapPalette: Hashable, Sendable {
  package let water: MapColor
  package let land: MapColor
  package let coast: MapColor
  package let border: MapColor
  package let region: MapColor
  package let river: MapColor
  package let urbanArea: MapColor
  package let glacier: MapColor
  /// The colours of water from 200, 1,000, 2,000, 4,000 and 6,000 metres.
  package let depths: [MapColor]
  /// What tints countries where somebody has been.
  package let visited: MapColor
  /// The colours of land that is wholly of the kind of each plane of the relief.
  package let tints: [MapColor]

  /// Makes a palette of its colours; without others, only water and land are told apart.
  package init(
    water: MapColor, land: MapColor, coast: MapColor, border: MapColor, region: MapColor,
    river: MapColor? = nil, urbanArea: MapColor? = nil, glacier: MapColor? = nil,
    deepest: MapColor? = nil, height: MapColor? = nil, desert: MapColor? = nil,
    lowland: MapColor? = nil, visited: MapColor? = nil
  ) {
    self.water = water
    self.land = land
    self.coast = coast
    self.border = border
    self.region = region
    self.river = river ?? coast
    self.urbanArea = urbanArea ?? land
    self.glacier = glacier ?? land
    self.visited = visited ?? region
    tints = [height ?? land, desert ?? land, lowland ?? land]
    depths = (1...5).map { water.mixed(with: deepest ?? water, Double($0) / 5) }
  }
}
