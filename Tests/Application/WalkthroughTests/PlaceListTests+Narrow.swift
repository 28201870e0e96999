import Foundation
import TestDesk
import XCTest

/// The list of places where it has the whole window.
extension PlaceListTests {
  func testInANarrowWindowTheListCoversTheMap() throws {
    try beginWithPins()
    let window = try XCTUnwrap(screen.topWindow)
    screen.resize(window, width: 380, height: 640)
    // A list that was opened before the window has become narrow would be closed by that.
    try watch(for: "a window without room for its title") {
      app.all { try $0.role == "label" && $0.name == "Virtual Tourist" }.isEmpty ? true : nil
    }
    try openList()
    try wait(forList: PlaceListTests.titles)
    XCTAssertGreaterThan(try XCTUnwrap(app.all { try $0.role == "list" }.first).frame.width, 340)
    // One press opens an album: no map is beside the list that could show the place.
    let row = try stillFrame(of: "the row") { try $0.name.hasPrefix("Opera, ") }
    hands.click(x: row.x + 60, y: row.y + row.height / 2)
    _ = try app.waitFor("New Collection")
    try press("Back")
    try waitForFocus(on: "Opera")
    hands.type("Escape")
    try watch(for: "the map") { listed().isEmpty ? true : nil }
    // Also where its button has the keyboard, by which it was opened.
    try press("Places")
    try wait(forList: PlaceListTests.titles)
    hands.type("Escape")
    try watch(for: "the map again") { listed().isEmpty ? true : nil }
    try openList()
    hands.type(text: "shr")
    try wait(forList: ["Shrine"])
    // A search of the world shows what it finds on the map.
    hands.type("f", holding: "Control_L")
    try watch(for: "the map") { listed().isEmpty ? true : nil }
    hands.type(text: "reykj")
    XCTAssertGreaterThan(try stillFrame(of: "Reykjavík, Iceland").width, 100)
    for key in ["Escape", "Escape"] { hands.type(key) }
    try openList()
    try wait(forList: ["Shrine"])
    hands.type("Down")
    try waitForFocus(on: "Shrine")
    hands.type("m", holding: "Control_L")
    try watch(for: "the map at the place") {
      listed().isEmpty && pinButtons().contains { (try? $0.name) == "Shrine, 0 photos" }
        ? true : nil
    }
    // With the last of what was found, the keyboard goes to the toast, where its keys undo as well.
    try openList()
    try wait(forList: ["Shrine"])
    hands.type("Down")
    try waitForFocus(on: "Shrine")
    hands.type("Delete")
    try waitForFocus(on: "Undo")
    hands.type("z", holding: "Control_L")
    _ = try app.waitFor("Restored “Shrine”")
  }
}
