import Atlas
import TestSupport
import Testing
import TravelModel

@testable import Places

struct WorldTests {
  private static let world = World(folder: atlasFolder)

  private func title(_ latitude: Double, _ longitude: Double, _ language: String = "en") async
    -> PlaceTitle?
  {
    await WorldTests.world.title(
      of: Coordinate(latitude: latitude, longitude: longitude)!, languages: [language])
  }

  @Test func `a place in a city is called after it`() async {
    #expect(await title(35.0116, 135.7681) == .at(city: "Kyoto", country: "Japan"))
    #expect(await title(48.8566, 2.3522, "de") == .at(city: "Paris", country: "Frankreich"))
  }

  @Test func `a place in the country is called after what is near`() async {
    guard
      case .near(let city, let country, let kilometres, let direction) = await title(64.27, -21.9)
    else { return #expect(Bool(false)) }
    #expect((city, country) == ("Reykjavík", "Iceland"))
    #expect((10...25).contains(kilometres))
    #expect(direction == .north)
  }

  @Test func `across a border the country is that of the place`() async {
    // Navassa, an island of the United States that is nearer to Haiti than to all of theirs.
    let title = await title(18.40, -75.01)
    guard case .remote(let country, _, let kilometres, _) = title else {
      return #expect(Bool(false), "\(String(describing: title))")
    }
    #expect(country?.contains("Minor Outlying Is") == true && kilometres < 100, "\(title!)")
  }

  @Test func `where nobody lives the country is named`() async {
    guard case .remote(let country, let nearest, _, _) = await title(-77.85, 166.67) else {
      return #expect(Bool(false))
    }
    #expect((country, nearest) == ("Antarctica", "Invercargill"))
  }

  @Test func `a place at sea is called after the sea`() async {
    guard case .sea(let sea, let nearest, let kilometres) = await title(-40, -120) else {
      return #expect(Bool(false))
    }
    #expect(sea == "South Pacific Ocean")
    #expect(nearest == "Hanga Roa")
    #expect((1500...2500).contains(kilometres))
  }

  @Test(arguments: [(90.0, 0.0), (-90, 12), (0, -180), (-17.8, 179.99), (85.2, 77), (-77.8, 166.7)])
  func `every place on Earth has a name`(latitude: Double, longitude: Double) async {
    #expect(await title(latitude, longitude) != nil)
  }

  @Test func `where a border is disputed no side is taken`() async {
    // The Golan Heights and Laâyoune.
    for (latitude, longitude) in [(33.0, 35.8), (27.15, -13.2)] {
      switch await title(latitude, longitude) {
      case .at(_, let country), .near(_, let country, _, _), .remote(let country, _, _, _):
        #expect(country == nil || country == "Western Sahara")
      case .sea, nil: #expect(Bool(false))
      }
    }
  }

  @Test func `a missing gazetteer costs the name alone`() async {
    let empty = World(folder: "/nowhere")
    #expect(await empty.title(of: .origin, languages: ["en"]) == nil)
    await #expect(throws: AtlasError.unreadable(path: "/nowhere/outlines.atlas")) {
      _ = try await empty.outlines()
    }
  }
}
