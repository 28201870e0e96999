import Foundation
import TestDesk
import TestFiles
import XCTest

/// The program is ended from outside: by a signal, as at a log-out, or by a power cut.
final class EndingTests: AlbumWalkthrough {
  func testASignalEndsItAsTheUserDoes() throws {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      try begin()
      kill(program.id, signal)
      XCTAssertEqual(try program.waitForExit(), 0)
    }
  }

  func testASignalLosesNoPinThatIsBeingSaved() throws {
    try begin()
    try waitForPins(0)
    let other = try occupyLibrary("BEGIN IMMEDIATE")
    hands.type("n", holding: "Control_L", "Shift_L")
    _ = try app.waitFor("New pin")
    kill(program.id, SIGTERM)
    other.close()
    XCTAssertEqual(try program.waitForExit(), 0)
    try waitForPins(1)
  }

  func testASignalEndsItAlsoWhereNothingCanBeSaved() throws {
    try begin()
    try waitForPins(0)
    let other = try occupyLibrary("BEGIN IMMEDIATE")
    hands.type("n", holding: "Control_L", "Shift_L")
    _ = try app.waitFor("New pin")
    // Who asks twice is not more in a hurry.
    for _ in 0..<2 { kill(program.id, SIGTERM) }
    XCTAssertEqual(try program.waitForExit(), 0)
    other.close()
  }

  func testANameThatCannotBeSavedIsSaidBeforeTheEnd() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    hands.type("F2")
    _ = try app.waitFor("Name of the Place")
    hands.type(text: "home")
    let other = try occupyLibrary("BEGIN IMMEDIATE")
    hands.type("q", holding: "Control_L")
    _ = try app.waitFor("Another app is using the library. Close that app.")
    other.close()
    XCTAssertTrue(program.isRunning)
    try quit()
  }

  func testAnAlbumIsFilledAtTheNextStartHoweverOftenItWasCutShort() throws {
    person.services.ask("/control/hold")
    try begin(count: 4)
    hands.type("n", holding: "Control_L", "Shift_L")
    for count in 1...3 {
      person.services.ask("/control/release/1")
      try waitForStored(count)
      program.kill()
      // What the program asked for that is gone waits no more.
      person.services.ask("/control/off")
      person.services.ask("/control/on")
      try launch()
    }
    person.services.ask("/control/release")
    try waitForStored(4)
  }

  private func waitForStored(_ count: Int) throws {
    try watch(for: "\(count) photos in the library") {
      (try? rows("SELECT 1 FROM photo WHERE state = 'stored'"))?.count == count ? true : nil
    }
  }
}
