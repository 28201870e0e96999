import Foundation
import TravelModel

/// A feature of a source in GeoJSON, whatever its geometry.
struct GeoFeature {
  let properties: [String: Any]
  let geometry: [String: Any]

  static func read(_ path: String) throws -> [GeoFeature] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let features = root["features"] as? [[String: Any]]
    else { throw SourceMap.Malformed(path: path) }
    return try features.map {
      guard let properties = $0["properties"] as? [String: Any],
        let geometry = $0["geometry"] as? [String: Any]
      else { throw SourceMap.Malformed(path: path) }
      return GeoFeature(properties: properties, geometry: geometry)
    }
  }

  var name: String? { text("name") }

  func text(_ key: String) -> String? {
    (properties[key] as? String).flatMap { $0.isEmpty ? nil : $0 }
  }

  func number(_ key: String) -> Double? { (properties[key] as? NSNumber)?.doubleValue }

  var point: WorldPoint? { (geometry["coordinates"] as? [Double]).map(GeoFeature.corner)?.world }

  /// Its lines, if it is drawn by lines.
  var lines: [[WorldPoint]] {
    let lines: [[Vertex]] =
      switch geometry["type"] as? String {
      case "LineString": [GeoFeature.line(geometry["coordinates"] as? [[Double]] ?? [])]
      case "MultiLineString":
        (geometry["coordinates"] as? [[[Double]]] ?? []).map(GeoFeature.line)
      default: []
      }
    return lines.map { $0.map(\.world) }
  }

  /// The rings of each polygon: first its exterior, and then its holes.
  var corners: [[[Vertex]]] {
    switch geometry["type"] as? String {
    case "Polygon": [(geometry["coordinates"] as? [[[Double]]] ?? []).map(GeoFeature.line)]
    case "MultiPolygon":
      (geometry["coordinates"] as? [[[[Double]]]] ?? []).map { $0.map(GeoFeature.line) }
    default: []
    }
  }

  /// The same as places on the map.
  var polygons: [[[WorldPoint]]] { corners.map { $0.map { $0.map(\.world) } } }

  var largestPolygon: [WorldPoint]? {
    polygons.compactMap(\.first).max { abs(area($0)) < abs(area($1)) }
  }

  /// A line without the points that are the same as those before them.
  private static func line(_ points: [[Double]]) -> [Vertex] {
    var line: [Vertex] = []
    for corner in points.map(GeoFeature.corner) where corner != line.last { line.append(corner) }
    return line
  }

  private static func corner(_ point: [Double]) -> Vertex {
    Vertex(longitude: point[0], latitude: point[1])
  }
}
