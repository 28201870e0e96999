import MapDrawing

/// The colours and letters of a card.
struct Theme: Hashable, Sendable {
  /// What identities of cards are made of; never changed, for they are stored.
  let name: String
  let paper: MapColor
  let ink: MapColor
  let faint: MapColor
  let accent: MapColor
  let water: MapColor
  let land: MapColor
  /// The land that a card is about.
  let home: MapColor
  let coast: MapColor
  let border: MapColor
  var hasSerifs = false

  /// The colours of a map, in which what is small stands back.
  var palette: MapPalette {
    MapPalette(
      water: water, land: land, coast: coast, border: border, region: land.mixed(with: border, 0.45)
    )
  }

  /// Tells whether the ink is lighter than the paper.
  var isDark: Bool {
    paper.red + paper.green + paper.blue < ink.red + ink.green + ink.blue
  }
}

extension Theme {
  static let dusk = Theme(
    name: "dusk", paper: MapColor(0x2D1B3A), ink: MapColor(0xFDEBDC), faint: MapColor(0xC9A7B8),
    accent: MapColor(0xFFA45B), water: MapColor(0x432A55), land: MapColor(0x77466B),
    home: MapColor(0xB8606F), coast: MapColor(0xA56E8C), border: MapColor(0xBF8398))
  static let night = Theme(
    name: "night", paper: MapColor(0x0D1A2B), ink: MapColor(0xF4EDDA), faint: MapColor(0x93A6BC),
    accent: MapColor(0xF5C451), water: MapColor(0x15304F), land: MapColor(0x35617F),
    home: MapColor(0x6FA3BF), coast: MapColor(0x4F7D9F), border: MapColor(0x6487A5))
  static let atlas = Theme(
    name: "atlas", paper: MapColor(0xF4E8CD), ink: MapColor(0x46321F), faint: MapColor(0x84694A),
    accent: MapColor(0xA3321F), water: MapColor(0xD3DBC6), land: MapColor(0xF1DFB6),
    home: MapColor(0xE3B771), coast: MapColor(0x7A6A4C), border: MapColor(0xA98A5B),
    hasSerifs: true)
  static let meadow = Theme(
    name: "meadow", paper: MapColor(0xF1F4EA), ink: MapColor(0x21382D), faint: MapColor(0x5F776A),
    accent: MapColor(0xC8553D), water: MapColor(0xD3E5E4), land: MapColor(0xAFC8A0),
    home: MapColor(0x719F79), coast: MapColor(0x7FA394), border: MapColor(0xF1F4EA))
  static let ice = Theme(
    name: "ice", paper: MapColor(0xF3F8FB), ink: MapColor(0x1D384B), faint: MapColor(0x668296),
    accent: MapColor(0xE3623F), water: MapColor(0xD6E7F2), land: MapColor(0xFFFFFF),
    home: MapColor(0xB5D4E8), coast: MapColor(0x93B6CD), border: MapColor(0xA7BFD0))
  static let clay = Theme(
    name: "clay", paper: MapColor(0xB9492F), ink: MapColor(0xFFF3E0), faint: MapColor(0xF9D2BC),
    accent: MapColor(0xFFD37A), water: MapColor(0xC4563B), land: MapColor(0xDE7F60),
    home: MapColor(0xF3C58D), coast: MapColor(0xF0B294), border: MapColor(0xF6CDB2))
}
