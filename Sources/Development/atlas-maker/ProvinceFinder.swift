import Foundation
import TravelModel

/// Tells in which province of a large country a place is.
struct ProvinceFinder {
  struct Province {
    let country: String
    let name: String
    /// The code that people write after a place's name; empty where the source has none.
    let code: String
    fileprivate let rings: [[WorldPoint]]
  }

  let all: [Province]
  let divided: Set<String>

  init(regions path: String) throws {
    all = try GeoFeature.read(path).map {
      guard let country = $0.text("iso_a2"), let name = $0.name
      else { throw SourceMap.Malformed(path: path) }
      let code = ($0.text("iso_3166_2") ?? "").split(separator: "-").dropFirst().joined()
      return Province(country: country, name: name, code: code, rings: Array($0.polygons.joined()))
    }.sorted { ($0.country, $0.name) < ($1.country, $1.name) }
    divided = Set(all.map(\.country))
  }

  /// The number of the province with a code in a country; nil if there is none.
  func province(of country: String, code: String) -> Int? {
    all.firstIndex { $0.country == country && $0.code == code && !code.isEmpty }
  }

  /// The number of the province that a place is in, or that is nearest to it: the source's coasts
  /// are coarse.
  func province(of country: String, at place: Vertex) -> Int? {
    guard divided.contains(country) else { return nil }
    let point = place.world
    let own = all.indices.filter { all[$0].country == country }
    if let found = own.first(where: { all[$0].rings.contains(point) }) { return found }
    let near = own.map { (province: $0, distance: ProvinceFinder.distance(point, all[$0])) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance < ProvinceFinder.offshore ? $0.province : nil }
  }

  /// How far from a coarse coast a place may be, in widths of the world: some 80 kilometres.
  private static let offshore = 0.002

  private static func distance(_ point: WorldPoint, _ province: Province) -> Double {
    province.rings.joined().map { hypot($0.x - point.x, $0.y - point.y) }.min() ?? .infinity
  }
}
