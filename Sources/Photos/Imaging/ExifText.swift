import TravelModel

/// Parses the texts of EXIF and XMP that gexiv2 returns unparsed.
enum ExifText {
  /// The coordinate of XMP texts, such as "48,51,30N" or "48,51.504N".
  static func coordinate(xmpLatitude: String?, xmpLongitude: String?) -> Coordinate? {
    guard
      let latitude = xmpLatitude.flatMap({ xmpDegrees($0, positive: "N", negative: "S") }),
      let longitude = xmpLongitude.flatMap({ xmpDegrees($0, positive: "E", negative: "W") })
    else { return nil }
    return coordinate(latitude, longitude)
  }

  /// The coordinate of two numbers; nil if both are zero, as from cameras that do not know their
  /// place.
  static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func xmpDegrees(_ text: String, positive: String, negative: String) -> Double? {
    guard let side = text.last?.uppercased(), [positive, negative].contains(side) else {
      return nil
    }
    let parts = text.dropLast().split(separator: ",")
    guard (1...3).contains(parts.count) else { return nil }
    var degrees = 0.0
    for (part, unit) in zip(parts, [1.0, 60, 3600]) {
      guard let number = Double(part), number >= 0 else { return nil }
      degrees += number / unit
    }
    return side == positive ? degrees : -degrees
  }

  /// The ISO date of EXIF's "2019:07:14 12:33:01" or XMP's "2019-07-14T12:33:01+02:00".
  static func date(_ text: String?) -> String? {
    guard let text, text.count >= 10 else { return nil }
    let day = String(text.prefix(10)).replacing(":", with: "-")
    let whole = "\(day) \(text.dropFirst(11).prefix(8))"
    if TakenDate(whole)?.time != nil { return whole }
    return TakenDate(day)?.day == nil ? nil : day
  }

  /// The degrees of EXIF's "4734/100", from 0 to 360.
  static func direction(_ text: String?) -> Double? {
    let parts = (text ?? "").split(separator: "/").map { Double($0) ?? .nan }
    guard (1...2).contains(parts.count) else { return nil }
    let degrees = parts.count == 1 ? parts[0] : parts[0] / parts[1]
    return (0...360).contains(degrees) ? degrees : nil
  }

  /// A text written by a person, on one line; nil if a camera filled it in.
  static func oneLine(_ text: String?) -> String? {
    guard var text = text?[...] else { return nil }
    // XMP texts have translations; the first is the default.
    if text.hasPrefix("lang=\""), let end = text.dropFirst(6).firstIndex(of: "\"") {
      text = text[text.index(after: end)...]
    }
    let line = text.split { $0.isWhitespace || $0.isNewline || $0 == "\0" }.joined(separator: " ")
    guard !line.isEmpty, !cameraDefaults.contains(line.uppercased()) else { return nil }
    return line.count <= longest ? line : line.prefix(longest - 1) + "…"
  }

  /// The longest title, in characters.
  private static let longest = 200

  private static let cameraDefaults: Set<String> = [
    "OLYMPUS DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
    "SONY DSC", "DCIM", "DIGITAL CAMERA", "DEFAULT", "PICTURE", "UNTITLED", "SAMSUNG",
    "SAMSUNG DIGITAL CAMERA", "KODAK DIGITAL STILL CAMERA", "EXIF_JPEG_PICTURE", "ASCII",
    "SCREENSHOT", "DAV", "SDR", "MDE", "CAV", "HDR", "BTY", "DIGITAL STILL CAMERA",
  ]
}
