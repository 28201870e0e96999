import TestSupport
import Testing
import TravelModel

@testable import Atlas

struct TimeZoneTests {
  private static let path = OfflineOutlines.path.replacing(
    "outlines.atlas", with: "timezones.atlas")
  private static let carried = Result { try TimeZones(file: path) }

  /// Two zones, of which one country has both and another one.
  private static let small: [UInt8] = {
    var content: [UInt8] = []
    content.append(varying: 2)
    for text in ["East", "EST-3", "West", "WST1"] { content.append(text: text) }
    content.append(varying: 2)
    content.append(text: "XA")
    content.append(varying: 2)
    for number in [10_000, 170_000] { content.append(signed: number) }
    content.append(varying: 0)
    for number in [10_000, 100_000] { content.append(signed: number) }
    content.append(varying: 1)
    content.append(text: "XB")
    content.append(varying: 1)
    for number in [0, 0] { content.append(signed: number) }
    content.append(varying: 1)
    return content
  }()

  @Test func `the place has the zone of the nearest point of its country`() throws {
    let zones = try TimeZones(content: TimeZoneTests.small)
    func zone(_ latitude: Double, _ longitude: Double, _ code: String) -> String? {
      zones.zone(at: Coordinate(latitude: latitude, longitude: longitude)!, inCountry: code)?.name
    }
    #expect(zone(0, 160, "XA") == "East")
    #expect(zone(0, 110, "XA") == "West")
    #expect(zone(0, -170, "XA") == "East", "across the date line")
    #expect(zone(80, 170, "XB") == "West")
    #expect(zone(0, 0, "XC") == nil)
  }

  @Test func `what is damaged is refused or has zones of use`() throws {
    let content = TimeZoneTests.small
    for length in content.indices {
      #expect(throws: AtlasError.damaged) {
        try TimeZones(content: Array(content[..<length]))
      }
    }
    let damaged = Array(Damage.bits(of: content)) + Damage.bytes(of: content, count: 2000, seed: 9)
    var readings = Readings()
    for changed in damaged {
      let zones = try readings.attempt(or: AtlasError.self) { try TimeZones(content: changed) }
      for code in ["XA", "XB"] { _ = zones?.zone(at: .origin, inCountry: code) }
    }
    #expect(readings.read > 100)
    #expect(readings.refused > 1000)
  }

  @Test(arguments: [
    ("FR", 48.8566, 2.3522, "Europe/Paris"), ("US", 33.45, -112.07, "America/Phoenix"),
    ("US", 40.71, -74.01, "America/New_York"), ("US", 21.3, -157.85, "Pacific/Honolulu"),
    ("AU", -27.47, 153.03, "Australia/Brisbane"), ("RU", 43.12, 131.9, "Asia/Vladivostok"),
    ("RU", 64.7, -179, "Asia/Anadyr"), ("BR", -3.85, -32.42, "America/Noronha"),
    ("ES", 28.1, -15.4, "Atlantic/Canary"), ("NP", 27.7, 85.3, "Asia/Kathmandu"),
  ])
  func `towns have their zones`(
    code: String, latitude: Double, longitude: Double, zone: String
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(try TimeZoneTests.carried.get().zone(at: place, inCountry: code)?.name == zone)
  }

  @Test(arguments: [
    (0.0, "<+00>0"), (7.4, "<+00>0"), (-7.6, "<-01>1"), (150, "<+10>-10"), (-180, "<-12>12"),
    (179.9, "<+12>-12"),
  ])
  func `ships go by the sun`(longitude: Double, rule: String) throws {
    let place = try #require(Coordinate(latitude: 10, longitude: longitude))
    #expect(PlaceZone.nautical(at: place) == PlaceZone(name: "", rule: rule))
  }
}
