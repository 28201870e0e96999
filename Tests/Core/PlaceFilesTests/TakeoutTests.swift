import Testing
import TravelModel

@testable import PlaceFiles

/// What Google Takeout hands out of the places that somebody has saved.
struct TakeoutTests {
  private let saved = """
    {"type": "FeatureCollection", "features": [
    {"geometry": {"coordinates": [2.2945, 48.8584], "type": "Point"},
      "properties": {"Google Maps URL": "http://maps.google.com/?cid=1", "Title": "Eiffel Tower",
        "Location": {"Address": "Paris", "Geo Coordinates":
          {"Latitude": "48.8584", "Longitude": "2.2945"}}}, "type": "Feature"},
    {"geometry": {"coordinates": [0, 0], "type": "Point"},
      "properties": {"google_maps_url": "http://maps.google.com/?cid=2",
        "location": {"name": "Somewhere", "country_code": "FR"}}, "type": "Feature"},
    {"geometry": {"coordinates": [0, 0], "type": "Point"},
      "properties": {"google_maps_url": "http://maps.google.com/?q=43.7,7.26",
        "location": {"name": "Nice"}}, "type": "Feature"}
    ]}
    """

  private let list = """
    Title,Note,URL,Tags,Comment
    ,,,,
    Louvre,,https://www.google.com/maps/place/Louvre/data=!4m2!3m1!1s0x47e671d877937b0f:0xb975,,
    Pont Neuf,at dusk,"https://www.google.com/maps/place/Pont+Neuf/@48.8,2.3,17z/data=!3d48.857!4d2.341",,see it
    A corner,,"https://www.google.com/maps/search/48.86,2.35",,
    Another,,"https://www.google.com/maps/@48.87,2.36,15z",,
    A third,,"https://maps.google.com/?q=48.88,2.37",,
    """

  @Test func `both kinds of the list of saved places are read`() throws {
    let found = try read(saved)
    #expect(found.names == ["Eiffel Tower", "Nice"])
    #expect(found.places.map(\.coordinate) == [point(48.8584, 2.2945), point(43.7, 7.26)])
    #expect(found.troubles == ["noCoordinate 6"])
  }

  @Test func `of a table the links say where the places are`() throws {
    let found = try read(list)
    #expect(found.names == ["Pont Neuf", "A corner", "Another", "A third"])
    // Where the place is goes before where the map was.
    #expect(
      found.places.map(\.coordinate)
        == [point(48.857, 2.341), point(48.86, 2.35), point(48.87, 2.36), point(48.88, 2.37)])
    #expect(found.places.first?.note == "at dusk\nsee it")
    #expect(found.troubles == ["noCoordinate 3"])
  }

  @Test func `in an archive each problem is said with its file`() throws {
    let found = try read(
      zip([
        ("Takeout/archive_browser.html", Array("<html></html>".utf8)),
        ("Takeout/Saved/Lieblingsorte.csv", Array(list.utf8)),
        ("Takeout/Saved/Empty.csv", Array("Title,Note,URL,Tags,Comment\n".utf8)),
        ("Takeout/Maps (your places)/Saved Places.json", Array(saved.utf8)),
        ("Takeout/Maps/Settings.json", Array(#"{"alerts": true}"#.utf8)),
        ("Takeout/Mail/contacts.csv", Array("Name,Phone\nAda,1\n".utf8)),
      ]))
    #expect(found.places.count == 6)
    #expect(
      found.problems.map(\.entry) == [
        "Takeout/Saved/Lieblingsorte.csv", "Takeout/Maps (your places)/Saved Places.json",
      ])
    #expect(found.troubles == ["noCoordinate 3", "noCoordinate 6"])
  }
}
