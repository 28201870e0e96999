import Files
import TestSupport
import Testing
import TravelModel

@testable import PlaceFiles

/// Lists by chance, the same in every run.
struct RandomLists {
  var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  private static let pieces = [
    "Paris", " ", "  ", "\n", "\r\n", "\r", "\t", "\"", "\"\"", "'", "=", "=SUM(A1)", "+", "-", "@",
    ";", ",", "|", "\\", "\\n", "]]>", "<![CDATA[", "<!--", "-->", "<b>", "</name>", "<", ">", "&",
    "&amp;",
    "&lt;", "&nbsp;", "&#0;", "<pre>", "</pre>", "{", "}", "[", "]", "é", "e\u{301}", "\u{301}",
    "ß", "東京", "🗼",
    "👩‍👩‍👧", "مرحبا", "\u{202E}", "\u{200F}", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{A0}", "\u{7F}", "0",
    "1.5,2.5", "POINT(1 2)", "geo:1,2", "lat,lon", "name",
  ]

  mutating func text(_ pieces: ClosedRange<Int>) -> String? {
    let count = Int.random(in: pieces, using: &numbers)
    let text = (0..<count).map { _ in RandomLists.pieces.randomElement(using: &numbers)! }.joined()
    return text.isEmpty ? nil : text
  }

  mutating func coordinate() -> Coordinate {
    switch numbers.next() % 8 {
    case 0: return point(90, -180)
    case 1: return point(-90, 179.99999999999997)
    case 2: return point(0, 0)
    case 3: return point(1e-7, -3.5e-300)
    case 4: return point(-Double.leastNonzeroMagnitude, 0.1 + 0.2)
    default:
      return point(
        Double.random(in: -90...90, using: &numbers), Double.random(in: -180..<180, using: &numbers)
      )
    }
  }

  mutating func color() -> PinColor? {
    numbers.next() % 2 == 0 ? PinColor.allCases.randomElement(using: &numbers) : nil
  }

  mutating func day() -> CalendarDay? {
    guard numbers.next() % 2 == 0 else { return nil }
    return CalendarDay(
      year: Int.random(in: 1...9999, using: &numbers),
      month: Int.random(in: 1...12, using: &numbers),
      day: Int.random(in: 1...28, using: &numbers))
  }

  mutating func list() -> PlaceList {
    var list = PlaceList()
    for _ in 0..<Int.random(in: 0...12, using: &numbers) {
      list.places.append(
        PlaceList.Place(
          name: text(0...5), at: coordinate(), note: text(0...12),
          color: color(),
          mark: numbers.next() % 2 == 0 ? PinMark.allCases.randomElement(using: &numbers) : nil))
    }
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      let count = Int.random(in: 1...20, using: &numbers)
      list.paths.append(
        PlaceList.Path(
          name: text(0...5), points: (0..<count).map { _ in coordinate() },
          isRoute: numbers.next() % 2 == 0, color: color(), firstDay: day(), lastDay: day()))
    }
    // So they stand in GPX.
    list.paths = list.paths.filter(\.isRoute) + list.paths.filter { !$0.isRoute }
    return list
  }

  /// A route through all of some places, some of which it comes back to.
  mutating func trip() -> PlaceList {
    var list = PlaceList()
    while list.places.isEmpty { list = self.list() }
    let stops = list.places.map(\.coordinate)
    let more = stops.filter { _ in numbers.next() % 2 == 0 }
    list.paths = [
      PlaceList.Path(
        name: text(0...5), points: (stops + more).shuffled(using: &numbers), isRoute: true,
        color: color(), firstDay: day(), lastDay: day())
    ]
    return list
  }
}

extension PlaceList {
  /// The texts in bytes, because texts of other bytes may count as the same.
  private var bytes: [[UInt8]] {
    places.flatMap { [$0.name, $0.note] }.map { Array(($0 ?? "").utf8) }
      + paths.map { Array(($0.name ?? "").utf8) }
  }

