import TextFormats
import TravelModel

/// Reads GeoJSON: a collection, a feature or a bare geometry, and Google's list of saved places.
func readGeoJSON(_ bytes: ByteStream, into harvest: Harvest) throws(PlaceFileError) {
  let bytes = try bytes.rest(most: GeoJSONReader.longestFile)
  var reader = GeoJSONReader(harvest)
  var lines = LineCount(bytes)
  let ending = JSONReader.read(bytes, list: "features", most: GeoJSONReader.mostValues) {
    reader.read($0, line: lines.line(of: $1))
    return !harvest.isFull
  }
  let document = JSON.object(ending.members)
  if !reader.knowsKind, document["type"].text != "FeatureCollection" {
    reader.read(document, line: lines.line(of: 0))
  }
  if let place = ending.brokenPlace {
    harvest.report(.brokenOff, line: lines.line(of: place))
  }
  let isCollection = document["type"].text == "FeatureCollection"
  guard reader.knowsKind || isCollection else {
    throw ending.brokenPlace == nil ? .unknownKind : .damaged
  }
}

private struct GeoJSONReader {
  private let harvest: Harvest
  /// Whether anything was GeoJSON.
  private(set) var knowsKind = false

  /// The bytes are all in memory, though what they say is not.
  static let longestFile = 256 << 20
  /// Numbers, texts and so on in one feature; as many take 200 megabytes.
  static let mostValues = 4_000_000
  private static let deepestCollection = 8

  init(_ harvest: Harvest) { self.harvest = harvest }

  /// Reads a feature or a geometry.
  mutating func read(_ value: JSON, line: Int) {
    guard let type = value["type"].text else { return }
    let isFeature = type == "Feature"
    guard isFeature || GeoJSONReader.types.contains(type) else { return }
    knowsKind = true
    let properties = Properties(isFeature ? value["properties"] : .null)
    var shapes: [Shape] = []
    var isGood = gather(isFeature ? value["geometry"] : value, into: &shapes)
    // Where Google does not know a place it says 0, 0; old lists have the place elsewhere as well.
    if let saved = properties.savedPlace {
      shapes = [.point(saved)]
    } else if properties.isSavedPlace, shapes == [.point(.origin)] {
      (shapes, isGood) = ([], true)
    }
    if !isGood {
      harvest.report(.badCoordinate, line: line)
    } else if shapes.isEmpty {
      harvest.report(.noCoordinate, line: line)
    }
    harvest.add(
      shapes,
      as: {
        PlaceList.Place(
          name: properties.name, at: $0, note: properties.note, date: properties.date,
          color: properties.color, mark: properties.mark)
      },
      along: {
        PlaceList.Path(
          name: properties.name, points: $0, isRoute: properties.isRoute,
          color: properties.lineColor, firstDay: properties.day("first-day"),
          lastDay: properties.day("last-day"))
      }, line: line)
  }

  private static let types: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  /// Returns false where a coordinate is none.
  private func gather(_ geometry: JSON, into shapes: inout [Shape], depth: Int = 0) -> Bool {
    let parts = geometry["coordinates"]
    var isGood = true
    func point(_ value: JSON) -> Coordinate? {
      let numbers = value.elements
      guard numbers.count >= 2,
        let point = Coordinate.read(latitude: numbers[1].number, longitude: numbers[0].number)
      else {
        isGood = false
        return nil
      }
      return point
    }
    func points(_ value: JSON) -> [Coordinate] { value.elements.compactMap(point) }
    switch geometry["type"].text {
    case "Point":
      if !parts.elements.isEmpty, let point = point(parts) { shapes.append(.point(point)) }
    case "MultiPoint": shapes += points(parts).map { .point($0) }
    case "LineString": shapes.append(.line(points(parts)))
    case "MultiLineString": shapes += parts.elements.map { .line(points($0)) }
    case "Polygon": shapes.append(.area(points(parts.elements.first ?? .null)))
    case "MultiPolygon":
      shapes += parts.elements.map { .area(points($0.elements.first ?? .null)) }
    case "GeometryCollection":
      guard depth < GeoJSONReader.deepestCollection else { return false }
      for part in geometry["geometries"].elements {
        isGood = gather(part, into: &shapes, depth: depth + 1) && isGood
      }
    default: return geometry.isNull
    }
    shapes.removeAll { $0 == .line([]) || $0 == .area([]) }
    return isGood
  }
}

/// What a feature says of itself, under the names that programs use.
private struct Properties {
  private let members: [String: JSON]

  init(_ properties: JSON) {
    // What is written in small letters counts before what is not, and comes last in this order.
    members = Dictionary(
      properties.members.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { $1.isNull || $1.text == "" ? $0 : $1 })
  }

  var name: String? {
    text(["name", "title", "label"]) ?? location["name"].text ?? location["Business Name"].text
      ?? text(["name:en", "name_en", "address"]) ?? location["address"].text
      ?? location["Address"].text
  }

  var note: String? { text(["description", "desc", "note", "notes", "comment", "cmt", "remarks"]) }

  var date: Moment? {
    text(["date", "published", "time", "timestamp", "created"]).flatMap { Moment($0) }
  }

  var color: PinColor? { text(["marker-color"]).flatMap { ColorText.color(web: $0) } }

  /// As simplestyle has it.
  var lineColor: PinColor? { text(["stroke"]).flatMap { ColorText.color(web: $0) } }

  func day(_ name: String) -> CalendarDay? { text([name]).flatMap { CalendarDay.read($0) } }

  var mark: PinMark? { text(["mark"]).flatMap { PinMark(rawValue: $0) } }

  var isRoute: Bool { text(["kind"]) == "route" }

  /// Whether this is of Google's list of saved places.
  var isSavedPlace: Bool { link != nil || !location.isNull }

  /// The place of an entry of Google's that has it outside the geometry.
  var savedPlace: Coordinate? {
    let place = location["Geo Coordinates"]
    if let coordinate = Coordinate.read(
      latitude: place["Latitude"].number, longitude: place["Longitude"].number),
      coordinate != .origin
    {
      return coordinate
    }
    return link.flatMap { PlaceRequest($0)?.coordinate }
  }

  private var link: String? { text(["google_maps_url", "google maps url"]) }

  private var location: JSON {
    guard let location = members["location"], !location.members.isEmpty else { return .null }
    return location
  }

  private func text(_ names: [String]) -> String? {
    for name in names {
      if let text = members[name]?.text, !text.isEmpty { return text }
    }
    return nil
  }
}

/// Counts lines up to places that come in their order.
private struct LineCount {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func line(of place: Int) -> Int {
    if place > self.place {
      line += bytes[self.place..<min(place, bytes.count)].count { $0 == 0x0A }
      self.place = place
    }
    return line
  }
}
