public import Files
import TextFormats
import TravelModel

extension PlaceList {
  /// Writes all places and paths, in chunks, and none of the problems.
  public func write<Failure>(
    as format: PlaceFormat, to take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var chunk: [UInt8] = []
    func write(_ text: String) throws(Failure) {
      chunk += text.utf8
      guard chunk.count >= PlaceList.chunkLength else { return }
      try take(chunk)
      chunk = []
    }
    switch format {
    case .gpx: try writeGPX(write)
    case .kml: try writeKML(write)
    case .geoJSON: try writeGeoJSON(write)
    case .csv: try writeCSV(write)
    }
    try take(chunk)
  }

  /// Writes into a new file; blocks on the disk, so call it on a `WorkQueue`.
  public func write(as format: PlaceFormat, to file: IncomingFile) throws(DiskFailure) {
    try write(as: format) { chunk throws(DiskFailure) in try file.append(chunk) }
  }

  private static let chunkLength = 64 << 10
}

extension PlaceList {
  private func writeGPX<Failure>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Virtual Tourist" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:osmand="https://osmand.net" xmlns:tourist="https://virtualtourist.github.io/gpx/1">

      """)
    for place in places {
      try write(
        "<wpt \(XML.attributes(place.coordinate))>"
          + XML.element("name", place.name)
          + XML.element("desc", place.note) + XML.element("type", place.mark?.rawValue)
          + XML.element(
            "extensions", holding: XML.element("osmand:color", place.color.map(ColorText.web)))
          + "</wpt>\n")
    }
    // Routes come before tracks.
    let names = Dictionary(
      places.map { ($0.coordinate, $0.name) }, uniquingKeysWith: { one, _ in one })
    for path in paths where path.isRoute {
      try write("<rte>\(XML.element("name", path.name))\(XML.extensions(path))\n")
      for point in path.points {
        let name = XML.element("name", names[point] ?? nil)
        try write("<rtept \(XML.attributes(point))>\(name)</rtept>\n")
      }
      try write("</rte>\n")
    }
    for path in paths where !path.isRoute {
      try write("<trk>\(XML.element("name", path.name))\(XML.extensions(path))<trkseg>\n")
      for point in path.points { try write("<trkpt \(XML.attributes(point))/>\n") }
      try write("</trkseg></trk>\n")
    }
    try write("</gpx>\n")
  }

  private func writeKML<Failure>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document>

      """)
    // A trip by itself is a folder with all that belongs to it.
    let isTrip = isTrip
    if isTrip { try write("<Folder>\(XML.element("name", paths[0].name))\n") }
    for place in places {
      try write(
        "<Placemark>" + XML.element("name", place.name)
          + XML.element("description", place.note.map(KMLNote.description))
          + XML.style("IconStyle", place.color)
          + XML.datum("mark", place.mark?.rawValue)
          + "<Point><coordinates>\(pair(place.coordinate))</coordinates></Point></Placemark>\n")
    }
    for path in paths {
      let name = XML.element("name", path.name)
      if path.isRoute, !isTrip { try write("<Folder>\(name)\n") }
      try write(
        "<Placemark>\(name)"
          + XML.element(
            "TimeSpan",
            holding: XML.element("begin", path.firstDay?.text)
              + XML.element("end", path.lastDay?.text))
          + XML.style("LineStyle", path.color)
          + XML.datum("kind", path.isRoute ? "route" : nil)
          + "<LineString>\(path.isRoute ? "<tessellate>1</tessellate>" : "")<coordinates>\n")
      for point in path.points { try write("\(pair(point))\n") }
      try write("</coordinates></LineString></Placemark>\n")
      if path.isRoute, !isTrip { try write("</Folder>\n") }
    }
    if isTrip { try write("</Folder>\n") }
    try write("</Document></kml>\n")
  }

  private func writeGeoJSON<Failure>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    try write("{\"type\":\"FeatureCollection\",\"features\":[")
    var separator = "\n"
    func begin(_ type: String, _ properties: [(String, String?)]) throws(Failure) {
      let members = properties.compactMap { name, text in
        text.map { "\"\(name)\":\(JSON.quoted($0))" }
      }
      try write(
        "\(separator){\"type\":\"Feature\",\"properties\":{\(members.joined(separator: ","))},"
          + "\"geometry\":{\"type\":\"\(type)\",\"coordinates\":[")
      separator = ",\n"
    }
    for place in places {
      try begin(
        "Point",
        [
          ("name", place.name), ("description", place.note),
          ("marker-color", place.color.map(ColorText.web)), ("mark", place.mark?.rawValue),
        ])
      try write("\(pair(place.coordinate))]}}")
    }
    for path in paths {
      try begin(
        "LineString",
        [
          ("name", path.name), ("kind", path.isRoute ? "route" : nil),
          ("stroke", path.color.map(ColorText.web)), ("first-day", path.firstDay?.text),
          ("last-day", path.lastDay?.text),
        ])
      for (index, point) in path.points.enumerated() {
        try write("\(index == 0 ? "" : ",")[\(pair(point))]")
      }
      try write("]}}")
    }
    try write("\n]}\n")
  }

  /// A trip through the places is a column of numbers, which say in which order they are visited.
  private func writeCSV<Failure>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    let orders = isTrip ? self.orders : nil
    let trip = orders == nil ? nil : paths[0]
    let lines = orders == nil ? paths : []
    let columns = columns(trip, lines)
    // By the mark at the beginning, spreadsheets know UTF-8.
    try write("\u{FEFF}" + columns.map(\.title).joined(separator: ",") + "\r\n")
    let stops = places.enumerated().map { index, place in
      let numbers = (orders?[index] ?? []).map(String.init).joined(separator: " ")
      return Row(place: place, trip: numbers.isEmpty ? nil : trip, numbers: numbers)
    }
    for row in stops + lines.map({ Row(line: $0) }) {
      try write(columns.map { $0.field(row) }.joined(separator: ",") + "\r\n")
    }
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

  /// Whether this is one route, and the places along it.
  private var isTrip: Bool {
    guard paths.count == 1, paths[0].isRoute else { return false }
    let stops = Set(paths[0].points)
    return stops.isSubset(of: places.map(\.coordinate))
      && places.allSatisfy { stops.contains($0.coordinate) }
  }

  /// When each place is visited on the one route, from 1.
  private var orders: [Int: [Int]] {
    let numbers = Dictionary(
      places.enumerated().map { ($1.coordinate, $0) }, uniquingKeysWith: { one, _ in one })
    var orders: [Int: [Int]] = [:]
    for (number, point) in paths[0].points.enumerated() {
      if let place = numbers[point] { orders[place, default: []].append(number + 1) }
    }
    return orders
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
  static func extensions(_ path: PlaceList.Path) -> String {
    element(
      "extensions",
      holding: element("osmand:color", path.color.map(ColorText.web))
        + element("tourist:firstday", path.firstDay?.text)
        + element("tourist:lastday", path.lastDay?.text))
  }

  /// A style of KML.
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
      // As itself it would be read as a line feed.
      case "\r": result += "&#13;"
      case "\t", "\n", " "..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
      // XML cannot have the others at all.
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

/// A number in digits to the last bit, without an exponent, which XML's decimals have not.
private func plain(_ number: Double) -> String {
  let text = "\(number)"
  let parts = text.split(separator: "e-")
  guard parts.count == 2, let zeros = Int(parts[1]) else { return text }
  let digits = parts[0].filter { $0.isNumber }
  return "\(number < 0 ? "-" : "")0.\(String(repeating: "0", count: zeros - 1))\(digits)"
}

/// A field of a table.
private func cell(_ text: String?) -> String {
  guard let text else { return "" }
  let written = SpreadsheetText.written(text)
  guard written.utf8.contains(where: { "\",;|\t\r\n".utf8.contains($0) }) else { return written }
  // Bytes, because an accent may follow a mark and make one character with it.
  let bytes = written.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
  return "\"\(String(decoding: bytes, as: UTF8.self))\""
}
