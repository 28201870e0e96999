import TestDesk
import TravelModel
import XCTest

/// What the map says of a pin that was just dropped.
final class DroppedPinTests: AlbumWalkthrough {
  private func bubble() -> Element? { app.buttons { $0 == "Open" }.first }

  func testABubbleSaysWhatWasMadeAndOpensIt() throws {
    try begin(commons: "count=5")
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(1)
    let open = try watch(for: "the bubble") { bubble() }
    // It stays as long as the pointer is there.
    let button = try stillFrame(of: "Open")
    hands.move(x: button.x + button.width / 2, y: button.y + button.height / 2)
    let title = try XCTUnwrap(savedTitles().first)
    _ = try app.waitFor(title)
    try watch(for: "the number of photos") {
      app.all { try $0.role == "label" && $0.name == "5 photos" }.first
    }
    // It leaves the pin free, and the map beside it.
    let pin = try XCTUnwrap(pinButtons().first).frame
    XCTAssertLessThan(try open.frame.y + open.frame.height, pin.y)
    try press("Open")
    _ = try app.waitFor("New Collection")
    _ = try app.waitFor(title)
  }

  func testTheBubbleGoesByItselfOrWithItsPin() throws {
    try begin(commons: "count=5")
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try watch(for: "the bubble") { bubble() }
    // The pointer rests on the pin, whose card would say the same.
    try watch(for: "the end of the bubble") { bubble() == nil ? true : nil }
    XCTAssertFalse(pinButtons().isEmpty)

    try dropPin(x: middle.x + 150, y: middle.y)
    try watch(for: "another bubble") {
      try pinButtons().count { try $0.frame.width > 1 } == 2 ? bubble() : nil
    }
    // While it drops, it is smaller.
    let pin = try stillFrame(of: "the other pin") {
      try $0.role.hasSuffix("button") && $0.name.hasSuffix(" photos")
        && abs($0.frame.x + $0.frame.width / 2 - middle.x - 150) < 20
    }
    openMenu(x: pin.x + pin.width / 2, y: pin.y + pin.height / 2)
    try chooseLastEntry("Remove Pin")
    try watch(for: "the end of the bubble with its pin") { bubble() == nil ? true : nil }
  }

  func testTheBubbleKeepsWithinTheMap() throws {
    try begin(commons: "count=5")
    let map = try app.waitFor("Map").frame
    for (x, y) in [(map.x + 30, map.y + 45), (map.x + map.width - 30, map.y + 45)] {
      try dropPin(x: x, y: y)
      let open = try watch(for: "the bubble of this pin") { () -> Element? in
        // The one of the pin before may go while it is asked.
        bubble().flatMap { open in
          (try? open.frame).flatMap { abs($0.x - x) < 300 ? open : nil }
        }
      }
      try watch(for: "a bubble within the map") {
        let frame = try open.frame
        return frame.x >= map.x && frame.x + frame.width <= map.x + map.width && frame.y > y
          ? true : nil
      }
    }
  }
}
