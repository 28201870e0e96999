import Foundation
import TestDesk
import TravelModel
import XCTest

/// What the desktop asks of the program: to find things, to do things, and to tell what has ended.
final class DesktopTests: AlbumWalkthrough {
  private let reykjavik = Coordinate(latitude: 64.1355, longitude: -21.8954)!

  private func run(_ arguments: String...) throws -> String {
    let program = try person.start(arguments)
    XCTAssertEqual(try program.waitForExit(), 0, program.output)
    return program.output
  }

  func testTheDesktopFindsPinsAndPlacesWithoutAWindowAndShowsThem() throws {
    let line = try run("--drop", "48.8584,2.2945")
    let shell = try person.desk.startShell()
    let service = try person.start(["--gapplication-service"])
    let found = try watch(for: "what is found") { try shell.search("paris") }
    let pin = try XCTUnwrap(found.first)
    XCTAssertEqual(pin.name, "Paris, France")
    XCTAssertEqual(pin.description, "48.85840, 2.29450")
    XCTAssertTrue(found.dropFirst().contains { $0.name == "Paris" && $0.id != pin.id })
    XCTAssertEqual(try shell.search("pa"), [])
    let city = try XCTUnwrap(shell.search("reykj").first)
    XCTAssertEqual(city.name, "Reykjavík")
    XCTAssertEqual(city.description, "Iceland")
    // It reads the library, and leaves what is done with it to others. It is asked meanwhile, because it
    // ends soon after its last answer.
    let list = try person.start(["--list"])
    try watch(for: "the list") {
      _ = try shell.search("reykj")
      return list.isRunning ? nil : true
    }
    XCTAssertEqual(try list.waitForExit(), 0, list.output)
    XCTAssertEqual(list.output, line)
    XCTAssertTrue(screen.windows.isEmpty)

    try shell.choose(city.id, of: "reykj")
    try sitDown(before: service)
    _ = try app.waitFor("Drop a Pin Here")
    try watch(for: "the place in the view") {
      try savedView().flatMap { distance($0.center, reykjavik, in: $0) < 20 ? true : nil }
    }
    // In the same window, also if it was found long ago.
    try shell.choose(pin.id, of: "paris")
    _ = try app.waitFor("New Collection")
    XCTAssertTrue(app.all { try $0.name == "Drop a Pin Here" }.isEmpty)
    try shell.perform("take-me-somewhere")
    _ = try app.waitFor("Drop a Pin Here")
    try app.waitForEnd(of: "New Collection")
    try shell.launchSearch("reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
    XCTAssertEqual(screen.windows.count, 1)
    try quit()
  }

  func testWithoutAWindowTheProgramEndsSoonAfterItsAnswer() throws {
    let shell = try person.desk.startShell()
    let service = try person.start(["--gapplication-service"])
    _ = try watch(for: "what is found") { try shell.search("reykj").first }
    XCTAssertEqual(try service.waitForExit(), 0)
    XCTAssertFalse(FileManager.default.fileExists(atPath: person.library.path))
  }

  func testWhatEndsOutOfSightIsToldUntilTheWindowIsLookedAt() throws {
    try skipOnWayland("no other window takes the keyboard there")
    try begin(settings: ["prefetch": "false"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let window = try XCTUnwrap(screen.topWindow)
    screen.focus(try screen.coverWithWindow())
    _ = try run("--fetch", "1")
    let told = try watch(for: "a notification") {
      person.desk.notifications.shown["album-filled"]
    }
    for text in ["'Paris, France'", "'6 photos'", "'app.show-album'", "<'1'>"] {
      XCTAssertTrue(told.contains(text), told)
    }
    try person.desk.startShell().perform("show-album", "1")
    _ = try app.waitFor("New Collection")
    screen.focus(window)
    try watch(for: "the end of it") { person.desk.notifications.shown.isEmpty ? true : nil }
    try quit()
  }

  func testTheNextStartShowsTheAlbumThatWasOpenButForAPlace() throws {
    try begin(count: 2)
    try openNewAlbum()
    try waitForPhotos(2)
    try quit()
    try launch(onLastPage: true)
    _ = try app.waitFor("New Collection")
    try waitForPhotos(2)
    program.kill()
    try launch(TouristAtDesk.stagedProgram.path, ["geo:48.8584,2.2945?z=9"], onLastPage: true)
    try watch(for: "the place in the view") { try savedView()?.zoom == 9 ? true : nil }
    XCTAssertTrue(app.buttons { $0 == "New Collection" }.isEmpty)
    try quit()
    try launch(onLastPage: true)
    try waitForPinInSight()
    XCTAssertTrue(app.buttons { $0 == "New Collection" }.isEmpty)
  }
}
