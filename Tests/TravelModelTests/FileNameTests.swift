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
}
