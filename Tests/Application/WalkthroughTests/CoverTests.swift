import TestDesk
import TravelModel
import XCTest

/// The photos that pins wear.
final class CoverTests: AlbumWalkthrough {
  private func head(ofPinAt tip: (x: Double, y: Double)) throws -> Picture {
    try screen.look(x: Int(tip.x) - 8, y: Int(tip.y) - 31, width: 16, height: 16)
  }

  /// Whether the pin shows its own red, of which a photo has none.
  private func isPlain(pinAt tip: (x: Double, y: Double)) throws -> Bool {
    let head = try head(ofPinAt: tip)
    return (0..<256).contains { head[$0 % 16, $0 / 16] == 0xE01B24 }
  }

  func testAPinWearsTheFirstPhotoOfItsAlbumWhereThatIsWanted() throws {
    try begin(count: 6, settings: ["pin-covers": "true"])
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    hands.move(x: middle.x + 200, y: middle.y + 200)
    _ = try watch(for: "its photos") { app.buttons { $0.hasSuffix(", 6 photos") }.first }
    try watch(for: "a photo on the pin") { try isPlain(pinAt: middle) ? nil : true }
    // Far out it is a plain pin again.
    for _ in 0..<7 { hands.type("minus") }
    try watch(for: "a plain pin far out") {
      try savedView().map { $0.zoom < 5.5 } == true && isPlain(pinAt: middle) ? true : nil
    }
    for _ in 0..<7 { hands.type("plus") }
    try watch(for: "its photo again") {
      try savedView().map { $0.zoom > 11.5 } == true && !isPlain(pinAt: middle) ? true : nil
    }
    // The first photo of another collection takes its place.
    let first = try head(ofPinAt: middle)
    try openAlbum()
    try press("New Collection")
    try watch(for: "other photos") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored' AND id > 6").count == 6 ? true : nil
    }
    try press("Back")
    hands.move(x: middle.x + 200, y: middle.y + 200)
    try watch(for: "another photo on the pin") {
      try head(ofPinAt: middle) != first && !isPlain(pinAt: middle) ? true : nil
    }

    hands.type("comma", holding: "Control_L")
    // By keyboard, which brings the row into sight.
    try waitForDialog("Photos per Album")
    try goByKeys(to: "Photos on Pins")
    hands.type("Return")
    try watch(for: "the setting") {
      try String(contentsOf: person.settingsFile, encoding: .utf8).contains("pin-covers=false")
        ? true : nil
    }
    hands.type("Escape")
    try watch(for: "a plain pin") { try isPlain(pinAt: middle) ? true : nil }
  }
}
