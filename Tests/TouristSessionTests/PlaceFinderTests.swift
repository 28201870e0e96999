import Atlas
import Testing
import TravelModel

@testable import TouristSession

struct PlaceFinderTests {
  private static let world = World(
    folder: #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
      + "/data/atlas")

  @Test(arguments: [
    ("paris", "Paris"), ("london", "London"), ("rome", "Rome"), ("berlin", "Berlin"),
    ("germany", "Germany"), ("deutschland", "Germany"), ("japan", "Japan"),
    ("lake victoria", "Lake Victoria"), ("baikal", "Lake Baikal"), ("sahara", "Sahara"),
    ("everest", "Mount Everest"), ("mont blanc", "Mont Blanc"), ("texas", "Texas"),
    ("honshu", "Honshu"), ("nile", "Nile"), ("himalaya", "Himalayas"), ("東京", "Tokyo"),
  ])
  func theFirstThatIsFoundIsTheOneMeant(_ query: String, _ title: String) async {
    let found = await PlaceFinder(PlaceFinderTests.world, []).places(for: query, limit: 5)
    #expect(found.first?.title == title, "\(found.map(\.title))")
  }

  @Test func whatHasOneNameIsToldApart() async {
    let found = await PlaceFinder(PlaceFinderTests.world, []).places(for: "georgia", limit: 5)
    #expect(found.contains { if case .country = $0.kind { true } else { false } })
    #expect(
      found.contains {
        if case .landmark(_, .province) = $0.kind { $0.detail == "United States" } else { false }
      })
    #expect(Set(found.map(\.id)).count == found.count)
  }
}
