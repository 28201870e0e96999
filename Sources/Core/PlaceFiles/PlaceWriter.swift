public import Files
import TextFormats
import TravelModel

extension PlaceList {
  /// Writes all places and paths, but not the problems, in chunks that end behind a whole place or
  /// path.
  public func write<Failure>(
    as format: PlaceFormat, to take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let layout =
      switch format {
      case .gpx: gpxLayout
      case .kml: kmlLayout
      case .geoJSON: geoJSONLayout
      case .csv: csvLayout
      }
    var chunk = Array(layout.start.utf8)
    var separator = ""
    func write(_ entry: String) throws(Failure) {
      chunk += (separator + entry).utf8
      separator = layout.separator
      guard chunk.count >= PlaceList.chunkLength else { return }
      try take(chunk)
      chunk = []
    }
    for place in places { try write(layout.place(place)) }
    for path in paths where path.isRoute { try write(layout.path(path)) }
    for path in paths where !path.isRoute { try write(layout.path(path)) }
    try take(chunk + layout.end.utf8)
  }

  /// Writes into a new file; blocks on the disk, so call it on a `WorkQueue`.
  public func write(as format: PlaceFormat, to file: IncomingFile) throws(DiskFailure) {
    try write(as: format) { chunk throws(DiskFailure) in try file.append(chunk) }
  }

  private static let chunkLength = 64 << 10
}

/// The texts that make up a file of one format.
private struct Layout {
  let start: String
  let place: (PlaceList.Place) -> String
  let path: (PlaceList.Path) -> String
  /// What stands between two places or paths.
  var separator = ""
  var end = ""
}

