import Foundation

/// A corner of an outline, in ten-thousandths of a degree: exactly as the sources have it.
struct Vertex: Hashable {
  let longitude: Int32
  let latitude: Int32

  static let unitsPerDegree = 10_000.0

  init(longitude: Double, latitude: Double) {
    // The sources cut outlines at the date line, some of them slightly beside it.
    let isCut = abs(longitude) > 179.999
    self.longitude = Int32(
      ((isCut ? (longitude < 0 ? -180 : 180) : longitude) * Vertex.unitsPerDegree).rounded())
    self.latitude = Int32((latitude * Vertex.unitsPerDegree).rounded())
  }

  var degrees: (longitude: Double, latitude: Double) {
    (Double(longitude) / Vertex.unitsPerDegree, Double(latitude) / Vertex.unitsPerDegree)
  }
}

struct Feature {
  /// The ISO code of the country, or empty.
  let code: String
  let name: String
  let properties: [String: Any]
  /// The rings of each polygon: first its exterior, and then its holes.
  let polygons: [[[Vertex]]]

  /// The territories that claim a part of this one, which then certainly belongs to none.
  var claimants: [Int] = []

  /// The text by which a territory is recognised in the other view.
  var identity: String { isCodeless ? name : code }

  /// Tells whether ISO 3166-1 has no code for it; it does not contain `XK`.
  var isCodeless: Bool { code.isEmpty || code == "XK" }
}

struct SourceMap {
  let features: [Feature]

  struct Malformed: Error { let path: String }

  init(path: String) throws {
    features = try GeoFeature.read(path).map {
      let properties = $0.properties
      let code = (properties["ISO_A2_EH"] ?? properties["iso_a2"]) as? String ?? ""
      return Feature(
        code: code.count == 2 && code.allSatisfy(\.isLetter) ? code : "",
        name: (properties["NAME"] ?? properties["name"]) as? String ?? "",
        properties: properties, polygons: $0.corners)
    }
  }
}
