import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Pictures on the map: the user's own, and those of others.
final class PictureMapTests: ViewerWalkthrough {
  private var folder: URL { person.desk.home.appendingPathComponent("Camera") }

  /// Puts two pictures of one spot in the middle of the map, and one to the east of it.
  private func takePictures() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let east = Mercator.project(view.center).x + 200 / view.worldSize
    let place = Mercator.coordinate(at: WorldPoint(x: east, y: Mercator.project(view.center).y))
    for (name, place) in [("IMG_0001", view.center), ("two", view.center), ("three", place)] {
      let picture = folder.appendingPathComponent("\(name).png")
      try screen.capture(to: picture.path)
      Metadata.write(place: place, into: picture.path)
    }
  }

  /// Shows the pictures on the map, or hides them.
  private func togglePictures() throws {
    try choose(by: "m", fromMenu: "Map Layers", with: "OpenStreetMap")
  }

  func testTheyAreShownWhereTheyWereTakenAndOpenLarge() throws {
    try takePictures()
    try begin(settings: ["pictures-folder": "'\(folder.path)'"])
    try togglePictures()
    _ = try app.waitFor("3 pictures on the map")
    _ = try app.waitFor("One of your pictures")
    try press("2 of your pictures")
    _ = try app.waitFor("two.png")
    try watch(for: "the keys in the gallery") { focusedName() == "IMG_0001.png" ? true : nil }
    hands.type("Right")
    try watch(for: "the keys on the other one") { focusedName() == "two.png" ? true : nil }
    hands.type("Return")
    try waitForViewer(of: "two")
    // It is the user's file: nothing here removes it.
    hands.type("Delete")
    hands.type("Right")
    // What a camera calls it says nothing; the place does.
    try waitForViewer(of: "Paris, France")
    _ = try app.waitFor("2 of 2")
    hands.type("Escape")
    _ = try app.waitFor("2 of your pictures")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 3)

    try togglePictures()
    try watch(for: "the map without them") {
      app.buttons { $0.hasSuffix("of your pictures") }.isEmpty ? true : nil
    }
    // The same menu has the maps.
    try choose(by: "f", fromMenu: "Map Layers", with: "OpenStreetMap")
    try watch(for: "the offline map in the settings") {
      try String(contentsOf: person.settingsFile, encoding: .utf8)
        .contains("tile-source='offline'") ? true : nil
    }
  }

  func testWhatOthersHavePhotographedIsShownWhereTheMapRestsAndMakesPins() throws {
    try begin(commons: "spread=4000", count: 2)
    func switchPhotos() throws {
      try choose(by: "p", fromMenu: "Map Layers", with: "OpenStreetMap")
    }
    try switchPhotos()
    let start = "Hills of the sandbox, "
    func photos() -> [Element] { app.buttons { $0.hasPrefix(start) } }
    try watch(for: "photos on the map") { photos().count > 3 ? true : nil }
    XCTAssertEqual(person.services.requests.count { $0.contains("pithumbsize=") }, 1)
    assertNamed("the photos")

    try goByKeys(to: start)
    let first = try XCTUnwrap(focusedName())
    // The stand-in has found them north of the middle, where Tab begins.
    hands.type("Up")
    let name = try watch(for: "the keys on another photo") {
      focusedName().flatMap { $0.hasPrefix(start) && $0 != first ? $0 : nil }
    }
    hands.type("Return")
    try waitForViewer(of: name)
    try watch(for: "its author and licence") {
      app.all { try $0.name.hasPrefix("1 of 1 · ") && $0.name.contains(" Sandbox · ") }.first
    }
    try waitForLargeImages(1)
    try press("Drop a Pin Here")
    try waitForPins(1)
    try watch(for: "the photo before others in the pin's album") {
      let album = try rows("SELECT title, is_favorite, state FROM photo ORDER BY position")
      return album.count == 3 && album.first == [name, "1", "stored"] ? true : nil
    }
    try waitForPinInSight()
    try switchPhotos()
    try watch(for: "the map without photos") { photos().isEmpty ? true : nil }
  }

  func testPinsAreMadeOfThemAndOneUndoTakesThemAway() throws {
    try takePictures()
    try begin(settings: ["pictures-folder": "'\(folder.path)'"])
    try chooseFromPlaces(by: "f")
    _ = try app.waitFor("Make 2 Pins?")
    try press("Make Pins")
    try waitForPins(2)
    // It goes by itself.
    _ = try app.waitFor("2 pins made")
    try watch(for: "copies of the pictures in their albums") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored' AND source = 'pictures'").count >= 3
        ? true : nil
    }
    try chooseFromPlaces(by: "f")
    _ = try app.waitFor("All places of your pictures already have a pin.")
    hands.type("z", holding: "Control_L")
    try watch(for: "a map without pins") { pinButtons().isEmpty ? true : nil }
  }

  func testInAnAlbumThoseThatOnlyACameraNamedAreCalledByTheirPlace() throws {
    try takePictures()
    try begin(
      settings: ["photo-source": "'pictures'", "pictures-folder": "'\(folder.path)'"])
    try openNewAlbum()
    func waitForNames(_ names: Set<String>) throws {
      try watch(for: "photos called \(names)") { Set(photoNames()) == names ? true : nil }
    }
    try waitForNames(["Paris, France", "two", "three"])
    hands.type("F2")
    _ = try app.waitFor("Name of the Place")
    hands.type(text: "home")
    hands.type("Return")
    try waitForNames(["home", "two", "three"])
    try focusPhoto(XCTUnwrap(photoNames().firstIndex(of: "home")))
    hands.type("space")
    try waitForViewer(of: "home")
    try watch(for: "it in the filmstrip") {
      app.all { try $0.role == "list item" && $0.name == "home" && $0.has(.selected) }.first
    }
  }

  func testAFolderThatCannotBeReadIsSaid() throws {
    try begin(settings: ["pictures-folder": "'/nonexistent/pictures'", "pictures-on-map": "true"])
    _ = try app.waitFor("The folder of your pictures cannot be read.")
  }
}
