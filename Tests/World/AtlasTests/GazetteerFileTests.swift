import TestSupport
import Testing
import TravelModel

@testable import Atlas

/// The gazetteer that the program carries.
enum OfflineData {
  static let path = "\(atlasFolder)/gazetteer.atlas"
  static let gazetteer = try! Gazetteer(file: path)
  static let cities = CitySearch(gazetteer)
}

extension SeededNumbers {
  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func coordinate() -> Coordinate {
    Coordinate(
      latitude: Double(number(below: 180_001)) / 1000 - 90,
      longitude: Double(number(below: 360_000)) / 1000 - 180)!
  }
}

struct GazetteerFileTests {
  private let kind = DataFile(kind: "GAZT", version: 4)

  @Test func `all cities are real`() {
    let gazetteer = OfflineData.gazetteer
    #expect(gazetteer.count > 150_000)
    var population = Int.max
    for index in 0..<gazetteer.count {
      let city = gazetteer.city(index)
      #expect(!city.name.isEmpty && city.population >= 0 && city.population <= population)
      #expect(gazetteer.countryName(city.countryCode) != nil)
      population = city.population
    }
  }

  @Test func `no city is a part of one`() {
    let gazetteer = OfflineData.gazetteer
    let wrong = (0..<gazetteer.count).map { gazetteer.city($0) }.filter {
      $0.countryCode == "CH" && $0.name.contains(" / ") || $0.name.contains("(Kreis ")
        || $0.name == "Chéngguān Qū"
    }
    #expect(wrong.map(\.name) == [])
  }

  @Test func `a small gazetteer is read`() throws {
    let gazetteer = try read(smallContent())
    #expect(gazetteer.count == 3)
    #expect(gazetteer.city(0).name == "Köln")
    #expect(gazetteer.city(2).name == "New York")
    let cities = CitySearch(gazetteer)
    #expect(cities.search("york", limit: 3).map(\.city) == [2])
    #expect(cities.search("cologne", limit: 3).map(\.city) == [0])
    #expect(cities.search("new york, new york", limit: 3).map(\.city) == [2])
    #expect((0..<3).map(gazetteer.provinceName(of:)) == [nil, nil, "New York"])
    #expect((0..<3).map(gazetteer.isCapital) == [true, false, false])
  }

  @Test func `a damaged content is read or refused`() throws {
    let content = smallContent()
    var readings = Readings()
    for changed in Damage.bits(of: content) { try tryOut(changed, &readings) }
    for place in content.indices {
      try tryOut(Array(content[..<place]) + content[(place + 1)...], &readings)
      try tryOut(
        Array(content[..<place]) + [255, 255, 255, 255, 15] + content[place...], &readings)
      #expect(throws: AtlasError.self) { try read(Array(content[..<place])) }
    }
    #expect(readings.read > 300)
    #expect(readings.refused > 200)
    #expect(throws: AtlasError.self) { try read(content + [0]) }
    #expect(throws: AtlasError.self) { try read([]) }
  }

  @Test func `a damaged great content is read or refused`() throws {
    let content = try kind.content(ofFile: OfflineData.path)
    var random = SeededNumbers(seed: 5)
    var (changes, cuts) = (Readings(), Readings())
    for _ in 0..<8 {
      var damaged = content
      for _ in 0..<3 { damaged[random.number(below: damaged.count)] ^= 1 << 5 }
      try tryOut(damaged, &changes)
      try tryOut(Array(content[..<random.number(below: content.count)]), &cuts)
    }
    #expect(changes.read > 0)
    #expect(cuts.refused == 8)
  }

  /// Reads a content that may be damaged, and asks everything of it if it is read.
  private func tryOut(_ content: [UInt8], _ readings: inout Readings) throws {
    let gazetteer = try readings.attempt(or: AtlasError.self) { try read(content) }
    guard let gazetteer else { return }
    for index in 0..<min(gazetteer.count, 10) { _ = gazetteer.city(index) }
    let cities = CitySearch(gazetteer)
    for query in ["k", "new york", "y n", "köln", "de", "germany"] {
      let found = cities.search(query, limit: 10)
      #expect(found.allSatisfy { 0..<gazetteer.count ~= $0.city })
    }
    _ = gazetteer.describe(.origin, countryCodes: ["DE"], isSea: false)
    _ = gazetteer.describe(.origin, countryCodes: [], isSea: true)
    #expect(gazetteer.cities(x: 0...1, y: 0...1, limit: 10).count <= 10)
  }

  private func read(_ content: [UInt8]) throws -> Gazetteer {
    try Gazetteer(content: content)
  }

  /// Three cities of two countries, one of them in a province, and five names.
  private func smallContent() -> [UInt8] {
    var content: [UInt8] = []
    content.append(varying: 2)
    for text in ["DE", "Germany", "US", "United States"] { content.append(text: text) }
    // A province of the second one.
    for number: UInt64 in [1, 1] { content.append(varying: number) }
    for text in ["New York", "NY"] { content.append(text: text) }
    content.append(varying: 3)
    for country: UInt64 in [0, 0, 1] { content.append(varying: country) }
    content.append(varying: 1)
    for latitude in [509_333, 520_000, -900_000] { content.append(signed: latitude) }
    for longitude in [69_500, 130_000, -1_800_000] { content.append(signed: longitude) }
    for step: UInt64 in [1_000_000, 900_000, 100_000] { content.append(varying: step) }
    // Of the first one, that it is a capital.
    for number: UInt64 in [1, 0, 1] { content.append(varying: number) }
    content.append(varying: 5)
    for shared: UInt64 in [0, 0, 0, 1, 0] { content.append(varying: shared) }
    for added: UInt64 in [7, 5, 8, 2, 10] { content.append(varying: added) }
    // City plus one, or zero for the same again; the lowest bit marks a city's first name.
    for mark: UInt64 in [1 << 1, 1, 3 << 1 | 1, 0, 2 << 1 | 1] { content.append(varying: mark) }
    content.append(text: "Cologne" + "Köln" + "New York" + "YC" + "Wittenberg")
    return content
  }
}
