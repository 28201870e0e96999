import Foundation
import TestSupport
import Testing
import TravelModel

@testable import Atlas
@testable import Places

/// A world that is called as in German, by a few names.
struct LocalWorldTests {
  private let folder = TemporaryFolder()
  private let world: World
  private static let milan = Coordinate(latitude: 45.4642, longitude: 9.19)!

  init() throws {
    let (landmarks, gazetteer) = (
      try Landmarks(file: "\(atlasFolder)/landmarks.atlas"),
      try Gazetteer(file: "\(atlasFolder)/gazetteer.atlas")
    )
    func city(_ name: String) -> Int {
      (0..<gazetteer.count).first { gazetteer.usualName(of: $0) == name }!
    }
    let names = LocalNames(
      language: "de",
      landmarks: [landmarks.all.firstIndex { $0.names["en"] == "Sicily" }!: "Sizilien"],
      of: landmarks, cities: [city("Milan"): "Mailand"], provinces: [:], of: gazetteer)
    for name in ["outlines", "landmarks", "gazetteer"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(name).atlas",
        withDestinationPath: "\(atlasFolder)/\(name).atlas")
    }
    try Data(LocalNames.file.encoded(names.content))
      .write(to: URL(fileURLWithPath: "\(folder.path)/names-de.atlas"))
    world = World(folder: folder.path, languages: ["de", "en"])
  }

  @Test func `a place is called in one language`() async {
    #expect(await world.name(of: LocalWorldTests.milan, languages: ["de"]) == "Mailand, Italien")
  }

  @Test func `what is found is shown in it, by whatever name it was found`() async {
    for (query, title, detail) in [
      ("mailand", "Mailand", "Italien"), ("milano", "Mailand", "Milano · Italien"),
      ("sicily", "Sizilien", "Italien"), ("sizilien", "Sizilien", "Italien"),
      ("mailand italien", "Mailand", "Italien"), ("palermo, italien", "Palermo", "Italien"),
    ] {
      let found = await world.places(for: query, languages: ["de"], limit: 3).first
      #expect(found?.title == title && found?.detail == detail, "\(query)")
    }
  }

  @Test func `what has no name in it has its usual one`() async {
    let place = Coordinate(latitude: 45.07, longitude: 7.69)!
    #expect(await world.name(of: place, languages: ["de"]) == "Turin, Italien")
    let other = World(folder: folder.path, languages: ["pt"])
    #expect(await other.name(of: LocalWorldTests.milan, languages: ["pt"]) == "Milan, Itália")
  }

  @Test func `names are sorted as they are searched where no language has rules`() {
    let names = ["Zoo", "élan", "Alone", "alley"]
    let sorted = names.sorted { Collation.key(of: $0) < Collation.key(of: $1) }
    #expect(sorted == ["alley", "Alone", "élan", "Zoo"])
  }

  @Test func `keys are sorted by their bytes, and what has none comes last`() {
    let bytes: [[UInt8]] = [[], [1], [1, 0], [1, 0x80], [2], [0xF4, 0x8F, 0xBF, 0xBF]]
    let keys = bytes.map(CollationKey.init) + [.last]
    #expect(keys.reversed().sorted() == keys)
  }
}
