import Atlas
import Glibc
import TestSupport
import Testing
import TravelModel

/// The gazetteer that the program carries.
enum OfflineData {
  static let path = "\(atlasFolder)/gazetteer.atlas"
  static let gazetteer = try! Gazetteer(file: path)
  static let cities = CitySearch(gazetteer)!
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
    let cities = try #require(CitySearch(gazetteer))
    #expect(cities.search("york", limit: 3).map(\.city) == [2])
    #expect(cities.search("cologne", limit: 3).map(\.city) == [0])
    #expect(cities.search("new york, new york", limit: 3).map(\.city) == [2])
    #expect((0..<3).map(gazetteer.provinceName(of:)) == [nil, nil, "New York"])
    #expect((0..<3).map(gazetteer.isCapital) == [true, false, false])
  }

  @Test func `a damaged content is read or refused`() throws {
    let content = smallContent()
    for place in content.indices {
      for bit in 0..<8 {
        var damaged = content
        damaged[place] ^= 1 << bit
        try tryOut(damaged)
      }
      try tryOut(Array(content[..<place]))
      try tryOut(Array(content[..<place]) + content[(place + 1)...])
      try tryOut(Array(content[..<place]) + [255, 255, 255, 255, 15] + content[place...])
    }
    #expect(throws: AtlasError.self) { try read(content + [0]) }
    #expect(throws: AtlasError.self) { try read([]) }
  }

  @Test func `a damaged great content is read or refused`() throws {
    let content = try kind.content(ofFile: OfflineData.path)
    var random = SeededNumbers(seed: 5)
    for _ in 0..<8 {
      var damaged = content
      for _ in 0..<3 { damaged[random.number(below: damaged.count)] ^= 1 << 5 }
      try tryOut(damaged)
      try tryOut(Array(content[..<random.number(below: content.count)]))
    }
  }

  /// Reads a content that may be damaged, and asks everything of it if it is read.
  private func tryOut(_ content: [UInt8]) throws {
    do {
      let gazetteer = try read(content)
      for index in 0..<min(gazetteer.count, 10) { _ = gazetteer.city(index) }
      for query in ["k", "new york", "y n", "köln", "de", "germany"] {
        _ = CitySearch(gazetteer)?.search(query, limit: 10)
      }
      _ = gazetteer.describe(.origin, countryCodes: ["DE"], isSea: false)
      _ = gazetteer.describe(.origin, countryCodes: [], isSea: true)
      _ = gazetteer.cities(x: 0...1, y: 0...1, limit: 10)
    } catch AtlasError.damaged {
    }
  }

  private func read(_ content: [UInt8]) throws -> Gazetteer {
    let path = "/tmp/gazetteer-\(getpid())-\(UInt64.random(in: 0 ... .max)).atlas"
    let file = try #require(fopen(path, "w"))
    defer { unlink(path) }
    let bytes = kind.encoded(content)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
    return try Gazetteer(file: path)
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
