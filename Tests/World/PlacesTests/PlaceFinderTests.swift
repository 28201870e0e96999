import Atlas
import TestSupport
import Testing
import TravelModel

@testable import Places

struct PlaceFinderTests {
  private static let world = World(folder: atlasFolder)

  @Test(arguments: [
    ("paris", "Paris"), ("london", "London"), ("rome", "Rome"), ("berlin", "Berlin"),
    ("germany", "Germany"), ("deutschland", "Germany"), ("japan", "Japan"),
    ("lake victoria", "Lake Victoria"), ("baikal", "Lake Baikal"), ("sahara", "Sahara"),
    ("everest", "Mount Everest"), ("mont blanc", "Mont Blanc"), ("texas", "Texas"),
    ("honshu", "Honshu"), ("nile", "Nile"), ("himalaya", "Himalayas"), ("東京", "Tokyo"),
  ])
  func `the first that is found is the one meant`(_ query: String, _ title: String) async {
    let found = await PlaceFinder(PlaceFinderTests.world, []).places(for: query, limit: 5)
    #expect(found.first?.title == title, "\(found.map(\.title))")
  }

  @Test func `cities of one name are told apart`() async {
    let finder = await PlaceFinder(PlaceFinderTests.world, [])
    for query in ["santa cruz philippines", "springfield", "portland", "san antonio mexico"] {
      let found = finder.places(for: query, limit: 8)
      #expect(found.count > 4 && Set(found.map { [$0.title, $0.detail] }).count == found.count)
    }
    // By their provinces, and those of one province by the city that they are near.
    let crosses = finder.places(for: "santa cruz philippines", limit: 8).map(\.detail)
    #expect(crosses.contains { $0.hasSuffix(", Philippines") }, "\(crosses)")
    #expect(crosses.allSatisfy { $0.contains("Philippines") }, "\(crosses)")
    let portland = finder.places(for: "portland maine", limit: 1).first
    #expect(portland?.detail == "Maine, United States")
    let reykjavik = finder.places(for: "reykj", limit: 8).first
    #expect(reykjavik?.title == "Reykjavík" && reykjavik?.detail == "Iceland")
  }

  @Test(arguments: [
    ("everest", "Mount Everest"), ("danube delta", "Danube Delta"), ("japan", "Japan"),
    ("reykjavik", "Reykjavík, Iceland"), ("trastevere", "Trastevere, Italy"),
    ("versailles", "Versailles, France"),
  ])
  func `a pin at what is found is called as that`(_ query: String, _ name: String) async {
    let found = await PlaceFinder(PlaceFinderTests.world, []).places(for: query, limit: 5)
    #expect(found.first?.name == name, "\(found.map(\.name))")
  }

  @Test func `what has one name is told apart`() async {
    let found = await PlaceFinder(PlaceFinderTests.world, []).places(for: "georgia", limit: 5)
    #expect(found.contains { if case .country = $0.kind { true } else { false } })
    #expect(
      found.contains {
        if case .landmark(_, .province) = $0.kind { $0.detail == "United States" } else { false }
      })
    #expect(Set(found.map(\.id)).count == found.count)
  }
}
