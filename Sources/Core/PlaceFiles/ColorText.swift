import TravelModel

enum ColorText {
  /// A colour as the web has it: `#1c71d8`.
  static func web(_ color: PinColor) -> String {
    "#" + String(0xFF00_0000 | rgb(color), radix: 16).dropFirst(2)
  }

  /// A colour as KML has it: opacity, blue, green and red.
  static func kml(_ color: PinColor) -> String {
    String(0xFF00_0000 | rgb(color).byteSwapped >> 8, radix: 16)
  }

  /// A colour that was read; it may be that of a pin that has none.
  struct Paint: Equatable { let color: PinColor? }

  static func color(web text: String) -> PinColor? { paint(web: text)?.color }

  /// Reads `#1c71d8`, `#17d`, and either of them with the opacity before it.
  static func paint(web text: String) -> Paint? {
    let digits = text.trimmed.drop { $0 == "#" }
    let all = digits.count <= 4 ? String(digits.flatMap { [$0, $0] }) : String(digits)
    return all.count == 6 || all.count == 8 ? UInt32(all, radix: 16).map(paint) : nil
  }

  /// Reads a colour of a style of KML.
  static func paint(kml text: String) -> Paint? {
    let digits = text.trimmed
    return digits.count == 8 ? UInt32(digits, radix: 16).map { paint($0.byteSwapped >> 8) } : nil
  }

  static func isWhite(kml text: String) -> Bool { text.trimmed.lowercased().hasSuffix("ffffff") }

  /// Reads the colour that the address of an icon names in the ways of Google Earth and of Organic
  /// Maps: `icon?color=1976d2`, `grn-pushpin.png`, `placemark-deeppurple.png`.
  static func paint(icon address: String) -> Paint? {
    let file = address.trimmed.split(separator: "/").last ?? ""
    if let tint = file.split(whereSeparator: { "?&".contains($0) })
      .first(where: { $0.hasPrefix("color=") })
    {
      return paint(web: String(tint.dropFirst("color=".count)))
    }
    let words = file.lowercased().split { "-_.".contains($0) }
    return words.lazy.compactMap { color(named: $0) }.first.map { Paint(color: $0) }
  }

  /// Reads the names that Garmin's programs have, and the words in names of icons.
  static func color(named name: some StringProtocol) -> PinColor? {
    switch name.trimmed.lowercased() {
    case "orange", "deeporange": .orange
    case "yellow", "ylw", "darkyellow": .yellow
    case "green", "grn", "lime", "teal", "darkgreen": .green
    case "blue", "blu", "lightblue", "ltblu", "cyan", "darkblue", "darkcyan": .blue
    case "purple", "deeppurple", "magenta", "darkmagenta": .purple
    case "brown": .brown
    case "gray", "bluegray", "black", "darkgray", "lightgray", "white": .grey
    default: nil
    }
  }

  private static func paint(_ rgb: UInt32) -> Paint {
    let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: rgb >> $0) }
    return Paint(color: PinColor.nearest(red: bytes[0], green: bytes[1], blue: bytes[2]))
  }

  private static func rgb(_ color: PinColor) -> UInt32 {
    let (red, green, blue) = color.bytes
    return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}
