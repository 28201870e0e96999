import Testing
import TravelModel

struct FileNameTests {
  @Test(
    arguments: [
      ("/home/me/card.png", "png"), ("card.PDF", "pdf"), ("a.b.gpx", "gpx"), ("/a.b/places", nil),
      ("places", nil), (".gpx", nil), ("places.", ""), ("", nil),
    ] as [(String, String?)])
  func `a name ends behind its last dot`(path: String, ending: String?) {
    #expect(FileName.ending(of: path) == ending)
  }

  @Test(
    arguments: [
      ("A river at dusk.", "A river at dusk"),
      ("Blue Square Test File - .jpg", "Blue Square Test File"),
      ("Sunset.JPEG", "Sunset"), ("tower.jpg.jpg", "tower"), ("The bridge, ", "The bridge"),
      ("Harbour –", "Harbour"), ("Version 2.0", "Version 2.0"),
      ("Mt. St. Helens", "Mt. St. Helens"),
      ("Who is there?", "Who is there"), (".jpg", "jpg"), ("Left/Right", "Left Right"),
      ("Yes!", "Yes!"), ("- .png", nil), ("...", nil), ("", nil),
    ] as [(String, String?)])
  func `the name of a file has neither the ending of another one nor loose marks at its end`(
    title: String, name: String?
  ) {
    #expect(FileName.made(from: title) == name)
  }
}
