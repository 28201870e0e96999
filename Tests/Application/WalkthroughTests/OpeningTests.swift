import TestDesk
import TravelModel
import XCTest

final class OpeningTests: Walkthrough {
  private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  private func waitForTower() throws {
    try watch(for: "the place in the view") {
      try savedView().flatMap { $0.zoom == 15 && distance($0.center, tower, in: $0) < 2 ? $0 : nil }
    }
  }

  func testTheFirstStartMayBeAtAPlace() throws {
    try launch(TouristAtDesk.stagedProgram.path, ["geo:48.8584,2.2945?z=15"])
    _ = try app.waitFor("Map")
    try waitForTower()
    try quit()
    XCTAssertEqual(try savedPins(), [], "a link dropped a pin by itself")
  }

  func testASecondStartShowsItsPlaceInTheFirstWindow() throws {
    try start(at: MapView(center: Coordinate(latitude: -20, longitude: 170)!, zoom: 3))
    let second = try person.start(["geo:48.8584,2.2945?z=15"])
    XCTAssertEqual(try second.waitForExit(), 0)
    try waitForTower()
    XCTAssertEqual(screen.windows.count, 1)
    try waitForPins(0)
  }

  func testAPlaceClosesTheAlbumThatIsOpen() throws {
    try start(at: MapView(center: .init(latitude: 0, longitude: 0)!, zoom: 3))
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPinInSight()
    hands.type("Tab")
    hands.type("Return")
    _ = try app.waitFor("Back")
    _ = try person.start(["geo:48.8584,2.2945?z=15"]).waitForExit()
    try app.waitForEnd(of: "Back")
    try waitForTower()
  }

  func testWhatIsNoPlaceIsSaid() throws {
    try launch(TouristAtDesk.stagedProgram.path, ["geo:hello"])
    try watch(for: "a sentence") {
      app.all { try $0.name.contains("cannot be shown on the map") }.first
    }
  }
}
