import TestSupport
import Testing
import TravelModel

@testable import Atlas

struct OutlinesDamageTests {
  /// Two countries side by side, in every level of detail.
  private static let small: [UInt8] = {
    var content: [UInt8] = []
    func append(_ numbers: [Int]) {
      for number in numbers { content.append(varying: UInt64(number)) }
    }
    func append(steps: [(Int, Int)]) {
      for (x, y) in steps {
        content.append(signed: x)
        content.append(signed: y)
      }
    }
    append([2])
    content.append(text: "de")
    content.append(text: "en")
    append([2])
    for name in ["A", "B"] {
      content.append(text: name)
      append([1000, 2000, 20, 70, 3])
      content.append(text: "")
      content.append(text: name)
      append(name == "A" ? [0] : [1, 0])
    }
    for _ in Detail.allCases {
      append([10, 10, 2, 0])
      append(steps: [(100, 100)])
      append([2, 1, 1])
      append(steps: [(0, 100)])
      append([0, 2])
      append(steps: [(-50, -50), (50, -50)])
      append([1])
      append(steps: [(0, 0)])
      append([2, 4, 1])
      append(steps: [(0, 100)])
      append([0, 2])
      append(steps: [(50, -50), (-50, -50)])
      append([1])
      append(steps: [(300, 300)])
      append([2, 1])
      append(steps: [(5, 5)])
    }
    append([1, 1200, 700, 100, 0, 2])
    return content
  }()

  @Test func `the small content is read`() throws {
    let outlines = try Outlines(content: OutlinesDamageTests.small)
    let shapes = outlines.shapes(.fine)
    #expect(shapes.land.count == 2 && shapes.lines.count == 4)
    #expect(shapes.lines.map(\.kind) == [.country, nil, nil, .disputed])
    func finding(_ x: Double, _ y: Double) -> CountryFinding {
      outlines.country(at: Mercator.coordinate(at: WorldPoint(x: x / 1024, y: y / 1024)))
    }
    #expect(finding(80, 160) == .country(0))
    #expect(finding(90, 150.1) == .disputed([0, 1]))
    #expect(finding(120, 150) == .disputed([0]))
    #expect(finding(10, 10) == .none)
  }

  @Test func `any cut shows as damage`() {
    let content = OutlinesDamageTests.small
    for length in content.indices {
      #expect(throws: AtlasError.damaged) {
        try Outlines(content: Array(content[..<length]))
      }
    }
    #expect(throws: AtlasError.damaged) { try Outlines(content: content + [0]) }
  }

  @Test func `a changed bit is refused or leaves outlines of use`() throws {
    var readings = Readings()
    for changed in Damage.bits(of: OutlinesDamageTests.small) { try ask(changed, &readings) }
    #expect(readings.read > 200)
    #expect(readings.refused > 500)
  }

  @Test func `changed bytes are refused or leave outlines of use`() throws {
    var readings = Readings()
    for changed in Damage.bytes(of: OutlinesDamageTests.small, count: 3000, seed: 20) {
      try ask(changed, &readings)
    }
    #expect(readings.read > 10)
    #expect(readings.refused > 1000)
  }

  @Test func `the carried content is not trusted either`() throws {
    let content = try Outlines.file.content(ofFile: OfflineOutlines.path)
    var random = SeededNumbers(seed: 4)
    var (changes, cuts) = (Readings(), Readings())
    for _ in 0..<12 {
      var changed = content
      for _ in 0..<3 { changed[.random(in: 0..<content.count, using: &random)] ^= 0x55 }
      try ask(changed, &changes)
      try ask(Array(content.prefix(.random(in: 0..<content.count, using: &random))), &cuts)
    }
    #expect(changes.refused > 0)
    #expect(cuts.refused == 12)
  }

  /// Reads a content that may be wrong: it is refused, or it can be used.
  private func ask(_ content: [UInt8], _ readings: inout Readings) throws {
    let outlines = try readings.attempt(or: AtlasError.self) { try Outlines(content: content) }
    guard let outlines else { return }
    for (latitude, longitude) in [(0.0, 0.0), (65.0, -148.0), (90.0, 180.0), (-90.0, -180.0)] {
      switch outlines.country(at: Coordinate(latitude: latitude, longitude: longitude)!) {
      case .none: break
      case .country(let country): #expect(outlines.countries.indices.contains(country))
      case .disputed(let countries):
        #expect(countries.allSatisfy(outlines.countries.indices.contains))
      }
    }
  }
}
