import Files
import Glibc
import TestSupport
import Testing
import TravelModel

@testable import PlaceFiles

struct HostileFileTests {
  private let samples: [[UInt8]] = {
    var lists = RandomLists(seed: 5)
    var list = lists.list()
    list.places.append(PlaceList.Place(name: "A & <b>", at: point(1, 2), note: "n\n\"q\""))
    let files = PlaceFormat.allCases.map { list.written(as: $0) }
    return files + [zip([("doc.kml", files[1])]), utf16(String(decoding: files[3], as: UTF8.self))]
  }()

  @Test func `a file cut anywhere is read or refused`() throws {
    var readings = Readings()
    for sample in samples {
      for count in stride(from: 0, to: sample.count, by: max(1, sample.count / 300)) {
        _ = try readings.attempt(or: PlaceFileError.self) { try read(Array(sample[..<count])) }
      }
    }
    #expect(readings.read > 500)
    #expect(readings.refused > 50)
  }

  @Test func `a file changed anywhere is read or refused`() throws {
    var numbers = SeededNumbers(seed: 11)
    var readings = Readings()
    for sample in samples {
      for _ in 0..<300 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
          let place = Int.random(in: bytes.indices, using: &numbers)
          switch numbers.next() % 3 {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
          case 1: bytes.remove(at: place)
          default:
            bytes.insert(
              Array("<>&\"'{}[],;\\\n\0".utf8).randomElement(using: &numbers)!, at: place)
          }
        }
        _ = try readings.attempt(or: PlaceFileError.self) { try read(bytes) }
      }
    }
    #expect(readings.read > 500)
    #expect(readings.refused > 100)
  }

  @Test func `bytes by chance are refused or read`() throws {
    var numbers = SeededNumbers(seed: 12)
    var readings = Readings()
    let starts = [
      "", "<gpx", "{", "[", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "lat,lon\n", "<?xml", "\u{FEFF}",
    ]
    for _ in 0..<600 {
      let start = Array(starts.randomElement(using: &numbers)!.utf8)
      let rest = (0..<Int.random(in: 0...500, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      _ = try readings.attempt(or: PlaceFileError.self) { try read(start + rest) }
    }
    #expect(readings.read > 10)
    #expect(readings.refused > 300)
  }

  @Test func `a bomb of entities is refused`() {
    var bomb = "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a0 \"lol\">\n"
    for number in 1...20 {
      bomb += "<!ENTITY a\(number) \"\(String(repeating: "&a\(number - 1);", count: 10))\">\n"
    }
    bomb += "]><gpx><wpt lat=\"&a20;\" lon=\"1\"><name>&a20;</name></wpt></gpx>"
    for bytes in [Array(bomb.utf8), utf16(bomb), zip([("doc.kml", Array(bomb.utf8))])] {
      #expect(throws: PlaceFileError.harmful) { try read(bytes) }
    }
    let hidden = bomb.replacing("<!ENTITY", with: "+ADwAIQ-ENTITY")
      .replacing("<?xml version=\"1.0\"?>", with: "<?xml version=\"1.0\" encoding=\"UTF-7\"?>")
    #expect(throws: PlaceFileError.self) { try read(hidden) }
  }

  @Test func `no other file is read for a document`() throws {
    let folder = TemporaryFolder()
    let secret = folder.newPath()
    try IncomingFile(path: secret).append(Array("<!ENTITY x \"secret\">".utf8))
    for kind in [
      "SYSTEM \"\(secret)\"", "SYSTEM \"http://127.0.0.1:1/x\"", "PUBLIC \"a\" \"\(secret)\"",
    ] {
      let list = try read(
        "<!DOCTYPE gpx \(kind)><gpx><wpt lat='1' lon='2'><name>&x;</name></wpt></gpx>")
      #expect(list.names == ["&x;"])
    }
    #expect(throws: PlaceFileError.harmful) {
      try read("<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file://\(secret)\">]><gpx>&x;</gpx>")
    }
  }

  @Test(arguments: ["<a>", "<gpx>", "<Placemark>", "[", "{\"a\":", "POINT(", "(", "\""])
  func `deep nesting ends and has no places`(piece: String) throws {
    let nested = String(repeating: piece, count: 200_000)
    var readings = Readings()
    func expectNone(_ text: String) throws {
      let list = try readings.attempt(or: PlaceFileError.self) { try read(text) }
      #expect(list?.places.isEmpty != false)
    }
    for start in [
      "", "<gpx>", "<kml>", "{\"type\":\"FeatureCollection\",\"features\":[", "name,wkt\nA,",
    ] {
      try expectNone(start + nested)
    }
    let geometry = #"{"type":"GeometryCollection","geometries":["#
    try expectNone(String(repeating: geometry, count: 90) + String(repeating: "]}", count: 90))
  }

  @Test func `an archive that grows beyond all bounds is refused`() throws {
    let kml = Array("<kml>\(String(repeating: "<Placemark/>\n", count: 20_000))</kml>".utf8)
    let folder = TemporaryFolder()
    let path = folder.newPath()
    try IncomingFile(path: path).append(zip((0..<9).map { (name: "\($0).kml", bytes: kml) }))
    #expect(throws: PlaceFileError.tooLarge) { try PlaceList(file: path, mostUnpacked: 2_000_000) }
    #expect(try PlaceList(file: path, mostUnpacked: 3_000_000).problemCount == 9 * 20_000)
  }

  @Test func `what is no file of places is refused with the reason`() throws {
    func expect(_ error: PlaceFileError, _ bytes: [UInt8]) {
      #expect(throws: error) { try read(bytes) }
    }
    expect(.unknownKind, [])
    expect(.unknownKind, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 1, 2, 3])
    expect(.unknownKind, Array("<!DOCTYPE html><html><body>Hello</body></html>".utf8))
    expect(.unknownKind, Array(#"{"some": "JSON"}"#.utf8))
    expect(.unknownKind, zip([("a.txt", Array("hello".utf8))]))
    expect(.noCoordinateColumn, Array("name,colour\nA,red\n".utf8))
    expect(.noCoordinateColumn, Array("Dear diary, today I went out.\n".utf8))
    expect(.damaged, Array("<gp".utf8))
    expect(.damaged, Array("{\"type\": \"Fea".utf8))
    #expect(throws: PlaceFileError.unreadable) { try PlaceList(file: "/nowhere/at all.gpx") }
    #expect(throws: PlaceFileError.unreadable) { try PlaceList(file: "/tmp") }
    #expect(throws: PlaceFileError.unreadable) { try PlaceList(file: "/dev/zero") }
    let folder = TemporaryFolder()
    let huge = folder.newPath()
    try IncomingFile(path: huge).append([0x20])
    truncate(huge, 600 << 20)
    #expect(throws: PlaceFileError.tooLarge) { try PlaceList(file: huge) }
  }

  @Test(arguments: [
    ("trip.gpx", PlaceFileError.damaged), ("TRIP.KML", .damaged), ("trip.geojson", .damaged),
    ("trip.csv", .noCoordinateColumn), ("trip", .noCoordinateColumn),
  ])
  func `what its name calls no table lacks no columns`(name: String, error: PlaceFileError) throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/\(name)"
    try IncomingFile(path: path).append(Array("Dear diary, today I went out.\n".utf8))
    #expect(throws: error) { try PlaceList(file: path) }
  }

  @Test func `reading ends when nobody wants it`() throws {
    let folder = TemporaryFolder()
    var list = PlaceList()
    for number in 0..<20_000 {
      list.places.append(PlaceList.Place(at: point(1, Double(number) / 1000)))
    }
    for bytes in PlaceFormat.allCases.map(list.written) + [zip([("a.csv", list.written(as: .csv))])]
    {
      let path = folder.newPath()
      try IncomingFile(path: path).append(bytes)
      nonisolated(unsafe) var asked = 0
      let whole = try PlaceList(file: path) {
        asked += 1
        return true
      }
      #expect(whole.places.count == 20_000 && asked > 2)
      #expect(throws: PlaceFileError.cancelled) {
        try PlaceList(file: path) {
          asked -= 1
          return asked > 1
        }
      }
    }
  }

  @Test func `too many places and problems are cut off, and said`() throws {
    let list = try read("lat,lon\n" + String(repeating: "1,2\n", count: 500_010))
    #expect(list.places.count == 500_000)
    #expect(list.troubles == ["tooMany 500002"])
    let wrong = try read("lat,lon\n" + String(repeating: "x,2\n", count: 5000))
    #expect(wrong.problems.count == 1000 && wrong.problemCount == 5000)
  }
}
