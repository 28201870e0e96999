import Places
import TestSupport
import Testing
import TravelModel

@testable import TouristSession

@MainActor
struct SearchModelTests {
  let map = MapModel { $0.readable }

  private func results(for text: String, in world: World = World(folder: atlasFolder)) async throws
    -> [SearchResult]
  {
    let model = SearchModel(world: world, map: map, languages: ["en"])
    model.text = text
    try await wait { model.isCurrent }
    return model.results
  }

  @Test func `cities come with their countries and how close to look`() async throws {
    let first = try #require(try await results(for: "munchen").first)
    #expect(first.title == "Munich")
    #expect(first.detail.hasSuffix("Germany"))
    #expect(first.place.zoom == 11)
  }

  @Test func coordinatesComeFirst() async throws {
    let first = try #require(try await results(for: "48,8584 2,2945").first)
    #expect(first.kind == .coordinate)
    #expect(first.title == "48.85840° N, 2.29450° E")
  }

  @Test func `coordinates say what is there and name no pin`() async throws {
    let first = try #require(try await results(for: "48.8584, 2.2945").first)
    #expect(first.detail == "Paris, France")
    #expect(first.name == nil)
  }

  @Test func `pins are found without regard to accents`() async throws {
    let library = FakeLibrary()
    _ = try await library.addPin(at: .origin, titled: "12 km north of Reykjavík, Iceland")
    await map.connect(to: library)
    let found = try await results(for: "reykjavik north")
    #expect(found.first?.kind == .pin(Pin.ID(1)))
  }

  @Test func `a place that is a pin already is found once`() async throws {
    let city = try #require(try await results(for: "munchen").first)
    let library = FakeLibrary()
    _ = try await library.addPin(at: city.place.coordinate, titled: "Munich, Germany")
    await map.connect(to: library)
    let found = try await results(for: "munich")
    #expect(found.first?.kind == .pin(Pin.ID(1)))
    #expect(!found.contains { $0.kind == city.kind })
  }

  @Test func `without a gazetteer pins and coordinates are still found`() async throws {
    let found = try await results(for: "1, 2", in: World(folder: "/nowhere"))
    #expect(found.map(\.kind) == [.coordinate])
    #expect(found.first?.detail == "")
  }

  @Test func `nothing typed finds nothing`() async throws {
    #expect(try await results(for: "   ").isEmpty)
  }
}
