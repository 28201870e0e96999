import TextFormats
import TravelModel

/// The most values of JSON in one feature, which take 200 megabytes.
private let mostValues = 4_000_000
/// How deep collections of geometries may be nested.
private let deepestCollection = 8

/// Reads GeoJSON: a collection, a feature or a bare geometry, and Google's list of saved places.
func readGeoJSON(_ text: [UInt8], into harvest: Harvest) throws(PlaceFileError) {
  var lines = LineCounter()
  var knowsKind = false
  let ending = JSONReader.read(text, list: "features", most: mostValues) {
    knowsKind = add($0, line: lines.line(ofByte: $1, in: text), to: harvest) || knowsKind
    return !harvest.isFull
  }
  let document = JSON.object(ending.members)
  let isCollection = document["type"].text == "FeatureCollection"
  if !knowsKind, !isCollection { knowsKind = add(document, line: 1, to: harvest) }
  if let place = ending.brokenPlace {
    harvest.report(.brokenOff, line: lines.line(ofByte: place, in: text))
  }
  guard knowsKind || isCollection else {
    throw ending.brokenPlace == nil ? .unknownKind : .damaged
  }
}

let geometryKinds = [
  "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
  "GeometryCollection",
]

/// Adds a feature or a geometry; returns false where it is neither.
private func add(_ value: JSON, line: Int, to harvest: Harvest) -> Bool {
  let type = value["type"].text ?? ""
  let isFeature = type == "Feature"
  guard isFeature || geometryKinds.contains(type) else { return false }
  let properties = Properties(isFeature ? value["properties"] : .null)
  var (shapes, isGood) = (isFeature ? value["geometry"] : value).shapes()
  // Google writes 0, 0 for places that it does not know; its old lists may have the place in the
  // properties, too.
  if let saved = properties.savedPlace {
    shapes = [.point(saved)]
  } else if properties.isSavedPlace, shapes == [.point(.origin)] {
    (shapes, isGood) = ([], true)
  }
  if !isGood || shapes.isEmpty {
    harvest.report(isGood ? .noCoordinate : .badCoordinate, line: line)
  }
  harvest.add(properties.draft(line: line), shapes)
  return true
}

extension JSON {
  /// The shapes of a geometry, and whether all of its coordinates are valid.
  func shapes(depth: Int = 0) -> (shapes: [Shape], isGood: Bool) {
    let parts = self["coordinates"]
    var shapes: [Shape] = []
    var isGood = true
    func points(_ value: JSON) -> [Coordinate] {
      value.elements.compactMap { value in
        let numbers = value.elements.prefix(2).map(\.number)
        let point =
          numbers.count < 2
          ? nil : Coordinate.read(latitude: numbers[1], longitude: numbers[0])
        isGood = isGood && point != nil
        return point
      }
    }
    switch self["type"].text {
    case "Point": if !parts.elements.isEmpty { shapes = points(.array([parts])).map { .point($0) } }
    case "MultiPoint": shapes = points(parts).map { .point($0) }
    case "LineString": shapes = [.line(points(parts))]
    case "MultiLineString": shapes = parts.elements.map { .line(points($0)) }
    case "Polygon": shapes = [.area(points(parts.elements.first ?? .null))]
    case "MultiPolygon":
      shapes = parts.elements.map { .area(points($0.elements.first ?? .null)) }
    case "GeometryCollection":
      guard depth < deepestCollection else { return ([], false) }
      let found = self["geometries"].elements.map { $0.shapes(depth: depth + 1) }
      return (found.flatMap(\.shapes), found.allSatisfy(\.isGood))
    default: return ([], isNull)
    }
    shapes.removeAll { $0 == .line([]) || $0 == .area([]) }
    return (shapes, isGood)
  }
}

/// The properties of a feature, which each program names in its own way.
private struct Properties {
  private let members: [String: JSON]

  init(_ properties: JSON) {
    // Of names that differ only in capital letters, those in small letters count; they are sorted
    // last.
    members = Dictionary(
      properties.members.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { $1.isNull || $1.text == "" ? $0 : $1 })
  }

  func draft(line: Int) -> Draft {
    let name =
      text("name", "title", "label") ?? location["name"].text ?? location["Business Name"].text
      ?? text("name:en", "name_en", "address") ?? location["address"].text
      ?? location["Address"].text
    return Draft(
      line: line, name: name,
      note: text("description", "desc", "note", "notes", "comment", "cmt", "remarks"),
      // The names of the colours are those of the simplestyle specification.
      color: text("marker-color").flatMap { ColorText.color(web: $0) },
      mark: text("mark").flatMap { PinMark(rawValue: $0) },
      lineColor: text("stroke").flatMap { ColorText.color(web: $0) },
      isRoute: text("kind") == "route",
      firstDay: text("first-day").flatMap { CalendarDay.read($0) },
      lastDay: text("last-day").flatMap { CalendarDay.read($0) })
  }

  /// Whether the feature is from Google's list of saved places.
  var isSavedPlace: Bool { link != nil || !location.isNull }

  /// The place of an entry of Google's that has it outside the geometry.
  var savedPlace: Coordinate? {
    let place = location["Geo Coordinates"]
    let known = Coordinate.read(
      latitude: place["Latitude"].number, longitude: place["Longitude"].number)
    return known != .origin && known != nil
      ? known : link.flatMap { PlaceRequest($0)?.coordinate }
  }

  private var link: String? { text("google_maps_url", "google maps url") }

  private var location: JSON {
    guard let location = members["location"], !location.members.isEmpty else { return .null }
    return location
  }

  private func text(_ names: String...) -> String? {
    names.lazy.compactMap { members[$0]?.text }.first { !$0.isEmpty }
  }
}
