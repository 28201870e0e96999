import Foundation
import TestDesk
import XCTest

/// Where photos come from, chosen by hand.
final class SourceTests: AlbumWalkthrough {
  func testFlickrAsksForAKeyAndThenFillsTheAlbum() throws {
    try begin(settings: ["photo-source": "'flickr'"])
    try openNewAlbum()
    _ = try app.waitFor("Flickr needs a key of your own.")
    try press("Enter Key…")
    try waitForDialog("Get a Key from Flickr")
    hands.type(text: "sandbox-key")
    hands.type("Return")
    try waitForPhotos(6)
    XCTAssertEqual(Set(try rows("SELECT source FROM photo").map { $0[0] }), ["flickr"])
    XCTAssertFalse(program.output.contains("sandbox-key"))
    XCTAssertFalse(person.services.requests.joined().contains("sandbox-key"))
  }

  func testAKeyThatFlickrRefusesIsToldFromAnOutage() throws {
    try person.writeSettings([
      "photo-source": "'flickr'", "prefetch": "true", "photos-per-album": "6",
      "map-latitude": "48.8584", "map-longitude": "2.2945", "map-zoom": "12.0",
    ])
    try launch(environment: ["VIRTUAL_TOURIST_FLICKR_KEY": "wrong"])
    _ = try app.waitFor("Map")
    try openNewAlbum()
    _ = try app.waitFor(
      "Flickr does not accept the key from VIRTUAL_TOURIST_FLICKR_KEY. Correct or remove it there, and start Virtual Tourist again."
    )
    // Another key could not take its place here; another source can.
    XCTAssertEqual(app.buttons { $0 == "Enter Key…" }.count, 0)
    try press("Try Another Source")
    try chooseSource("Postcards")
    try waitForPhotos(6)
  }

  func testAnEmptyAlbumIsFilledFromTheSourceThatIsChosenThere() throws {
    try begin(commons: "count=0")
    try openNewAlbum()
    _ = try app.waitFor("No Images")
    try press("Try Another Source")
    try chooseSource("Postcards")
    try waitForPhotos(6)
    XCTAssertEqual(Set(try rows("SELECT source FROM photo").map { $0[0] }), ["postcards"])
    try assertNoSourceIsSet()
  }

  func testAChosenSourceThatFoundNothingIsNotAskedAgainByItself() throws {
    try person.writeSettings([
      "commons-endpoint": "'\(person.services.commons("count=0"))'",
      "flickr-endpoint": "'\(person.services.flickr("count=0"))'", "prefetch": "true",
    ])
    let key = [
      "VIRTUAL_TOURIST_FLICKR_KEY": "sandbox-key", "G_MESSAGES_DEBUG": "virtual-tourist",
    ]
    try launch(environment: key)
    _ = try app.waitFor("Map")
    try openNewAlbum()
    _ = try app.waitFor("No Images")
    try press("Try Another Source")
    try chooseSource("Flickr")
    try watch(for: "the search in Flickr") {
      try rows("SELECT state, source FROM album") == [["found", "flickr"]] ? true : nil
    }
    _ = try app.waitFor("No Images")
    XCTAssertTrue(program.output.contains("/rest/: 200"), "the log does not tell of the search")
    XCTAssertFalse(program.output.contains("sandbox-key"), "the key is in the log")
    try quit()

    let searches = searches
    XCTAssertFalse(searches.isEmpty)
    for _ in 0..<2 {
      try launch(environment: key)
      _ = try app.waitFor("Map")
      try openAlbum()
      _ = try app.waitFor("No Images")
      try quit()
    }
    XCTAssertEqual(self.searches, searches)
    XCTAssertEqual(try rows("SELECT state, source FROM album"), [["found", "flickr"]])
    try assertNoSourceIsSet()
  }

  /// What the photo services were asked.
  private var searches: [String] { person.services.requests.filter { !$0.contains("/tiles/") } }

  func testASourceThatIsChosenInAnAlbumIsThatAlbumsAlone() throws {
    try begin(count: 4)
    try openNewAlbum()
    try waitForPhotos(4)
    let before = try savedIDs()
    try waitForSource("Automatic")
    // As any other collection, it can be undone.
    try choose("Postcards")
    _ = try waitForPhotos(of: "postcards", otherThan: before)
    try press("Undo")
    try watch(for: "the photos of before") { try savedIDs() == before ? true : nil }
    try waitForSource("Automatic")
    try choose("Postcards")
    let cards = try waitForPhotos(of: "postcards", otherThan: before)
    try waitForSource("Postcards")

    // The album goes on there, and after a restart too.
    try waitForNewCollection()
    try press("New Collection")
    let others = try waitForPhotos(of: "postcards", otherThan: cards)
    try quit()
    try launch()
    _ = try app.waitFor("Map")
    try openAlbum()
    try waitForPhotos(4)
    try waitForSource("Postcards")
    try waitForNewCollection()
    try press("New Collection")
    _ = try waitForPhotos(of: "postcards", otherThan: others)

    // Another album does not.
    try assertNoSourceIsSet()
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    for _ in 0..<3 { hands.type("Right") }
    hands.type("n", holding: "Control_L", "Shift_L")
    try watch(for: "photos of another pin") {
      try rows("SELECT source FROM photo WHERE pin_id = 2 AND state = 'stored'")
        == Array(repeating: ["commons"], count: 4) ? true : nil
    }
  }

