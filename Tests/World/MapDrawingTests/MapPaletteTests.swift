import CCairo
import Glibc
import Testing

@testable import MapDrawing

struct MapPaletteTests {
  /// The palettes with the inks of the names on them.
  private static let styles: [(palette: MapPalette, inks: NameInks)] = [
    (.light, .light), (.dark, .dark), (.lightHighContrast, .lightHighContrast),
    (.darkHighContrast, .darkHighContrast),
  ]

  @Test(arguments: [MapPalette.light, .dark])
  func `land and water are told apart`(_ palette: MapPalette) {
    for land in [palette.land, palette.glacier] + palette.tints {
      for water in [palette.water] + palette.depths {
        #expect(contrast(land, water) >= 1.6, "\(land) and \(water)")
      }
    }
  }

  @Test(arguments: [MapPalette.light, .dark])
  func `coasts and borders are seen on land`(_ palette: MapPalette) {
    for land in [palette.land] + palette.tints {
      #expect(contrast(palette.coast, land) >= 1.3)
      #expect(contrast(palette.border, land) >= 1.8)
      #expect(contrast(palette.river, land) >= 1.2)
    }
    #expect(contrast(palette.coast, palette.water) >= 1.3)
  }

  @Test(arguments: [MapPalette.lightHighContrast, .darkHighContrast])
  func `in high contrast lines stand out`(_ palette: MapPalette) {
    for land in [palette.land, palette.glacier, palette.urbanArea] + palette.tints {
      for line in [palette.coast, palette.region, palette.river] {
        #expect(contrast(line, land) >= 3, "\(line) on \(land)")
      }
      #expect(contrast(palette.border, land) >= 7)
    }
    for water in [palette.water] + palette.depths { #expect(contrast(palette.coast, water) >= 3) }
    #expect(palette.lineFactor > 1)
  }

  @Test(arguments: NameStyle.allCases, styles)
  func `names can be read on what they lie on`(
    _ style: NameStyle, _ colors: (palette: MapPalette, inks: NameInks)
  ) {
    let (palette, inks) = colors
    let land = [palette.land, palette.glacier, palette.urbanArea] + palette.tints
    let visited = land.map { $0.mixed(with: palette.visited, MapPalette.tintOpacity) }
    let sea = [palette.water] + palette.depths
    let grounds =
      switch style {
      case .lake, .river: land + visited + [palette.water]
      case .province: land + visited
      // Those of islands and of ports reach out over the sea, and those of seas over land.
      case .country, .capital, .city, .region, .peak, .sea: land + visited + sea
      }
    for ground in grounds {
      #expect(contrast(inks.ink(of: style), ground) >= 4.5, "on \(ground)")
    }
  }

  @Test(arguments: [(MapPalette.light, NameInks.light, false), (.dark, .dark, true)])
  func `the names of seas can be read where the globe is in shadow`(
    _ palette: MapPalette, _ inks: NameInks, _ isDark: Bool
  ) {
    let painting = Painting(width: 200, height: 200)
    // Only trenches are deeper.
    palette.depths[3].use(in: painting.cairo)
    cairo_paint(painting.cairo)
    GlobeShade(isDark: isDark).paint(on: painting.cairo, middle: (100, 100), radius: 100)
    // No name is nearer to the rim, which is darkest here.
    let edge = 100 + 66
    let ground = painting.withPixels { MapColor($0[edge * 200 + edge] & 0xFFFFFF) }
    #expect(contrast(inks.ink(of: .sea), ground!) >= 4.5)
  }

  /// As the Web Content Accessibility Guidelines have it.
  private func contrast(_ one: MapColor, _ other: MapColor) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private func luminance(_ color: MapColor) -> Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
