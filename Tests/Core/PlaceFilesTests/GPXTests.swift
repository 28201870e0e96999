import Files
import TestSupport
import Testing
import TravelModel

@testable import PlaceFiles

struct GPXTests {
  @Test func `waypoints of OsmAnd are places`() throws {
    let list = try read(
      """
      <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
      <gpx version="1.1" creator="OsmAnd~ 4.4" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:osmand="https://osmand.net" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
        <metadata><name>Favorites</name><time>2023-01-01T00:00:00Z</time></metadata>
        <wpt lat="48.8584" lon="2.2945">
          <time>2023-05-01T12:00:00Z</time>
          <name>Tour Eiffel</name>
          <desc>Go up &amp; look &lt;around&gt;</desc>
          <type>Sights</type>
          <extensions>
            <osmand:icon>special_star</osmand:icon>
            <osmand:name>not this</osmand:name><name>nor this</name>
          </extensions>
        </wpt>
        <wpt lat="-33.8568" lon="151.2153"/>
      </gpx>
      """)
    #expect(
      list.places == [
        PlaceList.Place(
          name: "Tour Eiffel", at: point(48.8584, 2.2945), note: "Go up & look <around>"),
        PlaceList.Place(at: point(-33.8568, 151.2153)),
      ])
    #expect(list.paths.isEmpty && list.problemCount == 0)
  }

  @Test func `a file of Garmin's has waypoints, a route and a track of two segments`() throws {
    let list = try read(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="no" ?>\r
      <gpx xmlns="http://www.topografix.com/GPX/1/0" version="1.0" creator="MapSource 6.16.3">\r
        <wpt lat="51.5" lon="-0.12"><ele>12.3</ele><name><![CDATA[London <1> & more]]></name>\r
          <cmt>Same</cmt><desc>Same</desc><sym>Flag, Blue</sym></wpt>\r
        <wpt lat="52" lon="0"><cmt>A</cmt><desc>B</desc></wpt>\r
        <rte><name>Route</name><rtept lat="1" lon="2"><name>Start</name></rtept>\r
          <rtept lat="3" lon="4"/></rte>\r
        <trk><name>Track</name>\r
          <trkseg><trkpt lat="5" lon="6"><ele>1</ele></trkpt></trkseg>\r
          <trkseg><trkpt lat="7" lon="8"><time>2020-01-01T00:00:00Z</time></trkpt></trkseg></trk>\r
        <trk><trkseg/></trk>\r
      </gpx>
      """)
    #expect(list.names == ["London <1> & more", nil, "Start"])
    #expect(list.places.map(\.note) == ["Same", "A\nB", nil])
    #expect(
      list.paths == [
        PlaceList.Path(name: "Route", points: [point(1, 2), point(3, 4)], isRoute: true),
        PlaceList.Path(name: "Track", points: [point(5, 6), point(7, 8)]),
      ])
    #expect(list.problemCount == 0)
  }

  @Test func `what is wrong is said with its line, and the rest is read`() throws {
    let list = try read(
      """
      <gpx version="1.1">
      <wpt lat="91" lon="0"><name>Too far north</name></wpt>
      <wpt lat="1"><name>Half</name></wpt>
      <wpt lat="north" lon="0"/>
      <wpt lat="nan" lon="inf"/>
      <wpt lat="10" lon="190"><name>Across the date line</name></wpt>
      <wpt lat="4481234" lon="351234"/>
      <wpt lat="1" lon="1"><name>Tom & Jerry&nbsp;&eacute;&unknown;&#x1;</name></wpt>
      <wpt lat=" +2.5e0 " lon="2"><name>Last</name></wpt>
      </gpx>
      """)
    #expect(list.names == ["Across the date line", "Tom & Jerry\u{A0}é&unknown;\u{FFFD}", "Last"])
    #expect(list.places.first?.coordinate == point(10, -170))
    #expect(
      list.troubles == [
        "badLatitude 2", "noCoordinate 3", "badLatitude 4", "badCoordinate 5",
        "badCoordinate 7", "badCharacters 8",
      ])
  }

  @Test func `lines are counted in long files too`() throws {
    var text = "<gpx>\n"
    for number in 0..<70_000 { text += "<wpt lat=\"1\" lon=\"\(number % 100)\"/>\n" }
    let list = try read(text + "<wpt lat=\"x\" lon=\"1\"/>\n</gpx>")
    #expect(list.places.count == 70_000)
    #expect(list.troubles == ["badLatitude 70002"])
  }

  @Test func `a file that breaks off keeps what stood before`() throws {
    let list = try read(
      "<gpx>\n<wpt lat='1' lon='2'><name>A</name></wpt>\n<wpt lat='3' lon='4'><na")
    #expect(list.names == ["A"])
    #expect(list.troubles == ["brokenOff 3"])
    let crossed = try read("<gpx>\n<wpt lat='1' lon='2'><name>A</name></wpt>\n<a></b>\n</gpx>")
    #expect(crossed.names == ["A"])
    #expect(crossed.troubles == ["brokenOff 3"])
  }

  @Test(arguments: ["UTF-8", "utf-8", "US-ASCII"])
  func `bytes of another encoding than the file says are read`(encoding: String) throws {
    let list = try read(
      latin1(
        """
        <?xml version="1.0" encoding="\(encoding)"?>
        <gpx><wpt lat="1" lon="2"><name>Café é</name></wpt></gpx>
        """))
    #expect(list.names == ["Café é"])
    #expect(list.troubles == ["badCharacters 2"])
  }

  @Test func `encodings that the file names are read`() throws {
    func file(_ encoding: String) -> String {
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><gpx><wpt lat=\"1\" lon=\"2\"><name>Öl & é"
        + "</name></wpt></gpx>"
    }
    for bytes in [
      latin1(file("ISO-8859-1")), utf16(file("UTF-16")), utf16(file("UTF-16"), isBigEndian: true),
      utf16(file("UTF-8")), Array(("\u{FEFF}" + file("UTF-8")).utf8),
      Array(utf16(file("UTF-16")).dropFirst(2)),
    ] {
      #expect(try read(bytes).names == ["Öl & é"])
    }
  }

  @Test func `marks in comments and in data are no trouble`() throws {
    let list = try read(
      "<!-- <gpx> & > <![CDATA[ --><gpx><!--> & &x; --><wpt lat='1' lon='2'><name><![CDATA[a&b;<!--"
        + " > ]] > &amp;]]>&amp;c</name></wpt></gpx>")
    #expect(list.names == ["a&b;<!-- > ]] > &amp;&c"])
    #expect(list.problemCount == 0)
  }

  @Test func `a long text is read whole wherever its pieces end`() throws {
    for shift in 0..<16 {
      let note =
        String(repeating: "a", count: 65_400 + shift) + String(repeating: "é&<🗼 ", count: 20_000)
      let list = PlaceList(places: [PlaceList.Place(at: point(1, 2), note: note)])
      let again = try read(list.written(as: .gpx))
      #expect(again.troubles == [])
      #expect(again == list)
      let data =
        "<gpx><wpt lat='1' lon='2'><desc>\(String(repeating: "b", count: 65_400 + 8 * shift))"
        + "<![CDATA[&&&amp;é]]></desc></wpt></gpx>"
      #expect(try read(data).places.first?.note?.hasSuffix("b&&&amp;é") == true)
    }
  }

  @Test func `what is wrong in every name costs none of them`() throws {
    let place =
      "<wpt lat='1' lon='2'><name>A & B&C &amp;&&amp; &lt;&bull;&none;&#xZ;</name></wpt>\n"
    let list = try read("<gpx>\n" + String(repeating: place, count: 12_000) + "</gpx>")
    #expect(list.places.count == 12_000 && list.problemCount == 12_000)
    #expect(Set(list.names) == ["A & B&C &&& <•&none;\u{FFFD}Z;"])
  }

  @Test func `a declaration below empty lines is no trouble to the rest`() throws {
    let list = try read(
      "\n\n<?xml version='1.0'?><gpx><wpt lat='1' lon='2'><name>A</name></wpt></gpx>")
    #expect(list.names == ["A"])
    #expect(list.troubles == ["badCharacters 3"])
  }

  @Test func `characters that XML cannot have are mended where they stand`() throws {
    let list = try read(
      "<gpx>\n<wpt lat='1' lon='2'><name>a\u{0}b\u{B}</name><desc><![CDATA[c\u{C}&]]></desc></wpt></gpx>"
    )
    #expect(
      list.places == [
        PlaceList.Place(name: "a b", at: point(1, 2), note: "c &")
      ])
    #expect(list.troubles == ["badCharacters 2"])
  }

  @Test(arguments: [("windows-1251", [0xCC, 0xEE], "Мо"), ("Shift_JIS", [0x93, 0x8C], "東")])
  func `other encodings are read wherever their pieces end`(
    encoding: String, bytes: [UInt8], text: String
  ) throws {
    let count = 70_000
    let file =
      Array("<?xml version='1.0' encoding='\(encoding)'?><gpx><wpt lat='1' lon='2'><name>".utf8)
      + Array(repeatElement(bytes, count: count).joined()) + Array("</name></wpt></gpx>".utf8)
    #expect(try read(file).names == [String(repeating: text, count: count)])
  }
}
