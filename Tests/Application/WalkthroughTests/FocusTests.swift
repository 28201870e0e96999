import Foundation
import TestDesk
import XCTest

/// What has the keyboard's focus, after each change that took it from something.
final class FocusTests: ViewerWalkthrough {
  private func waitForFocus(on name: String, _ cause: String) throws {
    // A look alone for the message would take its part of the time that Undo is offered.
    var seen: String?
    do {
      try watch(for: "it") { () -> Bool? in
        seen = focusedName()
        return seen == name ? true : nil
      }
    } catch is DeskError {
      throw DeskError("no focus on “\(name)” after \(cause), but on “\(seen ?? "nothing")”")
    }
  }

  /// What the library has of the album, in its order.
  private func savedIDs() throws -> [String] {
    try rows("SELECT source_id FROM photo ORDER BY position").map { $0[0] }
  }

  /// Asserts that a photo can be seen whole between the header and the bar.
  private func assertSeen(_ name: String, line: UInt = #line) throws {
    try watch(for: "“\(name)” in sight") { () -> Bool? in
      let seen = app.all {
        try [name, "Edit", "New Collection"].contains($0.name) && $0.frame.height > 1
      }
      func frame(_ name: String) throws -> (x: Double, y: Double, width: Double, height: Double)? {
        try seen.first { try $0.name == name }?.frame
      }
      guard let photo = try frame(name), let top = try frame("Edit"),
        let bottom = try frame("New Collection")
      else { return nil }
      return photo.y >= top.y + top.height && photo.y + photo.height <= bottom.y ? true : nil
    }
  }