  private func savedIDs() throws -> Set<String> {
    Set(try rows("SELECT source_id FROM photo").map { $0[0] })
  }

  private func assertNoSourceIsSet(line: UInt = #line) throws {
    let settings = try String(contentsOf: person.settingsFile, encoding: .utf8)
    XCTAssertFalse(settings.contains("photo-source="), line: line)
  }

  /// Waits until the album's menu shows a source as the album's, and no other one: it may follow the
  /// library a little later.
  private func waitForSource(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try openSources()
    try watch(for: "“\(name)” as the album's source", file: file, line: line) {
      let checked = zip(AlbumWalkthrough.sources, try waitForSources()).filter {
        (try? $1.has(.checked)) == true
      }
      return checked.map(\.0) == [name] ? true : nil
    }
    hands.type("Escape")
    try waitForEndOfSources()
  }

  /// Waits until another collection can be asked for, or cannot.
  private func waitForNewCollection(
    isPossible: Bool = true, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "New Collection, possible: \(isPossible)", file: file, line: line) {
      try isSensitive("New Collection") == isPossible ? true : nil
    }
  }

  private func waitForPhotos(
    of source: String, otherThan before: Set<String>
  ) throws -> Set<String> {
    try watch(for: "other photos of \(source)") {
      let rows = try rows("SELECT source, source_id FROM photo WHERE state = 'stored'")
      let ids = Set(rows.map { $0[1] })
      return rows.count == 4 && rows.allSatisfy { $0[0] == source } && ids.isDisjoint(with: before)
        ? ids : nil
    }
  }

  func testAPhotoThatLeadsToAForbiddenAddressIsSaidAndAskedForOnce() throws {
    try begin(commons: "faults=astray:1")
    try openNewAlbum()
    try waitForPhotos(6, failed: 6)
    _ = try app.waitFor(
      "6 photos could not be loaded. The photo service refers to an address that is not safe to open."
    )
    try waitForNewCollection()
    try quit()
    let asked = searches
    XCTAssertEqual(asked.count { $0.contains("/images/") }, 6)
    try launch()
    _ = try app.waitFor("Map")
    try openAlbum()
    try waitForPhotos(6, failed: 6)
    XCTAssertEqual(searches, asked)
  }

  func testAPhotoThatIsNoLongerAtItsSourceIsOfferedForRemovalAlone() throws {
    try begin(commons: "faults=410:1")
    try openNewAlbum()
    try waitForPhotos(6, failed: 6)
    _ = try app.waitFor("These 6 photos have been taken down.")
    XCTAssertEqual(app.buttons { $0 == "New Collection" }.count, 2)
    XCTAssertTrue(app.all { try $0.name == "Try Again" }.isEmpty)
    let names = photoNames()
    try press(names[0])
    try waitForPhotos(5, failed: 5)
    try focusPhoto(1)
    hands.type("space")
    _ = try app.waitFor("This photo has been taken down.")
    XCTAssertTrue(app.all { try $0.name == "Try Again" }.isEmpty)
    hands.type("Escape")
    _ = try app.waitFor("These 5 photos have been taken down.")
    try press("Remove")
    _ = try app.waitFor("No Images")
    hands.type("z", holding: "Control_L")
    try waitForPhotos(5, failed: 5)
  }

  func testAnAnswerThatNobodyUnderstandsIsToldFromAnEmptyPlace() throws {
    try begin(commons: "fail=shape", settings: ["photo-source": "'commons'"])
    try openNewAlbum()
    _ = try app.waitFor("The photo service sent an answer that cannot be read.")
    _ = try app.waitFor("Try Again")
    // What Try Again does is done by no other button.
    try waitForNewCollection(isPossible: false)
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

  func testForAnUnreachablePicturesFolderAnotherOneIsChosen() throws {
    let portal = try person.desk.startPortal()
    try begin(settings: [
      "photo-source": "'pictures'", "pictures-folder": "'/nonexistent/pictures'",
    ])
    try openNewAlbum()
    _ = try app.waitFor("The folder of your pictures cannot be read.")
    try portal.choose(person.desk.home)
    try press("Choose Folder…")
    _ = try app.waitFor("No Images")
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
    try watch(for: "the other four") { try savedPaths().count == 6 ? true : nil }
    let folder = person.libraryFolder.appendingPathComponent("photos/.incoming").path
    try watch(for: "no leftovers") {
      try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty ? true : nil
    }
    XCTAssertEqual(try savedPaths(), photoFiles())
  }
}
