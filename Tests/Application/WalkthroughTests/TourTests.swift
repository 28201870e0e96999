import Foundation
import TestDesk
import TestFiles
import XCTest

/// A slideshow of all places, from the map.
final class TourTests: ViewerWalkthrough {
  func testItShowsPhotosOfEachPlaceAndReturnsToTheMap() throws {
    try begin(count: 2)
    let middle = try mapMiddle()
    for (count, x) in [middle.x - 250, middle.x + 250].enumerated() {
      try dropPin(x: x, y: middle.y)
      try waitForPins(count + 1)
    }
    try watch(for: "four photos") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored'").count == 4 ? true : nil
    }
    try quit()
    let names = ["West", "East"]
    for (pin, name) in names.enumerated() {
      try change("UPDATE pin SET title = '\(name)' WHERE id = \(pin + 1)")
    }
    // Without a log, who writes keeps others from reading.
    try change("PRAGMA journal_mode = DELETE")
    let other = try occupyLibrary("BEGIN EXCLUSIVE")
    try start()
    let window = try XCTUnwrap(screen.windows.first)
    // It is asked for before the library is open, and begins once that is.
    try screen.grantFullScreen(to: window) {
      hands.type("F5")
      XCTAssertTrue(pinButtons().isEmpty)
      other.close()
    }
    let view = try settledView()
    // Two photos of each place, and one place again.
    var photos: Set<String> = []
    var seen: [String] = []
    try watch(for: "both places, and one again", seconds: 120) { () -> Bool? in
      // In one look: what is read before and after the next photo has come does not belong together.
      var (place, picture): (String?, String?)
      _ = app.all {
        let name = try $0.name
        switch try $0.role {
        case "label" where names.contains(name): place = place ?? name
        case "image" where !name.isEmpty: picture = picture ?? name
        default: break
        }
        return false
      }
      guard let name = place, let photo = picture else { return nil }
      photos.insert("\(name): \(photo)")
      if seen.last != name { seen.append(name) }
      return seen.count == 3 ? true : nil
    }
    XCTAssertEqual(photos.count, 4)
    hands.type("space")
    _ = try app.waitFor("Paused")
    let last = try XCTUnwrap(
      app.all { try $0.role == "label" && names.contains($0.name) }.first?.name)
    try screen.grantFullScreen(to: window) { hands.type("Escape") }
    try watch(for: "the map with the keyboard on the last place") {
      try pinButtons().contains {
        try $0.has(.focused) && $0.name == "\(last), 2 photos"
      } ? true : nil
    }
    XCTAssertEqual(try savedView(), view)
    // Back and forth as ever.
    hands.type("Return")
    _ = try app.waitFor("New Collection")
    hands.type("Escape")
    try app.waitForEnd(of: "New Collection")
  }
}