  func testTheFirstPhotoHasTheFocusInAnAlbumAndAfterANewCollectionAndItsUndo() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try waitForFocus(on: names[0], "the opening")
    let before = try savedIDs()
    try goByKeys(to: "New Collection")
    // The first of the new photos has it, from the moment that they are awaited.
    person.services.ask("/control/hold")
    hands.type("Return")
    try waitForPhotos(6, loading: 6)
    try waitForFocus(on: photoNames()[0], "a new collection")
    person.services.ask("/control/release")
    try waitForPhotos(6)
    XCTAssertTrue(Set(try savedIDs()).isDisjoint(with: before))
    XCTAssertNotEqual(photoNames(), names)
    try waitForFocus(on: photoNames()[0], "the downloads")
    hands.type("z", holding: "Control_L")
    try watch(for: "the photos of before") { photoNames() == names ? true : nil }
    try waitForFocus(on: names[0], "the undo")
    let first = names[0]
    hands.type("Return")
    try waitForViewer(of: first)
  }

  func testTheFirstPhotoHasTheFocusInAnAlbumThatTwoPressesInTheListOpen() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let first = photoNames()[0]
    try press("Back")
    _ = try app.waitFor("Map")
    hands.type("F9")
    // The list slides in; the pin on the map is called the same.
    let frame = try stillFrame(of: "the row of the place") {
      try $0.role == "list item" && $0.name.hasSuffix(", 6 photos")
    }
    hands.click(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, times: 2)
    try waitForPhotos(6)
    try waitForFocus(on: first, "two presses in the list")
  }

  func testTheNextPhotoTakesTheFocusOfOneThatIsRemoved() throws {
    let names = try beginInAlbum(count: 4)
    hands.type("Right")
    try waitForFocus(on: names[1], "a key")
    hands.type("Delete")
    try waitForPhotos(3)
    try waitForFocus(on: names[2], "a removal")
    hands.type("End")
    try waitForFocus(on: names[3], "a key")
    hands.type("Delete")
    try waitForPhotos(2)
    try waitForFocus(on: names[2], "the removal of the last in the row")
    // Of several, the one behind them; the menu removes as the key does.
    hands.type("a", holding: "Control_L")
    hands.type("Menu")
    try app.waitForEntry("Open Web Page")
    hands.type("r")
    try waitForPhotos(1)
    try waitForFocus(on: names[0], "a removal by the menu")
    hands.type("Delete")
    _ = try app.waitFor("No Images")
    try waitForFocus(on: "Try Another Source", "the removal of the last one")
    hands.type("z", holding: "Control_L")
    try waitForPhotos(1)
    try waitForFocus(on: names[0], "an undo in the empty album")
  }

  func testWhatUndoBringsBackIsSeenAndHasTheFocus() throws {
    let names = try beginInLongAlbum(of: 100)
    for place in 0..<2 {
      hands.type("Delete")
      try waitForLongAlbum(of: 99 - place)
      try waitForFocus(on: names[place + 1], "a removal")
    }
    for place in [1, 0] {
      hands.type("End")
      try waitForFocus(on: names[99], "a key")
      hands.type("z", holding: "Control_L")
      try waitForFocus(on: names[place], "an undo")
      try assertSeen(names[place])
    }
    hands.type("Delete")
    try waitForLongAlbum(of: 99)
    hands.type("End")
    try press("Undo")
    try waitForFocus(on: names[0], "the button")
    try assertSeen(names[0])
    // The same at the other end.
    hands.type("End")
    hands.type("Delete")
    try waitForLongAlbum(of: 99)
    hands.type("Home")
    try waitForFocus(on: names[0], "a key")
    hands.type("z", holding: "Control_L")
    try waitForFocus(on: names[99], "an undo")
    try assertSeen(names[99])
  }

  func testTheMenuOfAPhotoThatWasScrolledAwayIsOnThePage() throws {
    _ = try beginInLongAlbum(of: 60)
    let size = screen.size(of: try XCTUnwrap(screen.windows.first))
    hands.move(x: Double(size.width) / 2, y: Double(size.height) / 2)
    for _ in 0..<5 { hands.turnWheel(6) }
    hands.type("Menu")
    let entry = try app.waitForEntry("Open Web Page")
    let frame = try watch(for: "its place") {
      () -> (x: Double, y: Double, width: Double, height: Double)? in
      let frame = try entry.frame
      return frame.height > 0 ? frame : nil
    }
    XCTAssertGreaterThanOrEqual(frame.y, 0)
    XCTAssertLessThan(frame.y + frame.height, Double(size.height))
    hands.type("Escape")
    try app.waitForEnd(ofEntry: "Open Web Page")
  }

  func testTheMenuOfAPhotoLeavesTheFocusOnIt() throws {
    let names = try beginInAlbum()
    let photo = try stillFrame(of: names[3])
    openMenu(x: photo.x + 40, y: photo.y + 40)
    try app.waitForEntry("Open Web Page")
    hands.type("Escape")
    try app.waitForEnd(ofEntry: "Open Web Page")
    try waitForFocus(on: names[3], "its menu")
    hands.type("Delete")
    try waitForPhotos(5)
    XCTAssertFalse(photoNames().contains(names[3]))
  }

  func testEnterOpensAPhotoAndAPressRemovesIt() throws {
    let names = try beginInAlbum()
    hands.type("Right")
    hands.type("Return")
    try waitForViewer(of: names[1])
    hands.type("Escape")
    try waitForAlbum()
    try waitForFocus(on: names[1], "the viewer")
    hands.type("KP_Enter")
    try waitForViewer(of: names[1])
    hands.type("Left", holding: "Alt_L")
    try waitForAlbum()
    XCTAssertEqual(photoNames(), names)
    // Two presses in a row remove one photo, and open none.
    let photo = try stillFrame(of: names[3])
    hands.click(x: photo.x + 40, y: photo.y + 40, times: 2)
    try waitForPhotos(5)
    try waitForFocus(on: names[4], "a press")
    hands.type("Delete")
    try waitForPhotos(4)
    XCTAssertEqual(photoNames(), [0, 1, 2, 5].map { names[$0] })
  }

  func testTheFocusStaysAmongThePhotosWhereEditIsLeft() throws {
    let names = try beginInAlbum()
    try goByKeys(to: "Edit", "Tab", holding: "Shift_L")
    hands.type("space")
    _ = try app.waitFor("Remove \(names[0])")
    try goByKeys(to: "Remove ")
    let button = focusedName()
    let place = try XCTUnwrap(names.firstIndex { button == "Remove \($0)" })
    hands.type("Return")
    try waitForPhotos(5)
    // The next one, and after the last the one before it.
    let heir = names[place == 5 ? 4 : place + 1]
    // Newer versions of GTK focus the photo, older ones its button.
    try watch(for: "the focus on “\(heir)” or its button") {
      [heir, "Remove \(heir)"].contains(focusedName()) ? true : nil
    }
    hands.type("Escape")
    try waitForFocus(on: heir, "the end of editing")
    // The dialogs of the program give it back.
    for (key, title) in [("comma", "Photos per Album"), ("question", "Rename the place")] {
      key == "question"
        ? hands.type("slash", holding: "Control_L", "Shift_L")
        : hands.type(key, holding: "Control_L")
      _ = try app.waitFor(title)
      hands.type("Escape")
      try waitForEnd(ofDialog: title)
      try waitForFocus(on: heir, "a dialog")
    }
    hands.type("Escape")
    let pin = try watch(for: "the pin") { app.buttons { $0.hasSuffix(", 5 photos") }.first }
    try waitForFocus(on: pin.name, "the album")
    hands.type("f", holding: "Control_L")
    try waitForFocus(on: "Search places", "a key")
    hands.type("Escape")
    try waitForFocus(on: "Map", "the search")
  }

  func testTryAgainLeavesTheFocusWithThePhotos() throws {
    person.services.ask("/control/hold")
    try begin(settings: ["photo-source": "'commons'"])
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    person.services.ask("/control/release/5")
    try waitForPhotos(6, loading: 1)
    person.services.ask("/control/api/off")
    try waitForPhotos(6, failed: 1)
    try goByKeys(to: "Try Again")
    person.services.ask("/control/api/on")
    person.services.ask("/control/release")
    hands.type("Return")
    try waitForPhotos(6)
    try watch(for: "the focus on a photo after trying again") {
      focusedName().map(photoNames().contains) == true ? true : nil
    }
  }

  func testAKeyIsGivenAndTheFirstPhotoHasTheFocus() throws {
    try begin(settings: ["photo-source": "'flickr'"])
    try openNewAlbum()
    _ = try app.waitFor("Flickr needs a key of your own.")
    try goByKeys(to: "Enter Key…")
    hands.type("Return")
    try waitForDialog("Get a Key from Flickr")
    hands.type("Escape")
    try waitForEnd(ofDialog: "Get a Key from Flickr")
    try waitForFocus(on: "Enter Key…", "the dialog")
    hands.type("Return")
    try waitForDialog("Get a Key from Flickr")
    hands.type(text: "sandbox-key")
    hands.type("Return")
    try waitForEnd(ofDialog: "Get a Key from Flickr")
    try waitForPhotos(6)
    try waitForFocus(on: photoNames()[0], "the key")
  }

  func testWhatIsRemovedInTheViewerLeavesTheFocusInTheAlbum() throws {
    let names = try beginInViewer(count: 2)
    hands.type("Delete")
    try waitForViewer(of: names[1])
    hands.type("Delete")
    _ = try app.waitFor("No Images")
    try waitForFocus(on: "Try Another Source", "the viewer")
    hands.type("z", holding: "Control_L")
    try waitForPhotos(1)
    try waitForFocus(on: names[1], "an undo")
  }
}
