/// The kinds of names on a map, as far as they are drawn differently.
package enum NameStyle: CaseIterable, Hashable, Sendable {
  case country, province, capital, city, sea, lake, river, region, peak
}

/// The colours of the names on a map, and of the halos around them.
///
/// A name can be read on all that it may lie on without its halo, which only keeps lines away from it.
package struct NameInks: Hashable, Sendable {
  private let country: MapColor
  private let province: MapColor
  private let city: MapColor
  private let sea: MapColor
  private let lake: MapColor
  private let region: MapColor
  private let peak: MapColor
  private let landHalo: MapColor
  private let waterHalo: MapColor
  private let isFullHalo: Bool

  package func ink(of style: NameStyle) -> MapColor {
    switch style {
    case .country: country
    case .province: province
    case .capital, .city: city
    case .sea: sea
    case .lake, .river: lake
    case .region: region
    case .peak: peak
    }
  }

  /// The colour of the halos around the names of a style, and its opacity.
  ///
  /// A river's name stands beside it, on land.
  package func halo(of style: NameStyle) -> (color: MapColor, opacity: Double) {
    let isOnWater = style == .sea || style == .lake
    return (isOnWater ? waterHalo : landHalo, isFullHalo ? 1 : isOnWater ? 0.7 : 0.85)
  }
}

extension NameInks {
  package static let light = NameInks(
    country: MapColor(red: 0.19, green: 0.15, blue: 0.23),
    province: MapColor(red: 0.30, green: 0.25, blue: 0.33),
    city: MapColor(red: 0.13, green: 0.13, blue: 0.16),
    sea: MapColor(red: 0, green: 0.10, blue: 0.18),
    lake: MapColor(red: 0.02, green: 0.21, blue: 0.35),
    region: MapColor(red: 0.21, green: 0.155, blue: 0.065),
    peak: MapColor(red: 0.20, green: 0.135, blue: 0.08),
    landHalo: MapColor(red: 1, green: 1, blue: 0.98), waterHalo: MapPalette.light.water,
    isFullHalo: false)
  package static let dark = NameInks(
    country: MapColor(red: 0.87, green: 0.86, blue: 0.91),
    province: MapColor(red: 0.84, green: 0.83, blue: 0.87),
    city: MapColor(red: 0.96, green: 0.96, blue: 0.95),
    sea: MapColor(red: 0.73, green: 0.85, blue: 0.955),
    lake: MapColor(red: 0.76, green: 0.88, blue: 0.98),
    region: MapColor(red: 0.88, green: 0.84, blue: 0.73),
    peak: MapColor(red: 0.90, green: 0.84, blue: 0.74),
    landHalo: MapColor(red: 0.12, green: 0.13, blue: 0.14), waterHalo: MapPalette.dark.water,
    isFullHalo: false)
  /// The colours in high contrast.
  package static let lightHighContrast = NameInks(MapColor(0), halo: MapColor(0xFFFFFF))
  package static let darkHighContrast = NameInks(MapColor(0xFFFFFF), halo: MapColor(0))

  private init(_ ink: MapColor, halo: MapColor) {
    self.init(
      country: ink, province: ink, city: ink, sea: ink, lake: ink, region: ink, peak: ink,
      landHalo: halo, waterHalo: halo, isFullHalo: true)
  }
}
