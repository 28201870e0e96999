import Files
import PhotoSources
import Places
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// The countries where the user has been, over the atlas that the program carries.
@MainActor
struct BeenCountriesTests {
  private let map = MapModel { _ in "A pin" }
  private let folder = TemporaryFolder()

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  private func pin(_ latitude: Double, _ longitude: Double, _ mark: PinMark? = .been) -> NewPin {
    NewPin(at: place(latitude, longitude), titled: "A pin", details: PinDetails(mark: mark))
  }

  private func counted(_ countries: BeenCountries) async -> [String: Int] {
    await countries.settle()
    return Dictionary(uniqueKeysWithValues: countries.countries.map { ($0.name, $0.count) })
  }

  @Test func `countries follow the pins that were marked`() async throws {
    let world = World(folder: atlasFolder)
    let store = try await TravelStore(folder: folder.path)
    await map.connect(to: store)
    let countries = BeenCountries(of: map, world: world, languages: ["en"])
    let made = try await store.addPins([
      pin(48.85, 2.35), pin(43.3, 5.37), pin(52.52, 13.4), pin(41.9, 12.5, .wanted),
      pin(40.4, -3.7, nil),
      // In the middle of the Atlantic.
      pin(30, -40),
    ]).pins
    await map.show(made)
    #expect(await counted(countries) == [:], "nobody has asked")
    countries.start()
    #expect(await counted(countries) == ["France": 2, "Germany": 1])
    #expect(countries.countries.map(\.name) == ["France", "Germany"])

    map.edit(made[3].id) { $0.details.mark = .been }
    map.edit(made[0].id) { $0.details.note = "Again" }
    #expect(await counted(countries) == ["France": 2, "Germany": 1, "Italy": 1])
    map.edit(made[2].id) { $0.coordinate = place(48.2, 16.37) }
    map.edit(made[1].id) { $0.details = PinDetails() }
    #expect(await counted(countries) == ["France": 1, "Austria": 1, "Italy": 1])
    await map.hide([made[0].id, made[1].id])
    #expect(await counted(countries) == ["Austria": 1, "Italy": 1])
    await map.hide([made[3].id])
    #expect(await counted(countries) == ["Austria": 1])
  }

  @Test func `many pins are counted`() async throws {
    let store = try await TravelStore(folder: folder.path)
    var dice = SeededNumbers(seed: 9)
    _ = try await store.addPins(
      (0..<5000).map { _ in
        pin(.random(in: 44...50, using: &dice), .random(in: -1...25, using: &dice))
      })
    await map.connect(to: store)
    let countries = BeenCountries(of: map, world: World(folder: atlasFolder), languages: ["en"])
    countries.start()
    let found = await counted(countries)
    #expect(found.count > 10)
    #expect(found.values.reduce(0, +) > 4000)
  }
}
