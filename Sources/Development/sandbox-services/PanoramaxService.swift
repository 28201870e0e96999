import Foundation
import GLibBridge
import TestFiles
import TravelModel

/// Pictures of streets as Panoramax lists them, at `/panoramax/OPTIONS/search`, and where they are, at
/// `/panoramax/OPTIONS/map/{z}/{x}/{y}.mvt`.
///
/// Those near a place lie along a street to the east; one of four is flat.
enum PanoramaxService {
  static func install(on server: SandboxServer) {
    server.serve("/panoramax") { (exchange: Exchange) in
      APIAnswering.answer(exchange, endpoints: "search", "map") { failure, _ in
        failure == .ratelimited
          ? .tooManyRequests(retryAfter: 1)
          : .text(
            #"{"message":"Internal error","status_code":500}"#, status: 500,
            type: "application/json")
      } good: { scenario in
        if exchange.request.parts[2] == "map" { return tile(exchange.request.parts, scenario) }
        let features = photos(exchange.request.query, scenario).map {
          PanoramaxEntry(photo: $0, server: server.address).json
        }
        return .json(
          ["type": "FeatureCollection", "links": [Any](), "features": features] as [String: Any])
      }
    }
  }

  /// A square of the map, with the street that is near its middle.
  private static func tile(_ parts: [String], _ scenario: Scenario) -> SandboxServer.Answer {
    let numbers = parts.dropFirst(3).map { Int($0.replacing(".mvt", with: "")) ?? -1 }
    guard numbers.count == 3, (0...15).contains(numbers[0]),
      numbers[1...].allSatisfy({ (0..<1 << numbers[0]).contains($0) })
    else { return .text("no such tile", status: 404) }
    let (side, x, y) = (Double(1 << numbers[0]), Double(numbers[1]), Double(numbers[2]))
    let middle = Mercator.coordinate(at: WorldPoint(x: (x + 0.5) / side, y: (y + 0.5) / side))
    let points = WorldPhoto.photos(of: .panoramax, near: middle, radius: 5000, in: scenario).map {
      let point = Mercator.project($0.place)
      return (x: Int((point.x * side - x) * 4096), y: Int((point.y * side - y) * 4096))
    }
    var layers: [VectorLayer] = []
    if numbers[0] >= 12, points.count > 1 {
      layers.append(VectorLayer("sequences", lines: [points]))
    }
    if numbers[0] == 15 { layers.append(VectorLayer("pictures", points: points)) }
    return SandboxServer.Answer(
      contentType: "application/vnd.mapbox-vector-tile",
      body: Bytes(copying: VectorLayer.tile(layers)))
  }

  private static func photos(_ query: [String: String], _ scenario: Scenario) -> [WorldPhoto] {
    if let id = query["ids"] {
      return PanoramaxEntry.photo(of: id, in: scenario).map { [$0] } ?? []
    }
    func numbers(_ name: String, by mark: Character = ",") -> [Double] {
      (query[name] ?? "").split(separator: mark).compactMap { Double($0) }
    }
    let limit = min(1000, query["limit"].flatMap { Int($0) } ?? 10)
    let (position, reach) = (numbers("place_position"), numbers("place_distance", by: "-"))
    if position.count == 2, reach.count == 2,
      let place = Coordinate(latitude: position[1], longitude: position[0])
    {
      let near = WorldPhoto.photos(of: .panoramax, near: place, radius: reach[1], in: scenario)
      return Array(near.filter { $0.distance >= reach[0] }.prefix(limit))
    }
    let box = numbers("bbox")
    guard box.count == 4, box[0] <= box[2], box[1] <= box[3],
      let place = Coordinate(
        latitude: (box[1] + box[3]) / 2, longitude: (box[0] + box[2]) / 2),
      let corner = Coordinate(latitude: box[3], longitude: box[2])
    else { return [] }
    let near = WorldPhoto.photos(
      of: .panoramax, near: place, radius: place.distance(to: corner), in: scenario)
    // Those in a box are in no order.
    return near.filter { (box[0]...box[2]).contains($0.place.longitude) }.prefix(limit).reversed()
  }
}

