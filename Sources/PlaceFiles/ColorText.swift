import TravelModel

/// The colours of pins as files have them.
enum ColorText {
  /// A colour as the web has it: `#1c71d8`.
  static func web(_ color: PinColor) -> String {
    let (red, green, blue) = color.bytes
    return "#\(hex(red))\(hex(green))\(hex(blue))"
  }

  /// A colour as KML has it: opacity, blue, green and red.
  static func kml(_ color: PinColor) -> String {
    let (red, green, blue) = color.bytes
    return "ff\(hex(blue))\(hex(green))\(hex(red))"
  }

  /// Reads `#1c71d8`, `#17d`, and either of them with the opacity before it.
  static func color(web text: String) -> PinColor? {
    let digits = text.trimmed.drop { $0 == "#" }
    guard let bytes = bytes(digits.count <= 4 ? digits.flatMap { [$0, $0] } : Array(digits)) else {
      return nil
    }
    let last = bytes.suffix(3).map { $0 }
    return PinColor.nearest(red: last[0], green: last[1], blue: last[2])
  }

  static func color(kml text: String) -> PinColor? {
    guard let bytes = bytes(Array(text.trimmed)), bytes.count == 4 else { return nil }
    return PinColor.nearest(red: bytes[3], green: bytes[2], blue: bytes[1])
  }

  /// Reads the names that Garmin's programs have.
  static func color(named name: String) -> PinColor? {
    switch name.trimmed.lowercased() {
    case "yellow", "darkyellow": .yellow
    case "green", "darkgreen": .green
    case "blue", "darkblue", "cyan", "darkcyan": .blue
    case "magenta", "darkmagenta": .purple
    case "black", "darkgray", "lightgray", "white": .grey
    default: nil
    }
  }

  /// Three or four bytes in hexadecimal digits.
  private static func bytes(_ digits: [Character]) -> [UInt8]? {
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return bytes.count * 2 == digits.count ? bytes : nil
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0\(digits)" : digits
  }
}
