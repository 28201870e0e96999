import MapDrawing

struct Theme: Hashable, Sendable {
  /// The name used in photo ids; never changed, because these are stored.
  let name: String
  let paper, ink, faint, accent, water, land, home, coast, border: MapColor
  let family: String

  /// Makes a theme of its colours, in the order of the properties; `home` is the card's own land.
  private init(_ name: String, _ colors: UInt32..., serifs: Bool = false) {
    let colors = colors.map { MapColor($0) }
    self.name = name
    (paper, ink, faint, accent) = (colors[0], colors[1], colors[2], colors[3])
    (water, land, home, coast, border) = (colors[4], colors[5], colors[6], colors[7], colors[8])
    family =
      serifs ? "Source Serif 4,Noto Serif,serif," : "Cantarell,Adwaita Sans,Inter,sans-serif,"
  }

  /// The palette for maps, in which small features are subdued.
  var palette: MapPalette {
    MapPalette(
      water: water, land: land, coast: coast, border: border, region: land.mixed(with: border, 0.45)
    )
  }

  /// Whether the ink is lighter than the paper.
  var isDark: Bool { paper.red + paper.green + paper.blue < ink.red + ink.green + ink.blue }

  static let dusk = Theme(
    "dusk", 0x2D1B3A, 0xFDEBDC, 0xC9A7B8, 0xFFA45B, 0x432A55, 0x77466B, 0xB8606F, 0xA56E8C, 0xBF8398
  )
  static let night = Theme(
    "night", 0x0D1A2B, 0xF4EDDA, 0x93A6BC, 0xF5C451, 0x15304F, 0x35617F, 0x6FA3BF, 0x4F7D9F,
    0x6487A5)
  static let atlas = Theme(
    "atlas", 0xF4E8CD, 0x46321F, 0x84694A, 0xA3321F, 0xD3DBC6, 0xF1DFB6, 0xE3B771, 0x7A6A4C,
    0xA98A5B, serifs: true)
  static let meadow = Theme(
    "meadow", 0xF1F4EA, 0x21382D, 0x5F776A, 0xC8553D, 0xD3E5E4, 0xAFC8A0, 0x719F79, 0x7FA394,
    0xF1F4EA)
  static let ice = Theme(
    "ice", 0xF3F8FB, 0x1D384B, 0x668296, 0xE3623F, 0xD6E7F2, 0xFFFFFF, 0xB5D4E8, 0x93B6CD, 0xA7BFD0)
  static let clay = Theme(
    "clay", 0xB9492F, 0xFFF3E0, 0xF9D2BC, 0xFFD37A, 0xC4563B, 0xDE7F60, 0xF3C58D, 0xF0B294, 0xF6CDB2
  )
}
