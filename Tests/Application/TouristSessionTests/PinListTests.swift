import Places
import TestSupport
import Testing
import TravelModel

@testable import TouristSession

/// The list of pins: its orders, its search, and what changes in it.
@MainActor
struct PinListTests {
  private let library = FakeLibrary()
  private let map = MapModel { $0.readable }
  /// The offline map as it is shipped.
  private static let world = World(folder: atlasFolder)

  private let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)!
  private let lyon = Coordinate(latitude: 45.75, longitude: 4.85)!
  private let oslo = Coordinate(latitude: 59.91, longitude: 10.75)!
  private let atlantic = Coordinate(latitude: 35, longitude: -45)!

  /// A list that is shown, and follows its own splices as a widget would.
  private final class Shown {
    let list: PinList
    var rows: [Pin.ID] = []
    var splices: [ListSplice] = []

    @MainActor init(_ list: PinList) {
      self.list = list
      list.onSplice = { [unowned self] splice in
        rows.replaceSubrange(
          splice.position..<splice.position + splice.removed, with: splice.inserted)
        splices.append(splice)
      }
      list.isShown = true
    }

    /// The titles of the rows, when they are up to date.
    @MainActor func titles() async -> [String] {
      await list.settle()
      #expect(rows == list.rows)
      #expect(list.count == rows.count)
      return rows.map { list.pin($0)?.title ?? "?" }
    }
  }

  private func shown(order: PinOrder = .name) -> Shown {
    Shown(PinList(of: map, world: PinListTests.world, languages: ["en"], order: order))
  }

  private func connect(_ pins: [(String, Coordinate)]) async throws {
    for (title, place) in pins { _ = try await library.addPin(at: place, titled: title) }
    await map.connect(to: library)
  }

  private func connect() async throws {
    try await connect([
      ("Zoo", paris), ("élan", oslo), ("Alone", atlantic), ("Bridge", lyon), ("alley", paris),
    ])
  }

  @Test func `pins are sorted by name as people do it`() async throws {
    try await connect()
    #expect(await shown().titles() == ["alley", "Alone", "Bridge", "élan", "Zoo"])
  }

  @Test func `the pin that was dropped last is the newest`() async throws {
    try await connect()
    #expect(await shown(order: .date).titles() == ["alley", "Bridge", "Alone", "élan", "Zoo"])
  }

  @Test func `countries come by name, and what is in none comes last`() async throws {
    try await connect()
    let shown = shown(order: .country)
    #expect(await shown.titles() == ["alley", "Bridge", "Zoo", "élan", "Alone"])
    let pins = shown.rows.compactMap { shown.list.pin($0) }
    #expect(shown.list.place(of: pins[0]) == .country("France"))
    #expect(shown.list.place(of: pins[4]) == .water)
  }

  @Test func `the nearest come first, and change when the map has moved`() async throws {
    try await connect([("West", Coordinate(latitude: 0, longitude: 179)!), ("Oslo", oslo)])
    let shown = shown(order: .distance)
    let area = WorldArea(x: 0...1, y: 0...1)
    shown.list.follow(area, middle: oslo)
    #expect(await shown.titles() == ["Oslo", "West"])
    shown.list.follow(area, middle: Coordinate(latitude: 0, longitude: -179)!)
    #expect(await shown.titles() == ["West", "Oslo"])
    let west = try #require(shown.rows.first.flatMap { shown.list.pin($0) })
    // Two degrees across the date line.
    #expect(abs(try #require(shown.list.distance(of: west)) - 222_390) < 100)
  }

  @Test func `a search finds titles and countries, without accents`() async throws {
    try await connect()
    let shown = shown()
    shown.list.text = "FRANCE"
    #expect(await shown.titles() == ["alley", "Bridge", "Zoo"])
    shown.list.text = "elan nor"
    #expect(await shown.titles() == ["élan"])
    shown.list.text = "elan france"
    #expect(await shown.titles() == [])
    shown.list.text = "  "
    #expect(await shown.titles().count == 5)
  }

  @Test func `only what the map shows is listed, also across the date line`() async throws {
    try await connect([
      ("East", Coordinate(latitude: 0, longitude: 179)!),
      ("West", Coordinate(latitude: 0, longitude: -179)!), ("Oslo", oslo),
    ])
    let shown = shown()
    let edge = Mercator.project(Coordinate(latitude: 0, longitude: 180)!)
    shown.list.follow(WorldArea(x: 0.98...1.02, y: 0.4...0.6), middle: oslo)
    #expect(edge.y == 0.5)
    #expect(await shown.titles() == ["East", "Oslo", "West"])
    shown.list.isInView = true
    #expect(await shown.titles() == ["East", "West"])
    shown.list.follow(WorldArea(x: -0.02...0, y: 0.4...0.6), middle: oslo)
    #expect(await shown.titles() == ["East"])
    shown.list.isInView = false
    #expect(await shown.titles() == ["East", "Oslo", "West"])
  }

  @Test func `a change of a pin changes its row alone`() async throws {
    try await connect()
    let shown = shown()
    _ = await shown.titles()
    shown.splices = []
    let zoo = try #require(map.pins.all.first { $0.title == "Zoo" })
    map.edit(zoo.id) { $0.title = "Bear park" }
    #expect(await shown.titles() == ["alley", "Alone", "Bear park", "Bridge", "élan"])
    #expect(
      shown.splices == [
        ListSplice(at: 2, removing: 0, inserting: [zoo.id]),
        ListSplice(at: 5, removing: 1, inserting: []),
      ])
    shown.splices = []
    map.setPhotoCount(3, of: zoo.id)
    #expect(await shown.titles().count == 5)
    #expect(shown.splices.isEmpty)
    await map.hide([zoo.id])
    #expect(await shown.titles() == ["alley", "Alone", "Bridge", "élan"])
    await map.show([zoo])
    #expect(await shown.titles() == ["alley", "Alone", "Bridge", "élan", "Zoo"])
    #expect(shown.list.pinCount == 5)
  }

  @Test func `several are removed and come back together`() async throws {
    try await connect()
    let shown = shown()
    _ = await shown.titles()
    shown.splices = []
    let chosen = map.pins.all.filter { ["Alone", "élan"].contains($0.title) }
    await map.hide(Set(chosen.map(\.id)))
    #expect(await shown.titles() == ["alley", "Bridge", "Zoo"])
    #expect(shown.splices.map(\.removed) == [1, 1])
    await map.show(chosen)
    #expect(await shown.titles() == ["alley", "Alone", "Bridge", "élan", "Zoo"])
  }

  @Test func `a list that nobody sees waits, and is up to date when it is seen`() async throws {
    try await connect()
    let shown = shown()
    _ = await shown.titles()
    shown.list.isShown = false
    shown.splices = []
    map.dropPin(at: lyon)
    try await wait { map.pins.count == 6 }
    #expect(await shown.titles().count == 5)
    #expect(shown.splices.isEmpty)
    shown.list.isShown = true
    #expect(await shown.titles().count == 6)
    #expect(shown.splices.count == 1)
  }

  @Test func `a library that is replaced leaves no rows`() async throws {
    try await connect()
    let shown = shown()
    _ = await shown.titles()
    await map.disconnect()
    #expect(await shown.titles() == [])
    #expect(shown.list.pinCount == 0)
  }

  @Test func `splices lead from any list to any other`() {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<2000 {
      let all = (0..<12).map { Pin.ID(Int64($0)) }
      func some() -> [Pin.ID] {
        all.filter { _ in Bool.random(using: &numbers) }
      }
      let old = some()
      var new = some()
      let moved = Set(some().prefix(2))
      // What has moved may stand anywhere, and the others stand as they did.
      for id in moved {
        guard let place = new.firstIndex(of: id) else { continue }
        new.remove(at: place)
        new.insert(id, at: Int.random(in: 0...new.count, using: &numbers))
      }
      var rows = old
      for splice in ListSplice.splices(from: old, to: new, moved: moved) {
        rows.replaceSubrange(
          splice.position..<splice.position + splice.removed, with: splice.inserted)
      }
      #expect(rows == new)
      let others = ListSplice.splices(from: old, to: old.reversed(), moved: [])
      #expect(others.count <= 1 && others.allSatisfy { $0.inserted.count == $0.removed })
    }
  }

  @Test func `a hundred thousand pins are sorted, found and changed`() async throws {
    var numbers = SeededNumbers(seed: 9)
    let pins = (1...100_000).map { number in
      Pin(
        id: Pin.ID(Int64(number)),
        coordinate: Coordinate(
          latitude: Double.random(in: -85...85, using: &numbers),
          longitude: Double.random(in: -180...180, using: &numbers))!,
        title: "Place \(Int.random(in: 0..<1_000_000, using: &numbers))")
    }
    library.fill(with: pins)
    await map.connect(to: library)
    let shown = shown()
    // Not the lists themselves: a failure would print them.
    func expect(_ rows: [Pin.ID], line: Int = #line) async {
      await shown.list.settle()
      let isRight = shown.rows == rows && shown.list.rows == rows
      #expect(isRight, "line \(line)")
    }
    await expect(pins.sorted { ($0.title, $0.id) < ($1.title, $1.id) }.map(\.id))
    shown.list.order = .country
    await shown.list.settle()
    #expect(Set(shown.rows).count == 100_000)
    shown.list.order = .date
    await expect(pins.map(\.id).reversed())
    shown.list.text = "place 777"
    await expect(pins.filter { $0.title.contains("777") }.map(\.id).reversed())
    shown.list.text = ""
    await shown.list.settle()
    shown.splices = []
    let gone = pins.indices.filter { $0 % 5000 == 0 }.map { pins[$0] }
    await map.hide(Set(gone.map(\.id)))
    await expect(map.pins.all.map(\.id).sorted(by: >))
    #expect(shown.splices.count == gone.count)
    await map.show(gone)
    await expect(pins.map(\.id).reversed())
  }
}
