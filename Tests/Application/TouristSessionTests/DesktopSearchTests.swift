import Foundation
import Places
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

@MainActor
struct DesktopSearchTests {
  private let folder = TemporaryFolder()
  private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  private func search() -> DesktopSearch {
    DesktopSearch(
      world: World(folder: atlasFolder), languages: ["en"], libraryFolder: folder.path)
  }

  private func makeLibrary(_ titles: String...) async throws {
    let library = try await TravelStore(folder: folder.path)
    for title in titles { _ = try await library.addPin(at: tower, titled: title) }
    await library.closeFiles()
  }

  @Test func `pins of a closed library come first and then places`() async throws {
    try await makeLibrary("Hotel in Paris", "Louvre")
    func files() -> Set<String> { Set(FileManager.default.subpaths(atPath: folder.path) ?? []) }
    let before = files()
    #expect(!before.contains("library.sqlite-wal"))
    let search = search()
    let found = await search.find(["paris"])
    #expect(found.first == "pin-1")
    #expect(search["pin-1"]?.title == "Hotel in Paris")
    #expect(found.count <= 10)
    #expect(found.dropFirst().contains { search[$0]?.title == "Paris" })
    #expect(await search.find(["paris", "hot"], isNew: false).first == "pin-1")
    #expect(files() == before)
  }

  @Test func `what another run has found is found again by its name`() async throws {
    try await makeLibrary("Hotel in Paris")
    #expect(await search().result("pin-1", of: ["hotel"])?.place.coordinate == tower)
    #expect(await search().result("pin-2", of: ["hotel"]) == nil)
  }

  @Test func `each coordinate has its own name`() async throws {
    let search = search()
    let names = [await search.find(["48.8, 2.3"]).first, await search.find(["48.85, 2.35"]).first]
    #expect(names[0] != nil && names[1] != nil && names[0] != names[1])
    #expect(await self.search().result(names[1]!, of: ["48.85, 2.35"]) != nil)
  }

  @Test func `two letters find nothing and two signs of Chinese do`() async throws {
    try await makeLibrary("東京", "Ålesund")
    let search = search()
    #expect(await search.find(["al"]).isEmpty)
    #expect(await search.find(["東京"]).first == "pin-1")
  }

  @Test func `without a library places are found and none is made`() async throws {
    #expect(await !search().find(["paris"]).isEmpty)
    #expect(FileManager.default.subpaths(atPath: folder.path) == [])
  }
}
