import CGLib
import TextFormats
import TravelModel

/// Reads the geometries that spreadsheets hold: `POINT (2.29 48.85)`, `LINESTRING (…)`.
///
/// Returns nil where the text is none of them, and no shape for one that is broken or empty.
func wellKnownShapes(_ text: String) -> [Shape]? {
  // The text may begin with the number of a reference system; coordinates that are not in degrees
  // are rejected later.
  let isNumbered = text.prefix(5).uppercased() == "SRID="
  let text = (isNumbered ? text.drop { $0 != ";" }.dropFirst() : text[...]).trimmed
  guard WellKnownText.kinds[text.prefix { $0.isLetter }.uppercased()] != nil else { return nil }
  guard let geometries = JSON(Array("[\(WellKnownText.json(of: text))]".utf8)) else { return [] }
  let (shapes, isGood) = WellKnownText.shapes(of: geometries)
  return isGood ? shapes : []
}

private enum WellKnownText {
  /// GeoJSON's kinds of geometries; a `POINT` is read as several, because it has the same
  /// parentheses.
  static let kinds = Dictionary(
    uniqueKeysWithValues: geometryKinds.map {
      ($0.uppercased(), $0 == "Point" ? "MultiPoint" : $0)
    })

  /// Replacements that make JSON of well-known text, one after the other: `POINT Z (1 2 3)` becomes
  /// `"POINT",[["1","2"]]`.
  ///
  /// No place of the text is tried twice, and the text is not checked again at each place: otherwise a
  /// long one takes minutes.
  nonisolated(unsafe) private static let steps: [(OpaquePointer?, String)] = {
    let flags = GRegexCompileFlags(rawValue: G_REGEX_CASELESS.rawValue | G_REGEX_RAW.rawValue)
    let patterns = [
      (
        #"(?<![^\s(),"\\])([-+.\d][^\s(),"\\]*+)\s++([^\s(),"\\]++)[^(),]*+"#, #"["\1","\2"]"#
      ),
      ("EMPTY", "()"), (#"\("#, "["), (#"\)"#, "]"),
      (#"(?<![A-Z])([A-Z]++)\s*+(?:Z|M|ZM)?\s*+\["#, #""\1",["#),
    ]
    return patterns.map {
      (g_regex_new($0, flags, GRegexMatchFlags(rawValue: 0), nil), $1)
    }
  }()

  static func json(of text: String) -> String {
    steps.reduce(text) { text, step in
      let found = g_regex_replace(step.0, text, -1, 0, step.1, GRegexMatchFlags(rawValue: 0), nil)
      defer { g_free(found) }
      return found.map { String(cString: $0) } ?? ""
    }
  }

  /// The shapes of a JSON array in which the kind of each geometry is followed by its coordinates.
  static func shapes(of list: JSON) -> (shapes: [Shape], isGood: Bool) {
    var shapes: [Shape] = []
    for place in stride(from: 0, to: list.elements.count, by: 2) {
      let pair = list.elements[place...].prefix(2)
      guard let kind = kinds[pair.first?.text?.uppercased() ?? ""],
        var parts = pair.dropFirst().first
      else { return ([], false) }
      if kind == "MultiPoint" {
        parts = .array(parts.elements.flatMap { $0.elements.count == 1 ? $0.elements : [$0] })
      }
      let found =
        kind == "GeometryCollection"
        ? self.shapes(of: parts)
        : JSON.object(["type": .text(kind), "coordinates": parts]).shapes()
      guard found.isGood else { return ([], false) }
      shapes += found.shapes
    }
    return (shapes, true)
  }
}
