import Foundation
import TestDesk
import XCTest

/// Undo and redo by their keys and messages, over a restart.
final class UndoTests: AlbumWalkthrough {
  func testWhatWasDoneBeforeARestartIsUndoneAndDoneAgain() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    let title = try XCTUnwrap(savedTitles().first)
    try press(names[1])
    try waitForPhotos(5)
    try openAlbumMenu()
    try chooseLastEntry("Remove Pin")
    try waitForPins(0)
    try quit()

    try launch()
    _ = try app.waitFor("Map")
    XCTAssertEqual(photoFiles().count, 6)
    hands.type("z", holding: "Control_L")
    try waitForPins(1)
    _ = try app.waitFor("Restored “\(title)”")
    XCTAssertEqual(try savedNames().count, 5)
    hands.type("z", holding: "Control_L")
    _ = try app.waitFor("Restored photos of “\(title)”")
    XCTAssertEqual(try savedNames(), names)
    XCTAssertEqual(try savedPaths(), photoFiles())

    try press("Redo")
    try watch(for: "the photo to go again") { try savedNames().count == 5 ? true : nil }
    hands.type("z", holding: "Control_L", "Shift_L")
    try waitForPins(0)
    // What was done again is offered to be undone.
    _ = try app.waitFor("Removed “\(title)”")
    try press("Undo")
    try waitForPins(1)
    XCTAssertEqual(photoFiles().count, 6)
    // What is done now takes the way forward away, and with it what waited there.
    hands.type("z", holding: "Control_L")
    try watch(for: "the photo") { try savedNames().count == 6 ? true : nil }
    hands.type("z", holding: "Control_L")
    try waitForPins(0)
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try watch(for: "the end of the files") { () -> Bool? in
      try photoFiles().isSubset(of: savedPaths()) ? true : nil
    }
  }

  func testWhatIsKeptForUndoIsMadeFinalOnRequest() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    try focusPhoto(1)
    hands.type("Delete")
    try waitForPhotos(5)
    hands.type("comma", holding: "Control_L")
    try waitForDialog("Photos per Album")
    try watch(for: "what is kept") {
      app.all { try $0.name.hasPrefix("2 changes · 1 photo · ") }.first
    }
    try watch(for: "what snapshots take") {
      app.all { try $0.name.wholeMatch(of: /[01] snapshots? · .* of at most .*/) != nil }.first
    }
    try goByKeys(to: "Free Up Space…", "Tab", holding: "Shift_L")
    hands.type("space")
    try waitForDialog("Free Up Space?")
    XCTAssertEqual(photoFiles().count, 6)
    try press("Free Up Space")
    try watch(for: "the end of the file") { photoFiles().count == 5 ? true : nil }
    // It does not wait for a snapshot either.
    let aside = person.libraryFolder.appendingPathComponent("photos/.set-aside")
    let waiting = FileManager.default.enumerator(atPath: aside.path)?.compactMap { $0 as? String }
    XCTAssertEqual((waiting ?? []).filter { $0.hasSuffix(".jpg") }, [])
    XCTAssertEqual(try rows("SELECT id FROM undo_step"), [])
    XCTAssertEqual(try savedPaths(), photoFiles())
    try watch(for: "nothing more that is kept") { app.all { try $0.name == "Nothing" }.first }
  }

  func testMessagesThatAreClosedWhileTheySlideInDoNoHarm() throws {
    // What is used after its end is at once seen to be wrong.
    try start(
      settings: ["prefetch": "false", "photo-source": "'postcards'"],
      environment: ["MALLOC_PERTURB_": "165"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let pin = try stillFrame(of: "the pin") { try $0.name.hasSuffix(" photos") }
    openMenu(x: pin.x + pin.width / 2, y: pin.y + pin.height / 2)
    try chooseLastEntry("Remove Pin")
    try waitForPins(0)
    let offer = try stillFrame(of: "Undo")
    // It does not end under the pointer, however long this takes.
    hands.move(x: offer.x + offer.width / 2, y: offer.y + offer.height / 2)
    for isBusy in [false, true, false, true] {
      hands.type("F5")
      _ = try app.waitFor("There are no photos yet.")
      hands.type("Escape")
      // A program that is busy draws no frame between the ends of its coming and going.
      if isBusy { pauseProgram() }
      try app.waitForEnd(of: "There are no photos yet.")
      // The offer is only interrupted.
      _ = try app.waitFor("Undo")
    }
    hands.type("Escape")
    try app.waitForEnd(of: "Undo")
    XCTAssertEqual(try savedPins(), [])
    try quit()
  }

  /// Stops the program for longer than a message slides.
  private func pauseProgram() {
    hands.rest(seconds: 0.05)
    kill(program.id, SIGSTOP)
    hands.rest(seconds: 0.8)
    kill(program.id, SIGCONT)
  }
}