  func isSame(as other: PlaceList) -> Bool { self == other && bytes == other.bytes }
}

struct RoundTripTests {
  @Test(arguments: PlaceFormat.allCases)
  func `what is written is read again`(format: PlaceFormat) throws {
    for seed in 0..<150 {
      var lists = RandomLists(seed: UInt64(seed))
      let list = lists.list()
      let again = try read(list.written(as: format))
      #expect(again.isSame(as: list), "seed \(seed)")
    }
  }

  @Test(arguments: PlaceFormat.allCases)
  func `a trip that is written is read again`(format: PlaceFormat) throws {
    for seed in 0..<150 {
      var lists = RandomLists(seed: UInt64(seed))
      let list = lists.trip()
      let again = try read(list.written(as: format))
      #expect(again.isSame(as: list), "seed \(seed)")
    }
  }

  @Test func `a trip stands in each format as others write it`() throws {
    let list = PlaceList(
      places: [PlaceList.Place(name: "A", at: point(1, 2)), PlaceList.Place(at: point(3, 4))],
      paths: [
        PlaceList.Path(
          name: "Tour", points: [point(3, 4), point(1, 2), point(3, 4)], isRoute: true)
      ])
    func text(_ format: PlaceFormat) -> String {
      String(decoding: list.written(as: format), as: UTF8.self)
    }
    #expect(text(.gpx).contains("<rte><name>Tour</name>\n<rtept lat=\"3.0\" lon=\"4.0\"></rtept>"))
    #expect(text(.gpx).contains("<rtept lat=\"1.0\" lon=\"2.0\"><name>A</name></rtept>"))
    #expect(text(.kml).contains("<Folder><name>Tour</name>\n<Placemark><name>A</name>"))
    #expect(text(.kml).contains("</LineString></Placemark>\n</Folder>"))
    #expect(
      text(.csv).dropFirst() == """
        name,latitude,longitude,note,trip,order\r
        A,1.0,2.0,,Tour,2\r
        ,3.0,4.0,,Tour,1 3\r

        """)
  }

  @Test(arguments: PlaceFormat.allCases)
  func `characters that a format cannot have do not spoil the others`(format: PlaceFormat) throws {
    let list = PlaceList(places: [
      PlaceList.Place(name: "a\0b", at: point(1, 2)),
      PlaceList.Place(name: "c\u{1}\u{1B}\u{FFFE}d", at: point(3, 4), note: "x"),
    ])
    let again = try read(list.written(as: format))
    #expect(again.names[0] == "a\u{FFFD}b")
    #expect(again.places.map(\.coordinate) == list.places.map(\.coordinate))
    let isXML = format == .gpx || format == .kml
    #expect(again.names[1] == (isXML ? "c\u{FFFD}\u{FFFD}\u{FFFD}d" : list.names[1]))
    #expect(again.problemCount == 0)
  }

  @Test func `a long list is written in chunks and read again`() throws {
    var list = PlaceList()
    for number in 0..<20_000 {
      list.places.append(
        PlaceList.Place(name: "Place \(number)", at: point(Double(number) / 1000, 5), note: "é"))
    }
    list.paths = [PlaceList.Path(points: list.places.map(\.coordinate))]
    for format in PlaceFormat.allCases {
      var chunks = 0
      list.write(as: format) { _ in chunks += 1 }
      #expect(chunks > 5)
      #expect(try read(list.written(as: format)) == list)
    }
  }

  @Test func `a file that cannot be written is an error`() {
    #expect(throws: DiskFailure.self) {
      try PlaceList().write(as: .gpx, to: IncomingFile(path: "/proc/none/here"))
    }
    struct Full: Error {}
    #expect(throws: Full.self) {
      try PlaceList().write(as: .csv) { _ throws(Full) in throw Full() }
    }
  }
}
