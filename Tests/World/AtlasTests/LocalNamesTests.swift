import Foundation
import TestSupport
import Testing
import TravelModel

@testable import Atlas

/// Names in another language than English.
struct LocalNamesTests {
  private static let landmarks = try! Landmarks(file: "\(atlasFolder)/landmarks.atlas")
  private static let gazetteer = OfflineData.gazetteer

  /// German names of a sea, of two cities and of two of their provinces.
  private static let german = LocalNames(
    language: "de", landmarks: [numbers(ofLandmarks: "North Sea")[0]: "Nordsee"], of: landmarks,
    cities: [number(ofCity: "Milan"): "Mailand", number(ofCity: "Los Angeles"): "Engelsstadt"],
    provinces: [
      number(ofProvince: "Lombardy"): "Lombardei", number(ofProvince: "California"): "Kalifornien",
    ], of: gazetteer)

  private static func numbers(ofLandmarks name: String) -> [Int] {
    landmarks.all.indices.filter { landmarks.all[$0].names["en"] == name }
  }

  private static func number(ofCity name: String) -> Int {
    (0..<gazetteer.count).first { gazetteer.usualName(of: $0) == name }!
  }

  private static func number(ofProvince name: String) -> Int {
    gazetteer.allProvinces.firstIndex { $0.name == name }!
  }

  @Test func `what is written is read`() throws {
    let content = LocalNamesTests.german.content
    let read = try LocalNames(content: content)
    #expect(read.language == "de" && read.content == content)
    #expect(throws: AtlasError.damaged) { try LocalNames(content: content + [0]) }
    for length in content.indices {
      #expect(throws: AtlasError.damaged) { try LocalNames(content: Array(content[..<length])) }
    }
  }

  @Test func `what is damaged is read or refused`() throws {
    let content = LocalNamesTests.german.content
    let damaged = Array(Damage.bits(of: content)) + Damage.bytes(of: content, count: 2000, seed: 4)
    var readings = Readings()
    for changed in damaged {
      let names = try readings.attempt(or: AtlasError.self) { try LocalNames(content: changed) }
      guard let names else { continue }
      #expect(LocalNamesTests.landmarks.named(by: names).all.count > 1000)
      _ = LocalNamesTests.gazetteer.named(by: names).city(0)
    }
    #expect(readings.read > 100)
    #expect(readings.refused > 100)
  }

  @Test func `a landmark has its name in the language, and is found by all`() throws {
    let named = LocalNamesTests.landmarks.named(by: LocalNamesTests.german).all
    let sea = LocalNamesTests.numbers(ofLandmarks: "North Sea")[0]
    #expect(named[sea].name(in: ["de_AT", "en"]) == "Nordsee")
    #expect(named[sea].name(in: ["en", "de"]) == "North Sea")
    #expect(named[sea].name(in: []) == "North Sea")
    let search = NameSearch(countries: [], landmarks: named)
    for name in ["nordsee", "north sea"] {
      let found = search.search(name, limit: 5).map(\.found)
      #expect(found.contains(.landmark(sea)), "\(name)")
    }
    // The others are called as before.
    let others = zip(named, LocalNamesTests.landmarks.all).filter { $0.0.names != $0.1.names }
    #expect(others.count == 1)
  }

  @Test func `a city has its name in the language, and is found by all`() {
    let gazetteer = LocalNamesTests.gazetteer.named(by: LocalNamesTests.german)
    let milan = LocalNamesTests.number(ofCity: "Milan")
    #expect(gazetteer.city(milan).name == "Mailand")
    #expect(gazetteer.provinceName(of: milan) == "Lombardei")
    #expect(gazetteer.usualName(of: milan) == "Milan")
    let search = CitySearch(gazetteer, countryNames: ["IT": "Italien"])
    for query in ["mailand", "milan", "milano", "mailand, italien", "milan lombardei"] {
      #expect(search.search(query, limit: 3).first?.city == milan, "\(query)")
    }
    #expect(search.search("mailand", limit: 1).first?.matchedName == "Mailand")
    #expect(search.search("milano", limit: 1).first?.matchedName == "Milano")
    // Of all that are in a country, as they are shown.
    let italian = search.search("italien", limit: 3)
    #expect(italian.first { $0.city == milan }?.matchedName == "Mailand")
    #expect(search.search("engelsstadt, ca", limit: 1).map(\.matchedName) == ["Engelsstadt"])
    #expect(search.search("engelsstadt kalifornien", limit: 1).count == 1)
  }

  @Test func `names of other files are not taken`() throws {
    var content: [UInt8] = []
    content.append(text: "de")
    for checksum: UInt64 in [1, 2] { content.append(varying: checksum) }
    for name in ["Nordsee", "Mailand", "Bayern"] {
      for number: UInt64 in [1, 1] { content.append(varying: number) }
      content.append(text: name)
    }
    let others = try LocalNames(content: content)
    let landmark = LocalNamesTests.landmarks.named(by: others).all[0]
    #expect(landmark.names == LocalNamesTests.landmarks.all[0].names)
    let gazetteer = LocalNamesTests.gazetteer
    #expect(gazetteer.named(by: others).city(0) == gazetteer.city(0))
  }

  @Test func `the first language that is there counts, unless it is English`() throws {
    let folder = TemporaryFolder()
    let file = LocalNames.file.encoded(LocalNamesTests.german.content)
    try Data(file).write(to: URL(fileURLWithPath: "\(folder.path)/names-de.atlas"))
    func language(_ languages: String...) -> String? {
      LocalNames.first(of: languages, in: folder.path)?.language
    }
    #expect(language("de") == "de" && language("pt_BR", "de_CH.UTF-8") == "de")
    #expect(language("en", "de") == nil && language("en_GB", "de") == nil)
    #expect(language("pt") == nil && language() == nil && language("../x") == nil)
  }

  /// What `atlas-maker` has made of the carried files.
  @Test(arguments: [
    ("de", "Nordsee", "Peking"), ("fr", "Mer du Nord", "Pékin"),
    ("es", "Mar del Norte", "Pekín"), ("ja", "北海", "北京市"), ("zh", "北海", "北京"),
    ("ar", "بحر الشمال", "بكين"),
  ])
  func `the carried names are of what is carried`(
    _ language: String, _ sea: String, _ city: String
  ) throws {
    let names = try LocalNames(file: "\(atlasFolder)/names-\(language).atlas")
    #expect(names.language == language)
    let landmarks = LocalNamesTests.landmarks.named(by: names).all
    let north = LocalNamesTests.numbers(ofLandmarks: "North Sea").map { landmarks[$0] }
    #expect(north.allSatisfy { $0.name(in: [language]) == sea })
    let beijing = LocalNamesTests.number(ofCity: "Beijing")
    #expect(LocalNamesTests.gazetteer.named(by: names).city(beijing).name == city)
  }
}
