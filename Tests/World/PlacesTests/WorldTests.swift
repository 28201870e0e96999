import Atlas
import TestSupport
import Testing
import TravelModel

@testable import Places

struct WorldTests {
  private static let world = World(folder: atlasFolder)

  private func name(_ latitude: Double, _ longitude: Double, _ language: String = "en") async
    -> String
  {
    await WorldTests.world.name(
      of: Coordinate(latitude: latitude, longitude: longitude)!, languages: [language])
  }

  @Test func `a place in a city is called after it`() async {
    #expect(await name(35.0116, 135.7681) == "Kyoto, Japan")
    #expect(await name(48.8566, 2.3522, "de") == "Paris, Frankreich")
  }

  @Test func `a place in the country is called after what is near`() async throws {
    let name = await name(64.27, -21.9)
    let way = try #require(name.wholeMatch(of: /(\d+) km north of Reykjavík, Iceland/), "\(name)")
    #expect((10...25).contains(Int(way.1)!))
  }

  @Test func `across a border the country is that of the place`() async throws {
    // Navassa, an island of the United States that is nearer to Haiti than to all of theirs.
    let name = await name(18.40, -75.01)
    let way = try #require(
      name.wholeMatch(of: /.*Minor Outlying Is.*, (\d+) km .* of [^,]+/), "\(name)")
    #expect(Int(way.1)! < 100)
  }

  @Test func `where nobody lives the country is named`() async {
    let name = await name(-77.85, 166.67)
    #expect(name.hasPrefix("Antarctica, ") && name.hasSuffix(" of Invercargill"), "\(name)")
  }

  @Test func `a place at sea is called after the sea`() async throws {
    let name = await name(-40, -120)
    let way = try #require(
      name.wholeMatch(of: /South Pacific Ocean, (\d),(\d{3}) km from Hanga Roa/), "\(name)")
    #expect((1500...2500).contains(Int(way.1 + way.2)!))
  }

  @Test(arguments: [(90.0, 0.0), (-90, 12), (0, -180), (-17.8, 179.99), (85.2, 77), (-77.8, 166.7)])
  func `every place on Earth has a name`(latitude: Double, longitude: Double) async {
    #expect(await !name(latitude, longitude).contains("°"))
  }

  @Test func `where a border is disputed no side is taken`() async {
    // The Golan Heights and Laâyoune.
    for (latitude, longitude) in [(33.0, 35.8), (27.15, -13.2)] {
      let name = await name(latitude, longitude)
      #expect(!name.contains(",") || name.contains("Western Sahara"), "\(name)")
    }
  }

  @Test func `a missing gazetteer costs the name alone`() async {
    let empty = World(folder: "/nowhere")
    let name = await empty.name(of: .origin, languages: ["en"])
    #expect(name == Coordinate.origin.readable)
    let outlines = await empty.outlines()
    #expect(outlines == nil)
  }
}
