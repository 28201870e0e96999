import Atlas
import Foundation
import Testing
import TravelModel

@testable import TouristSession

struct WorldTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("data/atlas").path
  static let world = World(folder: folder)

  private func title(_ latitude: Double, _ longitude: Double, _ language: String = "en") async
    -> PlaceTitle?
  {
    await WorldTests.world.title(
      of: Coordinate(latitude: latitude, longitude: longitude)!, languages: [language])
  }

  @Test func aPlaceInACityIsCalledAfterIt() async {
    #expect(await title(35.0116, 135.7681) == .at(city: "Kyoto", country: "Japan"))
    #expect(await title(48.8566, 2.3522, "de") == .at(city: "Paris", country: "Frankreich"))
  }

  @Test func aPlaceInTheCountryIsCalledAfterWhatIsNear() async {
    guard
      case .near(let city, let country, let kilometres, let direction) = await title(64.27, -21.9)
    else { return #expect(Bool(false)) }
    #expect((city, country) == ("Reykjavík", "Iceland"))
    #expect((10...25).contains(kilometres))
    #expect(direction == .north)
  }

  @Test func acrossABorderTheCountryIsThatOfThePlace() async {
    // Navassa, an island of the United States that is nearer to Haiti than to all of theirs.
    let title = await title(18.40, -75.01)
    guard case .remote(let country, _, let kilometres, _) = title else {
      return #expect(Bool(false), "\(String(describing: title))")
    }
    #expect(country?.contains("Minor Outlying Is") == true && kilometres < 100, "\(title!)")
  }

  @Test func whereNobodyLivesTheCountryIsNamed() async {
    guard case .remote(let country, let nearest, _, _) = await title(-77.85, 166.67) else {
      return #expect(Bool(false))
    }
    #expect((country, nearest) == ("Antarctica", "Invercargill"))
  }

  @Test func aPlaceAtSeaIsCalledAfterTheSea() async {
    guard case .sea(let sea, let nearest, let kilometres) = await title(-40, -120) else {
      return #expect(Bool(false))
    }
    #expect(sea.englishName == "South Pacific Ocean")
    #expect(nearest == "Hanga Roa")
    #expect((1500...2500).contains(kilometres))
  }

  @Test(arguments: [(90.0, 0.0), (-90, 12), (0, -180), (-17.8, 179.99), (85.2, 77), (-77.8, 166.7)])
  func everyPlaceOnEarthHasAName(latitude: Double, longitude: Double) async {
    #expect(await title(latitude, longitude) != nil)
  }

  @Test func whereABorderIsDisputedNoSideIsTaken() async {
    // The Golan Heights and Laâyoune.
    for (latitude, longitude) in [(33.0, 35.8), (27.15, -13.2)] {
      switch await title(latitude, longitude) {
      case .at(_, let country), .near(_, let country, _, _), .remote(let country, _, _, _):
        #expect(country == nil || country == "Western Sahara")
      case .sea, nil: #expect(Bool(false))
      }
    }
  }

  @Test func aMissingGazetteerCostsTheNameAlone() async {
    let empty = World(folder: "/nowhere")
    #expect(await empty.title(of: .origin, languages: ["en"]) == nil)
    await #expect(throws: AtlasError.unreadable(path: "/nowhere/outlines.atlas")) {
      _ = try await empty.outlines()
    }
  }
}

@MainActor
struct SearchModelTests {
  let map = MapModel { $0.readable }

  private func results(for text: String, in world: World = WorldTests.world) async -> [SearchResult]
  {
    let model = SearchModel(world: world, map: map, languages: ["en"])
    model.text = text
    while !model.isCurrent { await Task.yield() }
    return model.results
  }

  @Test func citiesComeWithTheirCountriesAndHowCloseToLook() async throws {
    let first = try #require(await results(for: "munchen").first)
    #expect(first.title == "Munich")
    #expect(first.detail.hasSuffix("Germany"))
    #expect(first.place.zoom == 11)
  }

  @Test func coordinatesComeFirst() async throws {
    let first = try #require(await results(for: "48,8584 2,2945").first)
    #expect(first.kind == .coordinate)
    #expect(first.title == "48.85840° N, 2.29450° E")
  }

  @Test func pinsAreFoundWithoutRegardToAccents() async throws {
    let library = FakeLibrary()
    _ = try await library.addPin(at: .origin, titled: "12 km north of Reykjavík, Iceland")
    await map.connect(to: library)
    let found = await results(for: "reykjavik north")
    #expect(found.first?.kind == .pin(Pin.ID(1)))
  }

  @Test func withoutAGazetteerPinsAndCoordinatesAreStillFound() async throws {
    let found = await results(for: "1, 2", in: World(folder: "/nowhere"))
    #expect(found.map(\.kind) == [.coordinate])
  }

  @Test func nothingTypedFindsNothing() async {
    #expect(await results(for: "   ").isEmpty)
  }
}
