import TestSupport
import Testing
import TravelModel

@testable import PlaceFiles

/// The colours that placemarks get from styles, their own and shared ones.
struct KMLStyleTests {
  private func placemark(_ name: String, _ style: String) -> String {
    "<Placemark><name>\(name)</name>\(style)<Point><coordinates>1,2</coordinates></Point></Placemark>\n"
  }

  private func icon(_ color: String) -> String {
    "<IconStyle><color>\(color)</color></IconStyle>"
  }

  private func colors(_ document: String) throws -> [PinColor?] {
    let list = try read("<kml><Document>\n\(document)</Document></kml>")
    #expect(list.problemCount == 0)
    return list.places.map(\.color)
  }

  @Test func `a style is shared by its name, before the placemarks and behind them`() throws {
    #expect(
      try colors(
        "<Style id=\"early\">\(icon("ffd8711c"))</Style>"
          + placemark("A", "<styleUrl>#early</styleUrl>")
          + placemark("B", "<styleUrl> #late\n</styleUrl>")
          + "<Folder>\(placemark("C", "<styleUrl>early</styleUrl>"))</Folder>"
          + "<Style id=\"late\">\(icon("ff69a226"))</Style>") == [.blue, .green, .blue])
  }

  @Test func `of a pair of styles the normal one counts, not that under the pointer`() throws {
    func pairs(_ normal: String, _ highlight: String) -> String {
      "<Pair><key>highlight</key>\(highlight)</Pair><Pair><key>normal</key>\(normal)</Pair>"
    }
    let links = pairs("<styleUrl>#n</styleUrl>", "<styleUrl>#h</styleUrl>")
    let styles = pairs("<Style>\(icon("ff9c3d81"))</Style>", "<Style>\(icon("ff69a226"))</Style>")
    #expect(
      try colors(
        "<StyleMap id=\"links\">\(links)</StyleMap><StyleMap id=\"styles\">\(styles)</StyleMap>"
          + "<Style id=\"n\">\(icon("ffd8711c"))</Style><Style id=\"h\">\(icon("ff69a226"))</Style>"
          + placemark("A", "<styleUrl>#links</styleUrl>")
          + placemark("B", "<styleUrl>#styles</styleUrl>")
          + placemark("C", "<StyleMap>\(links)</StyleMap>")
          + placemark("D", "<StyleMap>\(styles)</StyleMap>")) == [.blue, .purple, .blue, .purple])
  }

  @Test func `a placemark's own style goes before the shared one, in what it says`() throws {
    let shared = "<Style id=\"s\">\(icon("ffd8711c"))</Style>"
    let line = "<LineStyle><color>ff69a226</color></LineStyle>"
    #expect(
      try colors(
        shared + placemark("A", "<styleUrl>#s</styleUrl><Style>\(icon("ff69a226"))</Style>")
          + placemark("B", "<styleUrl>#s</styleUrl><Style>\(line)</Style>")
          + placemark("C", "<Style>\(icon("ff241be0"))</Style><styleUrl>#s</styleUrl>"))
        == [.green, .blue, nil], "red is the colour of a pin that has none")
  }

  @Test func `styles of Google My Maps are known by their names, also where they are missing`()
    throws
  {
    let list = try read(
      """
      <kml><Document><name>Rome</name>
      <Style id="icon-1899-0288D1-normal"><IconStyle><color>ffd18802</color><scale>1</scale>
      <Icon><href>https://www.gstatic.com/mapspro/images/stock/503-wht-blank_maps.png</href></Icon>
      </IconStyle><LabelStyle><scale>0</scale></LabelStyle></Style>
      <StyleMap id="icon-1899-0288D1"><Pair><key>normal</key>
      <styleUrl>#icon-1899-0288D1-normal</styleUrl></Pair><Pair><key>highlight</key>
      <styleUrl>#icon-1899-0288D1-highlight</styleUrl></Pair></StyleMap>
      \(placemark("A", "<styleUrl>#icon-1899-0288D1</styleUrl>"))
      \(placemark("B", "<styleUrl>#icon-1899-097138-nodesc</styleUrl>"))
      \(placemark("C", "<styleUrl>#icon-ci-1</styleUrl>"))
      <Placemark><name>Walk</name><styleUrl>#line-9C27B0-5000</styleUrl><LineString>
      <coordinates>1,1 2,2</coordinates></LineString></Placemark>
      <Placemark><name>Park</name><styleUrl>#poly-E65100-1200-77</styleUrl><Polygon>
      <outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing>
      </outerBoundaryIs></Polygon></Placemark>
      </Document></kml>
      """)
    #expect(list.places.map(\.color) == [.blue, .green, nil, .orange])
    #expect(list.paths.map(\.color) == [.purple])
    #expect(list.problemCount == 0)
  }

  @Test func `styles of Google Earth on the web are read`() throws {
    let list = try read(
      """
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"
        xmlns:kml="http://www.opengis.net/kml/2.2"><Document>
      <gx:CascadingStyle kml:id="__managed_style_1"><styleUrl>https://earth.google.com/card.kml#main
      </styleUrl><Style><IconStyle><scale>1.2</scale>
      <Icon><href>https://earth.google.com/earth/rpc/cc/icon?color=7b1fa2&amp;id=2000&amp;scale=4</href>
      </Icon></IconStyle><LineStyle><color>ff0ba5fb</color></LineStyle></Style></gx:CascadingStyle>
      <StyleMap id="__managed_style_0"><Pair><key>normal</key>
      <styleUrl>#__managed_style_1</styleUrl></Pair></StyleMap>
      \(placemark("A", "<styleUrl>#__managed_style_0</styleUrl>"))
      </Document></kml>
      """)
    #expect(list.places.map(\.color) == [.purple])
  }

  @Test func `a track has the colour of its line, and an area that of its face`() throws {
    let list = try read(
      """
      <kml><Document>
      <Placemark><styleUrl>#s</styleUrl><Track><coord>1 1</coord><coord>2 2</coord></Track></Placemark>
      <Placemark><styleUrl>#s</styleUrl><LinearRing><coordinates>0,0 1,0 1,1</coordinates></LinearRing>
      </Placemark>
      <Placemark><styleUrl>#s</styleUrl><MultiGeometry><LineString><coordinates>3,3 4,4</coordinates>
      </LineString><Point><coordinates>3,3</coordinates></Point></MultiGeometry></Placemark>
      <Style id="s">\(icon("ff0061e6"))<LineStyle><color>7fd8711c</color><width>4</width></LineStyle>
      <PolyStyle><color>80007bb5</color></PolyStyle></Style></Document></kml>
      """)
    #expect(list.paths.map(\.color) == [.blue, .blue])
    #expect(list.places.map(\.color) == [.yellow, .orange])
  }

  @Test(arguments: [
    ("http://maps.google.com/mapfiles/kml/pushpin/grn-pushpin.png", PinColor.green),
    ("http://maps.google.com/mapfiles/kml/paddle/ltblu-circle.png", .blue),
    ("https://omaps.app/placemarks/placemark-deeppurple.png", .purple),
    ("files/red.png", nil), ("http://example.com/green/tree.png", nil), ("", nil),
  ])
  func `an icon that is not tinted has its own colour`(icon: String, color: PinColor?) throws {
    let shown = "<Icon><href>\(icon)</href></Icon>"
    func style(_ content: String) -> String {
      "<Style id=\"s\"><IconStyle>\(content)</IconStyle></Style>"
    }
    let user = placemark("A", "<styleUrl>#s</styleUrl>")
    #expect(try colors(user + style(shown)) == [color])
    #expect(try colors(user + style("<color>ffffffff</color>\(shown)")) == [color])
    #expect(try colors(user + style("<color>ff3c5e86</color>\(shown)")) == [.brown])
    #expect(try colors(user + style("\(shown)<color>ff3c5e86</color>")) == [.brown])
  }

  @Test func `a style that is not there gives no colour, and is no problem`() throws {
    func link(_ name: String, to other: String) -> String {
      "<StyleMap id=\"\(name)\"><Pair><styleUrl>#\(other)</styleUrl></Pair></StyleMap>"
    }
    #expect(
      try colors(
        placemark("A", "<styleUrl>#nowhere</styleUrl>") + placemark("B", "<styleUrl></styleUrl>")
          + placemark("C", "<styleUrl>http://example.com/styles.kml#s</styleUrl>")
          + placemark("D", "<Style>\(icon("blue"))</Style>")
          + placemark("E", "<styleUrl>#one</styleUrl>") + link("one", to: "other")
          + link("other", to: "one") + "<Style id=\"s\">\(icon("ffd8711c"))</Style>"
          + "<Style>\(icon("ffd8711c"))</Style>") == [nil, nil, nil, nil, nil])
  }

  @Test func `each file of an archive has its own styles`() throws {
    func file(_ color: String) -> [UInt8] {
      Array(
        "<kml>\(placemark("A", "<styleUrl>#s</styleUrl>"))<Style id=\"s\">\(icon(color))</Style></kml>"
          .utf8)
    }
    let list = try read(zip([("a.kml", file("ffd8711c")), ("b.kml", file("ff69a226"))]))
    #expect(list.places.map(\.color) == [.blue, .green])
  }

  @Test func `what is read of a broken file has its colours`() throws {
    let list = try read(
      "<kml><Style id=\"s\">\(icon("ffd8711c"))</Style>"
        + placemark("A", "<styleUrl>#s</styleUrl>") + "<Placemark><<")
    #expect(list.places.map(\.color) == [.blue])
    #expect(list.problemCount == 1)
  }

  @Test func `more styles than anybody makes are left out, and the places stay`() throws {
    let list = try read(
      "<kml>"
        + (0..<30_000).map {
          "<Style id=\"s\($0)\">\(icon("ffd8711c"))</Style>"
            + placemark("\($0)", "<styleUrl>#s\($0)</styleUrl>")
        }.joined() + "</kml>")
    #expect(list.places.count == 30_000 && list.problemCount == 0)
    #expect(list.places.first?.color == .blue && list.places.last?.color == nil)
  }
}
