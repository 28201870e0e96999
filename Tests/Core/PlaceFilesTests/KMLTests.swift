import Testing
import TravelModel

@testable import PlaceFiles

struct KMLTests {
  @Test func `the placemarks of all folders of Google Earth are read`() throws {
    let list = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><name>My Places.kml</name>
        <StyleMap id="m"><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>
        <Style id="s"><IconStyle><Icon><href>http://maps.google.com/x.png</href></Icon></IconStyle></Style>
        <Folder><name>Trips</name><open>1</open>
          <Folder><name>Inner</name>
            <Placemark><name>Louvre</name>
              <description><![CDATA[<img src="x.jpg"/><br>Closed on <b>Tuesdays</b> &amp;
                holidays<br/>Book!]]></description>
              <LookAt><longitude>9</longitude><latitude>9</latitude></LookAt>
              <styleUrl>#m</styleUrl>
              <TimeStamp><when>2019-07-14</when></TimeStamp>
              <Point><gx:drawOrder>1</gx:drawOrder><coordinates>
                2.3376,48.8606,0
              </coordinates></Point>
            </Placemark>
          </Folder>
          <Placemark><name>Walk</name><LineString><tessellate>1</tessellate>
            <coordinates>2.1,48.1,0 2.2,48.2,0
              2.3,48.3</coordinates></LineString></Placemark>
        </Folder>
        <Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
          0,0,0 4,0,0 4,2,0 0,2,0 0,0,0</coordinates></LinearRing></outerBoundaryIs>
          <innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,1.5 1,1</coordinates></LinearRing>
          </innerBoundaryIs></Polygon></Placemark>
        <Placemark><name>Both</name><MultiGeometry><Point><coordinates>5,6</coordinates></Point>
          <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1</coordinates></LinearRing>
          </outerBoundaryIs></Polygon></MultiGeometry></Placemark>
        <Placemark><name>Ride</name><gx:Track><when>2020-01-01T00:00:00Z</when>
          <gx:coord>10 20 5</gx:coord><gx:coord>11 21 5</gx:coord></gx:Track></Placemark>
      </Document></kml>
      """)
    #expect(list.names == ["Louvre", "Park", "Both"])
    #expect(list.places[0].coordinate == point(48.8606, 2.3376))
    #expect(list.places[0].note == "Closed on Tuesdays & holidays\nBook!")
    #expect(list.places[1].coordinate.distance(to: point(1, 2)) < 1)
    #expect(list.places[2].coordinate == point(6, 5))
    #expect(
      list.paths == [
        PlaceList.Path(
          name: "Walk", points: [point(48.1, 2.1), point(48.2, 2.2), point(48.3, 2.3)]),
        PlaceList.Path(name: "Ride", points: [point(20, 10), point(21, 11)]),
      ])
    #expect(list.problemCount == 0)
  }

  @Test func `placemarks without a place are said`() throws {
    let list = try read(
      """
      <kml><Document>
      <Placemark><name>An address</name><address>Paris</address></Placemark>
      <Placemark><name>Exchanged</name><Point><coordinates>48.8,200.3</coordinates></Point></Placemark>
      <Placemark><name>Words</name><Point><coordinates>here</coordinates></Point></Placemark>
      <Placemark><name>Spaces</name><Point><coordinates> 2.5, 48.5, 0 </coordinates></Point></Placemark>
      <Placemark><name>Partly</name><LineString><coordinates>1,1 x,2 3,3</coordinates></LineString></Placemark>
      </Document></kml>
      """)
    #expect(list.names == ["Spaces"])
    #expect(list.places.first?.coordinate == point(48.5, 2.5))
    #expect(list.paths.first?.points == [point(1, 1), point(3, 3)])
    #expect(
      list.troubles == ["noCoordinate 2", "badLatitude 3", "badCoordinate 4", "badLongitude 6"])
  }

  @Test func `a placemark alone is a file too`() throws {
    let list = try read(
      "<Placemark><name>A</name><Point><coordinates>1,2</coordinates></Point></Placemark>")
    #expect(list.places == [PlaceList.Place(name: "A", at: point(2, 1))])
  }

  @Test func `an area across the date line has its middle there`() throws {
    let list = try read(
      "<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>179,-1 -179,-1 -179,1 179,1 "
        + "179,-1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>")
    #expect(try #require(list.places.first).coordinate.distance(to: point(0, 180)) < 1)
  }

  @Test(arguments: [
    ("plain text\nof two lines", "plain text\nof two lines"), ("5 < 6 & 7", "5 < 6 & 7"),
    ("&lt;b> AT&amp;T; x", "<b> AT&T; x"), ("one<br>two<p>three</p>", "one\ntwo\nthree"),
    ("<pre>a  b\n&lt;c&gt; &amp;lt;</pre>", "a  b\n<c> &lt;"),
  ])
  func `descriptions are plain text or HTML`(description: String, note: String) {
    #expect(KMLNote.note(of: description) == note)
  }

  @Test func `the files of a KMZ are read as they are found`() throws {
    func placemark(_ name: String) -> [UInt8] {
      Array(
        "<kml><Placemark><name>\(name)</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>"
          .utf8)
    }
    let list = try read(
      zip([
        ("images/a.png", [0x89, 0x50]), ("doc.kml", placemark("A")),
        ("files/deep.KML", placemark("B")),
        ("../../evil.kml", placemark("C")), ("/etc/absolute.kml", placemark("D")),
        ("broken.kml", Array("<kml>\n<Placemark>".utf8)), ("notes.json", Array("{\"a\":1}".utf8)),
      ]))
    #expect(list.names == ["A", "B", "C", "D"])
    #expect(list.problems == [PlaceList.Problem(kind: .brokenOff, line: 2, entry: "broken.kml")])
  }
}
