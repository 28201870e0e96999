import Atlas
import Foundation
import TravelModel

/// Makes `timezones.atlas` of the GeoNames table of places, and of the time zone database.
///
/// Of a country's places only those are kept that are needed to tell its time zones apart: the
/// nearest one kept has the right zone for every place of the table.
struct TimeZoneMaker {
  private var zones: [String] = []
  private var countries: [String: [ZonePoint]] = [:]
  private let rulesFolder: String

  /// If fewer places than this in a country have a zone, and more in another country, the table is
  /// wrong.
  private static let fewPlaces = 5

  /// Rules that replace those of the database which GLib misreads: it expects summer time to be
  /// ahead.
  private static let plainRules = ["Europe/Dublin": "GMT0IST-1,M3.5.0/1,M10.5.0"]

  /// Reads the table of places in a folder of sources; the rules of time zones are read from its
  /// `zoneinfo`, or from the system's if it has none.
  init(sources folder: String) throws {
    let own = "\(folder)/zoneinfo"
    rulesFolder = FileManager.default.fileExists(atPath: own) ? own : "/usr/share/zoneinfo"
    let rows = try table("\(folder)/geonames-cities1000.tsv")
    var counts: [String: [String: Int]] = [:]
    for row in rows { counts[row[7], default: [:]][row[2], default: 0] += 1 }
    func isMistake(_ zone: String, in country: String) -> Bool {
      let here = counts[zone]?[country] ?? 0
      return here < TimeZoneMaker.fewPlaces && counts[zone]!.values.contains { $0 > here }
    }
    var places: [String: [(latitude: Int, longitude: Int, zone: String)]] = [:]
    for row in rows {
      let (country, zone) = (row[2], row[7])
      guard !zone.isEmpty, !isMistake(zone, in: country) else { continue }
      let steps = TimeZoneFile.stepsPerDegree
      places[country, default: []].append(
        (Int((Double(row[4])! * steps).rounded()), Int((Double(row[5])! * steps).rounded()), zone))
    }
    zones = Set(places.values.flatMap { $0.map(\.zone) }).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zones.enumerated().map { ($1, $0) })
    countries = places.mapValues { places in
      TimeZoneMaker.needed(
        of: places.map {
          ZonePoint(latitude: $0.latitude, longitude: $0.longitude, zone: numbers[$0.zone]!)
        })
    }
  }

  func content() throws -> [UInt8] {
    var content: [UInt8] = []
    content.append(varying: UInt64(zones.count))
    for zone in zones {
      content.append(text: zone)
      content.append(text: try rule(of: zone))
    }
    content.append(varying: UInt64(countries.count))
    for (code, points) in countries.sorted(by: { $0.key < $1.key }) {
      content.append(text: code)
      content.append(varying: UInt64(points.count))
      for point in points {
        content.append(signed: point.latitude)
        content.append(signed: point.longitude)
        content.append(varying: UInt64(point.zone))
      }
    }
    print("\(zones.count) time zones, \(countries.values.reduce(0) { $0 + $1.count }) points")
    return content
  }

  /// The rule from now on, which is the last line of a zone's file.
  private func rule(of zone: String) throws -> String {
    if let rule = TimeZoneMaker.plainRules[zone] { return rule }
    let file = try Data(contentsOf: URL(fileURLWithPath: "\(rulesFolder)/\(zone)"))
    return String(decoding: file.split(separator: UInt8(ascii: "\n")).last!, as: UTF8.self)
  }

  /// The points that are needed: without them, the nearest one to some point would have another
  /// zone.
  private static func needed(of points: [ZonePoint]) -> [ZonePoint] {
    var needed: [ZonePoint] = []
    var taken: Set<ZonePoint> = []
    var known = 0
    repeat {
      known = needed.count
      for point in points {
        let place = Coordinate(
          latitude: Double(point.latitude) / TimeZoneFile.stepsPerDegree,
          longitude: Double(point.longitude) / TimeZoneFile.stepsPerDegree)!
        let isTold = ZonePoint.nearest(to: place, among: needed)?.zone == point.zone
        if !isTold, taken.insert(point).inserted { needed.append(point) }
      }
    } while needed.count > known
    return needed
  }
}
