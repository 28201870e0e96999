import Foundation
import TestDesk
import TravelModel
import XCTest

/// What the menus of a place, a pin and an album hand to other programs.
final class PlaceMenuTests: AlbumWalkthrough {
  private func clipboard() throws -> String? {
    try screen.clipboardText(as: "text/plain;charset=utf-8")
  }

  /// Waits until something else is in the clipboard than before, and returns it.
  private func waitForCopy(after before: String?) throws -> String {
    try watch(for: "another text than “\(before ?? "nothing")” in the clipboard") {
      try clipboard().flatMap { $0 == before ? nil : $0 }
    }
  }

  /// Chooses in the menu at a point, and returns what that copies.
  private func copy(
    _ entry: String, by key: String, x: Double, y: Double, after before: String?
  ) throws -> String {
    // A hand moves: the press of a pointer that has rested since the last menu is lost.
    hands.move(x: x - 2, y: y)
    openMenu(x: x, y: y)
    try app.waitForEntry(entry)
    hands.type(key)
    let text = try waitForCopy(after: before)
    try app.waitForEnd(ofEntry: entry)
    return text
  }

  func testCoordinatesAndLinksOfAPlaceAndOfAPinAreCopied() throws {
    try begin(settings: ["prefetch": "false"])
    let middle = try mapMiddle()
    let (x, y) = (middle.x + 150, middle.y - 80)
    let numbers = try copy("Copy Coordinates", by: "c", x: x, y: y, after: nil)
    let parts = try XCTUnwrap(numbers.wholeMatch(of: /(-?\d+\.\d{5}), (-?\d+\.\d{5})/), numbers)
    let copied = try XCTUnwrap(
      Coordinate(latitude: Double(parts.1)!, longitude: Double(parts.2)!))
    XCTAssertLessThan(distance(copied, try place(x: x, y: y, in: view), in: view), 2)
    let link = try copy("Copy Link", by: "l", x: x, y: y, after: numbers)
    XCTAssertEqual(link, "geo:\(parts.1),\(parts.2)")

    // Those of a pin are its own, wherever on it one presses.
    hands.type("n", holding: "Control_L", "Shift_L")
    let pin = try XCTUnwrap(waitForPins(1).first)
    // It falls into its place.
    let button = try stillFrame(of: "the pin") { try $0.name.hasSuffix(" photos") }
    let head = (x: button.x + button.width / 2 + 4, y: button.y + button.height / 2 - 5)
    let place = try copy("Copy Coordinates", by: "c", x: head.x, y: head.y, after: link)
    XCTAssertEqual(place, pin.decimal)
    let address = try copy("Copy Link", by: "l", x: head.x, y: head.y, after: place)
    XCTAssertEqual(address, pin.link)
    // A phone reads what stands below the code.
    openMenu(x: head.x, y: head.y)
    try app.waitForEntry("Show QR Code")
    hands.type("q")
    try waitForDialog("QR Code")
    try app.waitForEnd(ofEntry: "Show QR Code")
    _ = try app.waitFor(pin.webAddress)
    try press("Copy Link")
    let web = try waitForCopy(after: address)
    XCTAssertEqual(web, pin.webAddress)
    try waitForEnd(ofDialog: "QR Code")
    // The album tells them too.
    try openAlbum()
    try openAlbumMenu()
    hands.type("c")
    XCTAssertEqual(try waitForCopy(after: web), pin.decimal)
  }
}