extension WorldPhoto {
  /// Whether it is a sphere, if it is one of Panoramax's.
  var isSphere: Bool { !isOne(of: 4, turn: 3) }
}

/// A picture in one of Panoramax's lists.
private struct PanoramaxEntry {
  let photo: WorldPhoto
  let server: String

  private var scenario: Scenario { photo.scenario }
  private static let idStart = "00000000-0000-4000-"

  /// The picture of an id; nil if there is none.
  static func photo(of id: String, in scenario: Scenario) -> WorldPhoto? {
    guard id.hasPrefix(idStart),
      let number = Int(id.dropFirst(idStart.count).filter { $0 != "-" }, radix: 16)
    else { return nil }
    let photo = WorldPhoto(number, of: .panoramax, in: scenario)
    return photo.exists ? photo : nil
  }

  var json: [String: Any] {
    let folder = "\(ImageService.address(of: photo, on: server))/\(photo.identity)"
    func asset(_ name: String) -> [String: Any] {
      ["href": "\(folder)/\(name).jpg", "type": "image/jpeg", "roles": ["data"]]
    }
    var members: [String: Any] = [
      "type": "Feature", "stac_version": "1.0.0", "id": id(of: photo),
      "collection": "00000000-0000-4000-8000-000000000000", "geometry": point(of: photo),
      "properties": properties, "links": links,
      "assets": ["hd": asset("hd"), "sd": asset("sd"), "thumb": asset("thumb")],
      "providers": [["name": photo.author, "roles": ["producer"]]],
    ]
    if photo.isSphere {
      members["asset_templates"] = [
        "tiles": ["href": "\(folder)/tiled/{TileCol}_{TileRow}.jpg", "type": "image/jpeg"]
      ]
    }
    return members
  }

  private var properties: [String: Any] {
    let isSilent = scenario.has(.bare) && photo.isOne(of: 2)
    let field: Any = isSilent ? NSNull() as Any : (photo.isSphere ? 360 : 70)
    var properties: [String: Any] = [
      "datetime": "\(photo.taken.replacing(" ", with: "T"))+00:00", "license": licence,
      "geovisio:producer": photo.author, "geovisio:status": "ready", "pers:pitch": 0,
      "pers:interior_orientation": [
        "camera_manufacturer": "Sandbox", "field_of_view": field,
      ],
    ]
    // The direction of the street.
    if !(scenario.has(.bare) && photo.isOne(of: 3, turn: 1)) { properties["view:azimuth"] = 90 }
    return properties
  }

  private var licence: String {
    if scenario.has(.proprietary), photo.isOne(of: 3, turn: 1) { return "proprietary" }
    return photo.isOne(of: 5, turn: 4) ? "etalab-2.0" : "CC-BY-SA-4.0"
  }

  private var links: [[String: Any]] {
    var links: [[String: Any]] = [["rel": "root", "href": "\(server)/panoramax"]]
    for (relation, step) in [("next", 1), ("prev", -1)] {
      let other = WorldPhoto(photo.identity + step, of: .panoramax, in: scenario)
      guard other.exists, other.index == photo.index + step else { continue }
      links.append([
        "rel": relation, "id": id(of: other), "geometry": point(of: other),
        "href": "\(server)/panoramax/items/\(id(of: other))",
      ])
    }
    return links
  }

  private func id(of photo: WorldPhoto) -> String {
    let digits = String(photo.identity, radix: 16)
    let padded = String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    return "\(PanoramaxEntry.idStart)\(padded.prefix(4))-\(padded.dropFirst(4))"
  }

  private func point(of photo: WorldPhoto) -> [String: Any] {
    ["type": "Point", "coordinates": [photo.place.longitude, photo.place.latitude]]
  }
}
