import Atlas
import TestSupport
import Testing
import TravelModel

@testable import Places

struct WanderingTests {
  private static let world = World(folder: atlasFolder)
  /// A noon in Greenwich, at an equinox.
  private static let noon = 1_774_008_000.0

  private func wandering(pins: PinIndex = PinIndex(), at time: Double = noon) async -> Wandering {
    Wandering(finder: await PlaceFinder(WanderingTests.world, []), pins: pins, time: time)
  }

  @Test func `no place comes twice`() async {
    let wandering = await wandering()
    var random = SeededNumbers(seed: 1)
    var seen: Set<String> = []
    for _ in 0..<30 {
      guard let place = wandering.choose(besides: seen, using: &random) else { break }
      #expect(seen.insert(place.name).inserted)
    }
    #expect(seen.count == 30)
  }

  @Test func `it is day there`() async throws {
    let wandering = await wandering()
    var random = SeededNumbers(seed: 2)
    for _ in 0..<40 {
      let place = try #require(wandering.choose(besides: [], using: &random))
      #expect(abs(place.result.place.coordinate.longitude) < 95)
    }
  }

  @Test func `places of many kinds come and none where there is a pin`() async throws {
    var random = SeededNumbers(seed: 3)
    let first = try #require(await wandering().choose(besides: [], using: &random))
    var pins = PinIndex()
    pins.insert(
      Pin(id: Pin.ID(1), coordinate: first.result.place.coordinate, title: "", photoCount: 0))
    let wandering = await wandering(pins: pins)
    var landmarks: Set<Landmark.Kind> = []
    var cities = 0
    for _ in 0..<120 {
      let place = try #require(wandering.choose(besides: [], using: &random))
      #expect(place.name != first.name)
      switch place.result.kind {
      case .city: cities += 1
      case .landmark(_, let kind): landmarks.insert(kind)
      default: Issue.record("no place to go to: \(place.name)")
      }
    }
    #expect(cities > 20 && landmarks.count > 5)
  }

  @Test func `when all have been seen they come again`() async {
    let wandering = await wandering()
    var random = SeededNumbers(seed: 4)
    #expect(wandering.names.count > 1000)
    #expect(wandering.choose(besides: wandering.names, using: &random) != nil)
  }
}
