import Foundation
import TestSupport
import Testing
import TravelModel

@testable import Atlas
@testable import Places

/// What is known of a place without a network.
struct SurroundingsTests {
  private static let world = World(folder: atlasFolder)
  /// Noon in Greenwich on 21 June and 21 December 2025.
  private static let (june, december) = (1_750_507_200.0, 1_766_318_400.0)

  private func zone(_ latitude: Double, _ longitude: Double) async -> PlaceZone? {
    await SurroundingsTests.world.timeZone(
      at: Coordinate(latitude: latitude, longitude: longitude)!)
  }

  @Test(arguments: [
    // Towns, a village at a border, islands far from their country, a bay.
    (48.8584, 2.2945, "Europe/Paris"), (41.01, 28.95, "Europe/Istanbul"),
    (36.91, -111.46, "America/Phoenix"), (-21.1, 55.5, "Indian/Reunion"),
    (4.94, -52.33, "America/Cayenne"), (40.02, -3.6, "Europe/Madrid"),
    (37.8, -122.6, "America/Los_Angeles"), (22.3, 114.17, "Asia/Hong_Kong"),
    // Far from every town, but in a country.
    (75.0, -40.0, "America/Nuuk"), (-25.3, 131.0, "Australia/Darwin"),
    // On the high seas, and where no clocks are kept.
    (30.0, -45.0, ""), (-80.0, 100.0, ""),
  ])
  func `clocks are those of the place`(latitude: Double, longitude: Double, name: String) async {
    #expect(await zone(latitude, longitude)?.name == name)
  }

  @Test func `clocks are ahead by summer time and not`() async throws {
    func hours(_ latitude: Double, _ longitude: Double, at time: Double) async throws -> Double {
      let clock = PlaceClock(try #require(await zone(latitude, longitude)))
      return Double(try #require(clock.offset(at: time))) / 3600
    }
    #expect(try await hours(48.8584, 2.2945, at: SurroundingsTests.june) == 2)
    #expect(try await hours(48.8584, 2.2945, at: SurroundingsTests.december) == 1)
    #expect(try await hours(-33.87, 151.2, at: SurroundingsTests.december) == 11)
    #expect(try await hours(27.7, 85.3, at: SurroundingsTests.june) == 5.75)
    #expect(try await hours(30, -45, at: SurroundingsTests.june) == -3)
  }

  @Test func `noon is on the day that the clocks show`() throws {
    // In Auckland it is already the next day.
    let clock = PlaceClock(PlaceZone(name: "", rule: "<+12>-12"))
    let midday = try #require(clock.midday(at: SurroundingsTests.june))
    #expect(midday == SurroundingsTests.june + 43_200)
    #expect(try #require(clock.midday(at: SurroundingsTests.june - 1)) == midday - 86_400)
    #expect(PlaceClock(PlaceZone(name: "", rule: "nonsense")).offset(at: 0) == nil)
  }

  /// Where the system has no rules, or old ones, the carried ones tell the same.
  @Test func `the carried rules tell what the system tells`() throws {
    let zones = try TimeZones(file: "\(atlasFolder)/timezones.atlas")
    for zone in zones.all {
      let carried = PlaceClock(PlaceZone(name: "", rule: zone.rule))
      #expect(carried.offset(at: SurroundingsTests.june) != nil, "\(zone)")
      guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone.name)") else {
        continue
      }
      for time in [SurroundingsTests.june, SurroundingsTests.december] {
        #expect(
          carried.offset(at: time) == PlaceClock(zone).offset(at: time), "\(zone) at \(time)")
      }
    }
  }

  @Test func `landmarks around are known`() async {
    let place = Coordinate(latitude: 45.83, longitude: 6.87)!
    let found = await SurroundingsTests.world.landmarks(near: place, languages: ["en"])
    #expect(found.contains { $0.landmark.title == "Mont Blanc" }, "\(found)")
    #expect(found.contains { $0.landmark.title == "Alps" && $0.distance == 0 }, "\(found)")
    #expect(found.count <= 5)
    #expect(found.allSatisfy { $0.distance <= 60_000 }, "\(found)")
    let sea = Coordinate(latitude: 30, longitude: -45)!
    #expect(await SurroundingsTests.world.landmarks(near: sea, languages: ["en"]).isEmpty)
  }

  /// Places beside rivers, lakes and islands, most of them far from where the name stands.
  @Test(arguments: [
    ("Seine", 48.8584, 2.2945, 0.0...1000), ("Seine", 49.4431, 1.0993, 0...1500),
    ("Rhine", 50.9413, 6.9583, 0...1500), ("Danube", 48.2293, 16.4123, 0...2000),
    // On the shore of a lake that is seventy kilometres long, in the midst of it, and above it.
    ("Lake Geneva", 46.2044, 6.1432, 0...2500), ("Lake Geneva", 46.45, 6.6, 0...0),
    ("Lake Geneva", 46.62, 6.5, 8000...18_000),
    // In the midst of a desert and of an island.
    ("Sahara", 22, 26, 0...0), ("Corsica", 42.04, 9.01, 0...0),
  ])
  func `how far a landmark is, is told to the nearest point of it`(
    _ name: String, _ latitude: Double, _ longitude: Double, _ metres: ClosedRange<Double>
  ) async throws {
    let point = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    let landmarks = try #require(await SurroundingsTests.world.landmarks())
    let landmark = try #require(landmarks.all.first { $0.name(in: ["en"]) == name })
    let nearest = Mercator.coordinate(at: landmark.nearestPoint(to: point))
    let distance = nearest.distance(to: Mercator.coordinate(at: point))
    #expect(metres.contains(distance.rounded()), "\(distance)")
  }
}
