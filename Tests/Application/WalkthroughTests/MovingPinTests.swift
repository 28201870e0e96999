import TestDesk
import TravelModel
import XCTest

/// Moving a pin by its menu.
final class MovingPinTests: AlbumWalkthrough {
  private func beginMove(ofPinAt place: (x: Double, y: Double)) throws {
    // It grows as it comes down.
    _ = try stillFrame(of: "a pin") { try $0.name.hasSuffix(" photos") }
    openMenu(x: place.x, y: place.y - 15)
    try chooseMove()
  }

  private func beginMoveByKeyboard() throws {
    try watch(for: "the focus on the pin") {
      try pinButtons().first?.has(.focused) == true ? true : nil
    }
    hands.type("Menu")
    try chooseMove()
  }

  private func chooseMove() throws {
    try app.waitForEntry("Move…")
    hands.type("m")
    try watch(for: "the question where it belongs") {
      app.all { try $0.name.hasPrefix("Press where “") }.first
    }
    try watch(for: "the keys on the map") {
      try app.waitFor("Map").has(.focused) ? true : nil
    }
  }

  private func waitForPin(near place: Coordinate) throws {
    try watch(for: "the pin at its new place") { () -> Bool? in
      try savedPins().first.flatMap { distance($0, place, in: view) < 3 ? true : nil }
    }
  }

  private func waitForEndOfMove() throws {
    try watch(for: "the end of the question") {
      app.all { try $0.name.hasPrefix("Press where “") }.isEmpty ? true : nil
    }
  }

  func testAPressSaysWhereItBelongsAndUndoMovesItBack() throws {
    try begin(commons: "count=30")
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    let first = try XCTUnwrap(waitForPins(1).first)
    try watch(for: "its photos") { app.buttons { $0.hasSuffix(", 6 photos") }.first }
    try beginMove(ofPinAt: middle)
    // A drag meanwhile moves the map, and is no answer.
    hands.drag(fromX: middle.x - 100, y: middle.y, toX: middle.x - 140, y: middle.y)
    try waitForView(around: place(x: middle.x + 40, y: middle.y, in: view), in: view)
    let moved = try XCTUnwrap(savedView())
    let target = try place(x: middle.x + 200, y: middle.y + 60, in: moved)
    hands.click(x: middle.x + 200, y: middle.y + 60)
    try waitForPin(near: target)
    try waitForEndOfMove()
    XCTAssertEqual(try savedPins().count, 1)

    // The album has stayed, and says where it is from.
    try openAlbum()
    try watch(for: "where the photos are from") {
      app.all { try $0.name.hasPrefix("6 photos, taken ") }.first
    }
    // The move was not made here, and is not undone here.
    hands.type("z", holding: "Control_L")
    _ = try app.waitFor("Nothing to undo in this album")
    try waitForPin(near: target)
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    hands.type("z", holding: "Control_L")
    try waitForPin(near: first)
  }

  func testItIsDraggedWhereItBelongs() throws {
    try begin(settings: ["prefetch": "false"])
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    let first = try XCTUnwrap(waitForPins(1).first)
    try beginMove(ofPinAt: middle)
    // By its head, which is above the place.
    hands.drag(
      fromX: middle.x + 4, y: middle.y - 24, toX: middle.x + 154, y: middle.y + 56)
    try waitForPin(near: place(x: middle.x + 150, y: middle.y + 80, in: view))
    try waitForEndOfMove()
    XCTAssertEqual(try savedPins().count, 1)
    // The map is dragged as before.
    hands.drag(fromX: middle.x - 100, y: middle.y, toX: middle.x - 140, y: middle.y)
    try waitForView(around: place(x: middle.x + 40, y: middle.y, in: view), in: view)
    hands.type("z", holding: "Control_L")
    try waitForPin(near: first)
  }

  func testPostcardsSayThatTheyAreOfAnotherPlace() throws {
    try begin(settings: ["photo-source": "'postcards'"])
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try watch(for: "its postcards") { app.buttons { $0.hasSuffix(", 6 photos") }.first }
    try beginMove(ofPinAt: middle)
    hands.click(x: middle.x + 200, y: middle.y + 60)
    // The question goes before the move is saved, and the album of a pin that moves closes.
    try waitForPin(near: place(x: middle.x + 200, y: middle.y + 60, in: view))
    try waitForEndOfMove()
    try openAlbum()
    try watch(for: "how far the place of the postcards is") {
      app.all { try $0.name.hasPrefix("6 postcards, of a place ") }.first
    }
  }

  func testTheKeyboardPutsItInTheCentreOrLeavesIt() throws {
    try begin(commons: "count=5")
    let middle = try mapMiddle()
    try dropPin(x: middle.x + 150, y: middle.y - 60)
    let first = try XCTUnwrap(waitForPins(1).first)
    try beginMove(ofPinAt: (middle.x + 150, middle.y - 60))
    hands.type("Escape")
    try waitForEndOfMove()
    XCTAssertEqual(try savedPins(), [first])

    try beginMoveByKeyboard()
    hands.type("Return")
    try waitForEndOfMove()
    try waitForPin(near: view.center)

    try beginMoveByKeyboard()
    try press("Cancel")
    try waitForEndOfMove()
    try waitForPin(near: view.center)
  }
}
