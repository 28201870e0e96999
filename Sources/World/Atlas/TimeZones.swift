import Glibc
public import TravelModel

/// The rules of local time.
public struct PlaceZone: Hashable, Sendable {
  /// Its name in the time zone database, such as `Europe/Paris`; empty on the high seas.
  public let name: String
  /// Its offsets and their changes in POSIX format: `CET-1CEST,M3.5.0,M10.5.0/3`.
  public let rule: String

  /// The nautical time zone at a longitude: full hours, by the sun.
  public static func nautical(at place: Coordinate) -> PlaceZone {
    let hours = Int((place.longitude / 15).rounded())
    let digits = abs(hours) < 10 ? "0\(abs(hours))" : "\(abs(hours))"
    // POSIX counts the hours from the place to Greenwich.
    return PlaceZone(
      name: "", rule: "<\(hours < 0 ? "-" : "+")\(digits)>\(hours > 0 ? "-" : "")\(abs(hours))")
  }
}

public struct TimeZones: AtlasContent {
  package let all: [PlaceZone]
  private let points: [String: [ZonePoint]]

  package static let file = DataFile(kind: "ZONE", version: 1)

  package init(content: [UInt8]) throws(AtlasError) {
    var reader = DataReader(content)
    var zones: [PlaceZone] = []
    for _ in 0..<reader.count() where reader.isSound {
      zones.append(PlaceZone(name: reader.text(), rule: reader.text()))
    }
    var countries: [String: [ZonePoint]] = [:]
    for _ in 0..<reader.count() where reader.isSound {
      let code = reader.text()
      var points: [ZonePoint] = []
      for _ in 0..<reader.count() where reader.isSound {
        guard let point = ZonePoint(reading: &reader), point.zone < zones.count else {
          throw .damaged
        }
        points.append(point)
      }
      countries[code] = points
    }
    guard reader.isComplete, countries.values.allSatisfy({ !$0.isEmpty }) else {
      throw .damaged
    }
    all = zones
    points = countries
  }

  /// The time zone of a place in a country with an ISO 3166-1 code; nil if the country is unknown.
  public func zone(at place: Coordinate, inCountry code: String) -> PlaceZone? {
    points[code].flatMap { ZonePoint.nearest(to: place, among: $0) }.map { all[$0.zone] }
  }
}

/// A point in a country, and the number of its time zone.
package struct ZonePoint: Hashable, Sendable {
  package let latitude: Int
  package let longitude: Int
  package let zone: Int

  package init(latitude: Int, longitude: Int, zone: Int) {
    (self.latitude, self.longitude, self.zone) = (latitude, longitude, zone)
  }

  fileprivate init?(reading reader: inout DataReader) {
    self.init(
      latitude: reader.signed(), longitude: reader.signed(), zone: Int(clamping: reader.varying()))
    let steps = Int(TimeZoneFile.stepsPerDegree)
    guard reader.isSound, abs(latitude) <= 90 * steps, abs(longitude) <= 180 * steps else {
      return nil
    }
  }

  package static func nearest(to place: Coordinate, among points: [ZonePoint]) -> ZonePoint? {
    let narrowness = cos(place.latitude * .pi / 180)
    func square(_ point: ZonePoint) -> Double {
      let north = Double(point.latitude) / TimeZoneFile.stepsPerDegree - place.latitude
      let east = Double(point.longitude) / TimeZoneFile.stepsPerDegree - place.longitude
      // Across the date line the point may be nearer.
      let width = remainder(east, 360) * narrowness
      return north * north + width * width
    }
    return points.min { square($0) < square($1) }
  }
}
