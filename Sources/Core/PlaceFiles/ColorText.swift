import TravelModel

/// The colours of pins as files have them.
enum ColorText {
  /// A colour as the web has it: `#1c71d8`.
  static func web(_ color: PinColor) -> String {
    let (red, green, blue) = color.bytes
    return "#" + hexadecimal([red, green, blue])
  }

  /// A colour as KML has it: opacity, blue, green and red.
  static func kml(_ color: PinColor) -> String {
    let (red, green, blue) = color.bytes
    return hexadecimal([0xFF, blue, green, red])
  }

  /// A colour that was read; it may be that of a pin that has none.
  struct Paint: Equatable { let color: PinColor? }

  static func color(web text: String) -> PinColor? { paint(web: text)?.color }

  /// Reads `#1c71d8`, `#17d`, and either of them with the opacity before it.
  static func paint(web text: String) -> Paint? {
    let digits = text.trimmed.drop { $0 == "#" }
    return bytes(digits.count <= 4 ? digits.flatMap { [$0, $0] } : Array(digits)).map {
      paint($0.suffix(3))
    }
  }

  /// Reads a colour of a style of KML.
  static func paint(kml text: String) -> Paint? {
    guard let bytes = bytes(Array(text.trimmed)), bytes.count == 4 else { return nil }
    return paint(bytes[1...].reversed())
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

  private static func paint(_ bytes: some Collection<UInt8>) -> Paint {
    let bytes = Array(bytes)
    return Paint(color: PinColor.nearest(red: bytes[0], green: bytes[1], blue: bytes[2]))
  }

  /// Three or four bytes in hexadecimal digits.
  private static func bytes(_ digits: [Character]) -> [UInt8]? {
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return bytes.count * 2 == digits.count ? bytes : nil
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