extension PlaceList {
  private var gpxLayout: Layout {
    let names = Dictionary(
      places.map { ($0.coordinate, $0.name) }, uniquingKeysWith: { one, _ in one })
    return Layout(
      start: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Virtual Tourist" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:osmand="https://osmand.net" xmlns:tourist="https://virtualtourist.github.io/gpx/1">

        """,
      place: { place in
        "<wpt \(XML.attributes(place.coordinate))>" + XML.element("name", place.name)
          + XML.element("desc", place.note) + XML.element("type", place.mark?.rawValue)
          + XML.extensions(XML.element("osmand:color", place.color.map(ColorText.web)))
          + "</wpt>\n"
      },
      path: { path in
        let details =
          XML.element("name", path.name)
          + XML.extensions(
            XML.element("osmand:color", path.color.map(ColorText.web))
              + XML.element("tourist:firstday", path.firstDay?.text)
              + XML.element("tourist:lastday", path.lastDay?.text))
        guard path.isRoute else {
          let points = path.points.map { "<trkpt \(XML.attributes($0))/>\n" }
          return "<trk>\(details)<trkseg>\n\(points.joined())</trkseg></trk>\n"
        }
        let points = path.points.map {
          "<rtept \(XML.attributes($0))>\(XML.element("name", names[$0] ?? nil))</rtept>\n"
        }
        return "<rte>\(details)\n\(points.joined())</rte>\n"
      },
      end: "</gpx>\n")
  }

  private var kmlLayout: Layout {
    // Each route is in a folder; one by itself, with its places.
    let trip = trip
    func folder(_ path: Path) -> String { "<Folder>\(XML.element("name", path.name))\n" }
    return Layout(
      start: """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
        \(trip.map(folder) ?? "")
        """,
      place: { place in
        "<Placemark>" + XML.element("name", place.name)
          + XML.element("description", place.note.map(KMLNote.description))
          + XML.style("IconStyle", place.color) + XML.datum("mark", place.mark?.rawValue)
          + "<Point><coordinates>\(pair(place.coordinate))</coordinates></Point></Placemark>\n"
      },
      path: { path in
        let days =
          XML.element("begin", path.firstDay?.text) + XML.element("end", path.lastDay?.text)
        let line =
          "<Placemark>" + XML.element("name", path.name) + XML.element("TimeSpan", holding: days)
          + XML.style("LineStyle", path.color) + XML.datum("kind", path.isRoute ? "route" : nil)
          + "<LineString>\(path.isRoute ? "<tessellate>1</tessellate>" : "")<coordinates>\n"
          + path.points.map { "\(pair($0))\n" }.joined()
          + "</coordinates></LineString></Placemark>\n"
        return path.isRoute && trip == nil ? "\(folder(path))\(line)</Folder>\n" : line
      },
      end: "\(trip == nil ? "" : "</Folder>\n")</Document></kml>\n")
  }

  private var geoJSONLayout: Layout {
    func feature(
      _ type: String, _ coordinates: String, _ properties: KeyValuePairs<String, String?>
    ) -> String {
      let members = properties.compactMap { name, text in
        text.map { "\"\(name)\":\(JSON.quoted($0))" }
      }
      return """

        {"type":"Feature","properties":{\(members.joined(separator: ","))},\
        "geometry":{"type":"\(type)","coordinates":[\(coordinates)]}}
        """
    }
    return Layout(
      start: "{\"type\":\"FeatureCollection\",\"features\":[",
      place: { place in
        feature(
          "Point", pair(place.coordinate),
          [
            "name": place.name, "description": place.note,
            "marker-color": place.color.map(ColorText.web), "mark": place.mark?.rawValue,
          ])
      },
      path: { path in
        feature(
          "LineString", path.points.map { "[\(pair($0))]" }.joined(separator: ","),
          [
            "name": path.name, "kind": path.isRoute ? "route" : nil,
            "stroke": path.color.map(ColorText.web), "first-day": path.firstDay?.text,
            "last-day": path.lastDay?.text,
          ])
      },
      separator: ",", end: "\n]}\n")
  }

  /// A trip through the places is a column of numbers, which say in which order they are visited;
  /// other paths are rows of their own.
  private var csvLayout: Layout {
    let trip = trip
    // If several places are at a stop, the first of them counts as the stop.
    var visits = Dictionary(grouping: (trip?.points ?? []).enumerated(), by: \.element)
    let columns = columns(trip, trip == nil ? paths : [])
    func row(_ row: Row) -> String {
      columns.map { $0.field(row) }.joined(separator: ",") + "\r\n"
    }
    return Layout(
      // The byte order mark tells spreadsheets that the text is UTF-8.
      start: "\u{FEFF}" + columns.map(\.title).joined(separator: ",") + "\r\n",
      place: { place in
        let numbers = visits.removeValue(forKey: place.coordinate)?.map { "\($0.offset + 1)" }
        return row(
          Row(
            place: place, trip: numbers == nil ? nil : trip,
            numbers: numbers?.joined(separator: " ") ?? ""))
      },
      path: { trip == nil ? row(Row(line: $0)) : "" })
  }

  /// A row of a table: a place and the trip that leads there, or another path.
  private struct Row {
    var place: Place?
    var trip: Path?
    var numbers = ""
    var line: Path?
  }

  private typealias Column = (title: String, isThere: Bool, field: (Row) -> String)

  /// Paths, colours, marks and days stand in columns that are there only where there are any.
  private func columns(_ trip: Path?, _ lines: [Path]) -> [Column] {
    let hasColors =
      places.contains { $0.color != nil || $0.mark != nil } || lines.contains { $0.color != nil }
    let hasDays = paths.contains { $0.firstDay != nil || $0.lastDay != nil }
    let columns: [Column] = [
      ("name", true, { cell($0.place?.name ?? $0.line?.name) }),
      ("latitude", true, { $0.place.map { plain($0.coordinate.latitude) } ?? "" }),
      ("longitude", true, { $0.place.map { plain($0.coordinate.longitude) } ?? "" }),
      ("note", true, { cell($0.place?.note) }),
      ("color", hasColors, { ($0.place?.color ?? $0.line?.color).map(ColorText.web) ?? "" }),
      ("mark", hasColors, { $0.place?.mark?.rawValue ?? "" }),
      ("trip", trip != nil, { cell($0.trip?.name) }),
      ("order", trip != nil, { $0.numbers }),
      ("trip color", trip?.color != nil, { $0.trip?.color.map(ColorText.web) ?? "" }),
      ("first day", hasDays, { ($0.trip ?? $0.line)?.firstDay?.text ?? "" }),
      ("last day", hasDays, { ($0.trip ?? $0.line)?.lastDay?.text ?? "" }),
      ("wkt", !lines.isEmpty, { $0.line.map(wellKnownText) ?? "" }),
      ("kind", lines.contains(where: \.isRoute), { $0.line?.isRoute == true ? "route" : "" }),
    ]
    return columns.filter(\.isThere)
  }

  /// The one route there is, if the places are those along it.
  private var trip: Path? {
    guard paths.count == 1, paths[0].isRoute else { return nil }
    return Set(paths[0].points) == Set(places.map(\.coordinate)) ? paths[0] : nil
  }
}

/// A path as a field of a table.
private func wellKnownText(_ path: PlaceList.Path) -> String {
  let points = path.points.map { "\(plain($0.longitude)) \(plain($0.latitude))" }
  return "\"LINESTRING (\(points.joined(separator: ", ")))\""
}

private enum XML {
  static func attributes(_ place: Coordinate) -> String {
    "lat=\"\(plain(place.latitude))\" lon=\"\(plain(place.longitude))\""
  }

  /// What GPX has no elements of its own for.
  static func extensions(_ content: String) -> String { element("extensions", holding: content) }

  static func style(_ kind: String, _ color: PinColor?) -> String {
    element("Style", holding: element(kind, holding: element("color", color.map(ColorText.kml))))
  }

  /// What KML has no elements of its own for.
  static func datum(_ name: String, _ value: String?) -> String {
    let datum = value.map { "<Data name=\"\(name)\"><value>\($0)</value></Data>" } ?? ""
    return element("ExtendedData", holding: datum)
  }

  /// An element with a text; nothing where there is no text.
  static func element(_ name: String, _ text: String?) -> String {
    text.map { "<\(name)>\(escaped($0))</\(name)>" } ?? ""
  }

  /// An element that holds others; nothing where there are none.
  static func element(_ name: String, holding content: String) -> String {
    content.isEmpty ? "" : "<\(name)>\(content)</\(name)>"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A reader of XML would take an unescaped carriage return for a line feed.
      case "\r": result += "&#13;"
      case "\t", "\n", " "..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
      // XML allows none of the other characters, even escaped.
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}

/// Longitude and latitude, as most formats have them.
private func pair(_ place: Coordinate) -> String {
  "\(plain(place.longitude)),\(plain(place.latitude))"
}

/// A number with all its digits, but without an exponent, which decimal numbers in XML do not have.
private func plain(_ number: Double) -> String {
  let text = "\(number)"
  let parts = text.split(separator: "e-")
  guard parts.count == 2, let zeros = Int(parts[1]) else { return text }
  let digits = parts[0].filter { $0.isNumber }
  return "\(number < 0 ? "-" : "")0.\(String(repeating: "0", count: zeros - 1))\(digits)"
}

/// A text as a field of a table, in quotation marks where it needs them.
private func cell(_ text: String?) -> String {
  guard let text else { return "" }
  let written = SpreadsheetText.written(text)
  guard written.utf8.contains(where: { "\",;|\t\r\n".utf8.contains($0) }) else { return written }
  // Goes by bytes, because a combining accent behind a quotation mark would make one character with
  // it.
  let bytes = written.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
  return "\"\(String(decoding: bytes, as: UTF8.self))\""
}
