import ParserFuzzing
import Testing

/// What `make fuzz` does at length, guided by what of a parser was reached.
@Suite(.serialized)
struct ParserTests {
  /// Files are damaged beside what else their readers are tested by.
  private static let elsewhere: Set = [
    "places", "timezones", "outlines", "landscape", "landmarks", "gazetteer",
    "names",
  ]

  @Test(arguments: FuzzedParser.all.map(\.name).filter { !elsewhere.contains($0) })
  func `a parser survives what is changed by chance`(name: String) throws {
    let parser = try #require(FuzzedParser.all.first { $0.name == name })
    #expect(parser.seeds.allSatisfy { !$0.isEmpty })
    #expect(parser.readChanged(seed: 7, seconds: 1) > 20)
  }
}
