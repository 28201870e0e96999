import TestDesk
import TravelModel
import XCTest

/// What is in a group of pins.
final class GalleryTests: AlbumWalkthrough {
  /// Drops two pins that the map shows as one number, and waits for their albums.
  private func dropGroup() throws {
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(1)
    try dropPin(x: middle.x + 44, y: middle.y)
    try waitForPins(2)
    // The pointer where it rests on nothing.
    hands.move(x: middle.x + 250, y: middle.y + 200)
    try watch(for: "both albums") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored'").count == 12 ? true : nil
    }
    _ = try app.waitFor("2 pins")
  }

  private func choices() -> [Element] { app.buttons { $0.hasSuffix(", 6 photos") } }

  private func waitForGallery() throws -> [Element] {
    try watch(for: "both pins to choose from") {
      let choices = choices()
      return choices.count == 2 ? choices : nil
    }
  }

  func testAGroupOfPinsThatWearPhotosOpensAGallery() throws {
    try begin(count: 6, settings: ["pin-covers": "true"])
    try dropGroup()
    try press("2 pins")
    let choices = try waitForGallery()
    assertNamed("the gallery")
    try press(try choices[0].name)
    try watch(for: "its album") { photoNames().count == 6 ? true : nil }
    try press("Back")
    _ = try app.waitFor("2 pins")
  }

  func testAGroupOfThousandsThatNeverPartIsShownInParts() throws {
    let file = person.desk.home.appendingPathComponent("shells.csv")
    let place = "\(view.center.latitude),\(view.center.longitude)"
    let lines = (1...10_000).map { "Shell \($0),\(place)" }
    try (["name,lat,lon"] + lines).joined(separator: "\n")
      .write(to: file, atomically: true, encoding: .utf8)
    XCTAssertEqual(try person.start(["--import", file.path]).waitForExit(), 0)
    func cells() -> Int { app.buttons { $0.hasPrefix("Shell ") }.count }
    try begin(settings: ["prefetch": "false"])
    try press("10000 pins")
    _ = try app.waitFor("Show 200 More")
    XCTAssertEqual(cells(), 200)
    try goByKeys(to: "Show 200 More", "Tab", holding: "Shift_L")
    hands.type("Return")
    try watch(for: "the next of them") { cells() == 400 ? true : nil }
    // The keyboard goes on where they begin.
    try watch(for: "the keys on the first of them") {
      focusedName()?.hasPrefix("Shell ") == true ? true : nil
    }
  }

  func testTheMenuOfAGroupShowsWhatIsInItAndComesCloser() throws {
    try begin(count: 6)
    try dropGroup()
    let group = try stillFrame(of: "2 pins")
    openMenu(x: group.x + group.width / 2, y: group.y + group.height / 2)
    _ = try waitForGallery()
    hands.type("Escape")
    try watch(for: "the map alone") { choices().isEmpty ? true : nil }
    // By keyboard.
    try goByKeys(to: "2 pins")
    hands.type("Menu")
    _ = try waitForGallery()
    try watch(for: "the keys in the gallery") { focusedName() == "Zoom to Group" ? true : nil }
    hands.type("Return")
    // The gallery has a button for each of them, too.
    try app.waitForEnd(of: "2 pins")
    try watch(for: "both pins by themselves") { pinButtons().count == 2 ? true : nil }
  }
}
