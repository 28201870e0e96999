import TextFormats
import TravelModel

/// Reads the geometries that spreadsheets hold: `POINT (2.29 48.85)`, `LINESTRING (…)`.
///
/// Returns nil where the text is none of them, and no shape for one that is broken or empty.
func wellKnownShapes(_ text: String) -> [Shape]? {
  // The number of the reference system may stand before it; all but degrees fail as coordinates.
  let isNumbered = text.prefix(5).uppercased() == "SRID="
  let text = isNumbered ? text.drop { $0 != ";" }.dropFirst() : text[...]
  guard WellKnownText.kind(text.trimmed.prefix { $0.isLetter }) != nil else { return nil }
  var reader = WellKnownText(text)
  guard let geometry = reader.geometry(), reader.isAtEnd else { return [] }
  let (shapes, isGood) = geometry.shapes()
  return isGood ? shapes : []
}

/// Makes geometries of GeoJSON of those in parentheses.
private struct WellKnownText {
  private var words: ArraySlice<Substring>
  private var depth = 0

  /// One in collections of collections has no places.
  private static let deepest = 10

  init(_ text: Substring) {
    var words: [Substring] = []
    var rest = text.utf8
    while let byte = rest.first {
      let isMark = "(),".utf8.contains(byte)
      let word = isMark ? rest.prefix(1) : rest.prefix { $0 > 0x20 && !"(),".utf8.contains($0) }
      if !word.isEmpty { words.append(Substring(word)) }
      rest = rest.dropFirst(max(1, word.count))
    }
    self.words = words[...]
  }

  var isAtEnd: Bool { words.isEmpty }

  /// GeoJSON's name of a kind; a point by itself has parentheses as several have.
  static func kind(_ word: Substring) -> String? {
    switch word.uppercased() {
    case "POINT", "MULTIPOINT": "MultiPoint"
    case "LINESTRING": "LineString"
    case "MULTILINESTRING": "MultiLineString"
    case "POLYGON": "Polygon"
    case "MULTIPOLYGON": "MultiPolygon"
    case "GEOMETRYCOLLECTION": "GeometryCollection"
    default: nil
    }
  }

  mutating func geometry() -> JSON? {
    guard let kind = words.popFirst().flatMap(WellKnownText.kind) else { return nil }
    // Which numbers a point has, or that there is none.
    while let word = words.first, word.allSatisfy(\.isLetter) { words.removeFirst() }
    guard case .array(var parts)? = list() else { return nil }
    if kind == "MultiPoint" {
      parts = parts.flatMap { part in
        if case .array = part.elements.first { part.elements } else { [part] }
      }
    }
    return .object([
      "type": .text(kind), "coordinates": .array(parts), "geometries": .array(parts),
    ])
  }

  /// What stands in parentheses: points, geometries, or more parentheses.
  private mutating func list() -> JSON? {
    guard depth < WellKnownText.deepest, words.popFirst() == "(" else { return nil }
    depth += 1
    defer { depth -= 1 }
    var parts: [JSON] = []
    var mark: Substring? = ","
    while mark == "," {
      guard let part = part() else { return nil }
      parts.append(part)
      mark = words.popFirst()
    }
    return mark == ")" ? .array(parts) : nil
  }

  private mutating func part() -> JSON? {
    guard let first = words.first else { return nil }
    if first == "(" { return list() }
    if WellKnownText.kind(first) != nil { return geometry() }
    var numbers: [JSON] = []
    while let word = words.first, !["(", ")", ","].contains(word) {
      numbers.append(number(word).map { .number($0) } ?? .null)
      words.removeFirst()
    }
    return .array(numbers)
  }
}
