import Desk
import Foundation
import XCTest

/// Where photos come from, chosen by hand.
final class SourceTests: AlbumWalkthrough {
  func testFlickrAsksForAKeyAndThenFillsTheAlbum() throws {
    try begin(settings: ["photo-source": "'flickr'"])
    try openNewAlbum()
    _ = try app.waitFor("Flickr needs a key of your own.")
    try press("Enter Key…")
    _ = try app.waitFor("Get a Key from Flickr")
    hands.type(text: "sandbox-key")
    hands.type("Return")
    try waitForPhotos(6)
    XCTAssertEqual(Set(try rows("SELECT source FROM photo").map { $0[0] }), ["flickr"])
    XCTAssertFalse(program.output.contains("sandbox-key"))
    XCTAssertFalse(person.services.requests.joined().contains("sandbox-key"))
  }

  func testAKeyThatFlickrRefusesIsToldFromAnOutage() throws {
    try person.writeSettings([
      "photo-source": "'flickr'", "prefetch": "true",
      "map-latitude": "48.8584", "map-longitude": "2.2945", "map-zoom": "12.0",
    ])
    try launch(environment: ["VIRTUAL_TOURIST_FLICKR_KEY": "wrong"])
    try openNewAlbum()
    _ = try app.waitFor("Flickr does not accept your key.")
  }

  func testAnEmptyAlbumIsFilledFromTheSourceThatIsChosenThere() throws {
    try begin(commons: "count=0")
    try openNewAlbum()
    _ = try app.waitFor("No Images")
    try press("Other Source")
    _ = try app.waitFor("Postcards")
    // The last of the sources.
    hands.type("Up")
    hands.type("Return")
    try waitForPhotos(6)
    XCTAssertEqual(Set(try rows("SELECT source FROM photo").map { $0[0] }), ["postcards"])
    let settings = try String(contentsOf: person.settingsFile, encoding: .utf8)
    XCTAssertTrue(settings.contains("photo-source='postcards'"))
  }

  func testAnAnswerThatNobodyUnderstandsIsToldFromAnEmptyPlace() throws {
    try begin(commons: "fail=shape", settings: ["photo-source": "'commons'"])
    try openNewAlbum()
    _ = try app.waitFor("The photo service answers something that cannot be understood.")
    _ = try app.waitFor("Try Again")
  }

  func testWithoutPrefetchAnAlbumIsFilledWhenItIsOpened() throws {
    try begin(settings: ["prefetch": "false"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    _ = try watch(for: "the pin") { app.buttons { $0.hasSuffix(", 0 photos") }.first }
    XCTAssertFalse(person.services.requests.contains { $0.contains("geosearch") })
    try openAlbum()
    try waitForPhotos(6)
  }

  func testAnUnreachablePicturesFolderIsSaid() throws {
    try begin(settings: [
      "photo-source": "'pictures'", "pictures-folder": "'/nonexistent/pictures'",
    ])
    try openNewAlbum()
    _ = try app.waitFor("The folder of your pictures cannot be read.")
    _ = try app.waitFor("Try Again")
  }

  func testAFillGoesOnWhenTheProgramWasKilledInTheMiddle() throws {
    person.services.ask("/control/hold")
    try begin()
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    person.services.ask("/control/release/2")
    try waitForPhotos(6, loading: 4)
    program.kill()
    person.services.ask("/control/release")
    try launch()
    _ = try app.waitFor("Map")
    try watch(for: "the other four", seconds: 30) { try savedPaths().count == 6 ? true : nil }
    XCTAssertEqual(try savedPaths(), photoFiles())
    let folder = person.libraryFolder.appendingPathComponent("photos/.incoming").path
    try watch(for: "no leftovers") {
      try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty ? true : nil
    }
  }
}
