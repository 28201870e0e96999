import Testing
import TravelModel

@testable import PlaceFiles

struct CSVTests {
  @Test func `a spreadsheet with semicolons and decimal commas is read`() throws {
    let list = try read(
      latin1(
        "Bezeichnung;Breite;Länge;Bemerkung\r\n\"Café \"\"Süd\"\"\";48,8584;2,2945;schön\r\n"
          + ";-33,5;151;\"zwei\r\nZeilen; ja\"\r\n;;;\r\n"))
    #expect(
      list.places == [
        PlaceList.Place(name: "Café \"Süd\"", at: point(48.8584, 2.2945), note: "schön"),
        PlaceList.Place(at: point(-33.5, 151), note: "zwei\r\nZeilen; ja"),
      ])
    #expect(list.problemCount == 0)
  }

  @Test(arguments: [
    "name,lat,lon\nA,1.5,2.5", "\u{FEFF}Name\tLatitude\tLongitude\nA\t1.5\t2.5\n",
    "sep=;\nname;lat;lng\nA;1.5;2.5", "title,coordinates\nA,\"1.5, 2.5\"", "X,Y,Name\r2.5,1.5,A\r",
    "WKT,name,description\n\"POINT (2.5 1.5)\",A,", "name|latitude|long\nA|1.5|2.5",
    "A,1.5,2.5", "1.5;2.5;A", "1,5;2,5;A", "\"1.5, 2.5\";A", "1.5\t2.5\tA",
    "name,lat,lon\nA,1°30'N,2°30'E",
    "Title,Note,URL,Comment\nA,,\"https://www.google.com/maps/search/1.5,2.5\",",
    "Mine\n\nTitle,Note,URL,Tags,Comment\n,,,,\nA,,https://www.google.com/maps/place/x/data=!3d1.5!4d2.5,,",
    "NAME,GPS\nA,geo:1.5\\,2.5\nA,\"geo:1.5,2.5\"",
  ])
  func `tables of many habits are read`(text: String) throws {
    let list = try read(text)
    #expect(list.places == [PlaceList.Place(name: "A", at: point(1.5, 2.5))])
    #expect(try read(utf16(text)).places == list.places)
  }

  @Test func `rows without a place are said with their line`() throws {
    let list = try read(
      """
      Title,Note,URL,Comment
      Louvre,,https://www.google.com/maps/place/Louvre/data=!4m2!3m1!1s0x47e671d877937b0f:0xb975fcfa192f84d4,
      "Pont
      Neuf",see it,"https://www.google.com/maps/search/48.857,2.341",at dusk
      None,,,
      """)
    #expect(list.names == ["Pont\nNeuf"])
    #expect(list.places.first?.note == "see it\nat dusk")
    #expect(list.troubles == ["noCoordinate 2", "noCoordinate 5"])
    let numbers = try read("lat,lon\n1,2\n91,2\nx,y\n3,\n5,6,7,8\n")
    #expect(numbers.places.map(\.coordinate) == [point(1, 2), point(5, 6)])
    #expect(numbers.troubles == ["badLatitude 3", "badCoordinate 4", "badCoordinate 5"])
  }

  @Test(arguments: [
    ("name;lat;lon;note\nA;1;2;first; then ;third;;\n", "first; then ;third"),
    ("name,lat,lon,note\nA,1,2,\"one, two\", three\n", "one, two, three"),
    ("name,lat,lon,note,colour\nA,1,2,one,two,three\n", "one"),
  ])
  func `a last note keeps the separators in it`(text: String, note: String) throws {
    #expect(try read(text).places.map(\.note) == [note])
  }

  @Test func `a quotation that nothing closes costs its line alone`() throws {
    let list = try read("name,lat,lon\n\"A,1,2\nB,3,4\nC,5,6\n")
    #expect(list.names == ["\"A", "B", "C"])
    #expect(list.troubles == ["unclosedQuote 2"])
    let hostile = "name,lat,lon\n" + String(repeating: "1,2,a\",\"\n", count: 300_000)
    #expect(try read(hostile).problemCount >= 300_000)
  }

  @Test func `a line that is too long costs itself alone`() throws {
    let list = try read(
      "name,lat,lon\nA,1,2\n" + String(repeating: "x", count: 3 << 20) + "\nB,3,4\n")
    #expect(list.names == ["A", "B"])
    #expect(list.troubles == ["longLine 3"])
  }

  @Test(arguments: [
    ("POINT(1 2)", [Shape.point(point(2, 1))]), ("point z (1 2 3)", [.point(point(2, 1))]),
    ("SRID=4326;POINT (1 2)", [.point(point(2, 1))]), ("POINT EMPTY", []), ("POINT(1 2", []),
    ("POINT(100 200)", []), ("POINT(x y)", []),
    ("MULTIPOINT((1 2),(3 4))", [.point(point(2, 1)), .point(point(4, 3))]),
    ("MULTIPOINT(1 2, 3 4)", [.point(point(2, 1)), .point(point(4, 3))]),
    ("LINESTRING(1 2,3 4)", [.line([point(2, 1), point(4, 3)])]),
    ("POLYGON((0 0,1 0,1 1),(0 0,0 1,1 1))", [.area([point(0, 0), point(0, 1), point(1, 1)])]),
    (
      "MULTIPOLYGON(((0 0,1 1)),((2 2),(3 3)))",
      [.area([point(0, 0), point(1, 1)]), .area([point(2, 2)])]
    ),
    (
      "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4))",
      [.point(point(2, 1)), .line([point(2, 1), point(4, 3)])]
    ),
  ])
  func `well-known text is read`(text: String, shapes: [Shape]) {
    #expect(wellKnownShapes(text) == shapes)
  }

  @Test(.timeLimit(.minutes(1)))
  func `long well-known text is read at once, also what has no end`() {
    for piece in ["1", "A1(", "1(", "1 "] {
      #expect(wellKnownShapes("POINT(" + String(repeating: piece, count: 20_000)) == [])
    }
    let way = String(repeating: "1 2,", count: 20_000)
    #expect(wellKnownShapes("LINESTRING(\(way)3 4)")?.count == 1)
  }

  @Test func `other texts are no geometry`() {
    for text in ["", "POINTLESS", "1,2", "((((", "Paris"] { #expect(wellKnownShapes(text) == nil) }
  }

  @Test func `texts that look like formulas come back from a spreadsheet`() {
    for text in ["=1+1", "'=1", "''-x", "@a", "+49", "-", "'quoted'", "", "a=b"] {
      #expect(SpreadsheetText.read(SpreadsheetText.written(text)) == text)
      #expect(!"=+-@".contains(SpreadsheetText.written(text).first ?? " "))
    }
  }

  @Test func `each text has the encoding in which it was written`() throws {
    let old = latin1("Café «Süd»,1,2\n") + [0x80] + latin1(" 5 ,3,4\n")
    let list = try read(Array("name,lat,lon\nZoë,5,6\n".utf8) + old + Array("東京,7,8\n".utf8))
    #expect(list.names == ["Zoë", "Café «Süd»", "€ 5", "東京"])
    let half =
      utf16("name,lat,lon\nA,1,2\n") + [0x00, 0xD8] + Array(utf16("B,3,4\n").dropFirst(2)) + [0x41]
    #expect(try read(half).names == ["A", "\u{FFFD}B"])
  }
}
