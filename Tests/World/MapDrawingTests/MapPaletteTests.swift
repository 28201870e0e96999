import Glibc
import Testing

@testable import MapDrawing

struct MapPaletteTests {
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
