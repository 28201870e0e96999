import TravelModel

/// Reads the geometries that spreadsheets hold: `POINT (2.29 48.85)`, `LINESTRING (…)`.
///
/// Returns nil where the text is none of them, and no shape for one that is broken or empty.
func wellKnownShapes(_ text: String) -> [Shape]? {
  var reader = WellKnownText(text)
  return reader.read()
}

private struct WellKnownText {
  private var rest: Substring.UTF8View
  private var shapes: [Shape] = []
  private var kind = Kind.other
  /// How many parentheses are open, and were when the kind was named.
  private var depth = 0
  private var kindDepth = 0
  private var points: [Coordinate] = []
  private var numbers: [Double?] = []
  /// Whether the next line of points is the outline of an area, and not a hole in it.
  private var isOutline = false

  private enum Kind: String {
    case point = "POINT"
    case points = "MULTIPOINT"
    case line = "LINESTRING"
    case lines = "MULTILINESTRING"
    case area = "POLYGON"
    case areas = "MULTIPOLYGON"
    case other = "GEOMETRYCOLLECTION"
  }

  init(_ text: String) {
    rest = text.trimmed[...].utf8
    // The number of the reference system; all but degrees fail as coordinates.
    if let end = rest.prefix(20).firstIndex(of: UInt8(ascii: ";")),
      String(rest[..<end])?.uppercased().hasPrefix("SRID=") == true
    {
      rest = rest[end...].dropFirst()
    }
  }

  mutating func read() -> [Shape]? {
    guard String(rest.prefix { isLetter($0) }).flatMap({ Kind(rawValue: $0.uppercased()) }) != nil
    else { return nil }
    var isGood = true
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        if depth - kindDepth == (kind == .areas ? 2 : 1) { isOutline = true }
      case UInt8(ascii: ","): isGood = endTuple() && isGood
      case UInt8(ascii: ")"):
        isGood = endTuple() && isGood
        endGroup()
        depth -= 1
        if depth <= kindDepth { kind = .other }
      case _ where isLetter(byte):
        let word = rest.prefix { isLetter($0) }
        if let kind = Kind(rawValue: String(word)?.uppercased() ?? "") {
          (self.kind, kindDepth) = (kind, depth)
        }
        rest = rest[word.endIndex...]
        continue
      case 0...0x20: break
      default:
        let word = rest.prefix { $0 > 0x20 && !"(),".utf8.contains($0) }
        numbers.append(number(Substring(word)))
        rest = rest[word.endIndex...]
        continue
      }
      rest.removeFirst()
    }
    return isGood && depth == 0 ? shapes : []
  }

  private mutating func endTuple() -> Bool {
    defer { numbers = [] }
    guard !numbers.isEmpty else { return true }
    guard numbers.count >= 2,
      let point = Coordinate.read(latitude: numbers[1], longitude: numbers[0])
    else { return false }
    points.append(point)
    return true
  }

  private mutating func endGroup() {
    defer { points = [] }
    guard !points.isEmpty else { return }
    switch kind {
    case .point, .points: shapes += points.map { .point($0) }
    case .line, .lines: shapes.append(.line(points))
    case .area, .areas:
      if isOutline { shapes.append(.area(points)) }
      isOutline = false
    case .other: break
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
