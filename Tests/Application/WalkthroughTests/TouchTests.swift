import Foundation
import TestDesk
import TravelModel
import XCTest

/// The map and albums by fingers.
final class TouchTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 48.8584, longitude: 2.2945)!, zoom: 12)
  private var touch: TouchScreen!
  /// The middle of the screen, and of the map in it.
  private let middle = 640.0

  /// Starts the program on a screen that it fills.
  private func begin() throws {
    try skipOnWayland("a screen that is touched is one of its own")
    touch = try person.desk.startTouchScreen()
    try person.writeSettings([
      "map-latitude": "\(view.center.latitude)", "map-longitude": "\(view.center.longitude)",
      "map-zoom": "\(view.zoom)", "window-maximized": "true",
    ])
    _ = try person.start(environment: touch.environment)
    try watch(for: "the map") {
      touch.isFilled && person.services.requests.contains { $0.contains("/tiles/") }
        && (try? savedPins()) != nil ? true : nil
    }
    try waitForRest()
  }

  /// Waits until nothing is drawn for half a second.
  private func waitForRest() throws {
    var counts: [Int] = []
    try watch(for: "a screen at rest") {
      counts.append(touch.drawings)
      return counts.count > 25 && Set(counts.suffix(25)).count == 1 ? true : nil
    }
  }

  /// Moves fingers in steps.
  private func glide(
    _ fingers: [(finger: Int32, fromX: Double, toX: Double)], y: Double, steps: Int = 20
  ) {
    for step in 1...steps {
      for (finger, start, end) in fingers {
        touch.move(finger: finger, x: start + (end - start) * Double(step) / Double(steps), y: y)
      }
      // Faster movements would be flings.
      hands.rest(seconds: 0.01)
    }
    hands.rest(seconds: 0.3)
  }

  /// Holds a finger until a pin is in the hand, and puts it elsewhere.
  private func dropPin(x: Double, y: Double, movedBy way: Double) throws {
    try waitForRest()
    let before = touch.drawings
    touch.press(x: x, y: y)
    try watch(for: "a pin in the hand") { touch.drawings > before ? true : nil }
    // Other things may be drawn first, and a busy program may have heard of the finger only now.
    hands.rest(seconds: Hands.holdTime)
    glide([(1, x, x + way)], y: y)
    touch.release(x: x + way, y: y)
  }

  func testAFingerThatIsHeldDropsAPinWhereItIsLifted() throws {
    try begin()
    try dropPin(x: 700, y: 500, movedBy: 80)
    let first = try XCTUnwrap(waitForPins(1).first)
    try dropPin(x: 400, y: 300, movedBy: -40)
    let second = try XCTUnwrap(waitForPins(2).last)
    let (center, a, b) = (
      Mercator.project(view.center), Mercator.project(first), Mercator.project(second)
    )
    XCTAssertEqual((a.x - center.x) * view.worldSize, 780 - middle, accuracy: 1.5)
    XCTAssertEqual((b.x - a.x) * view.worldSize, 360 - 780, accuracy: 1.5)
    XCTAssertEqual((b.y - a.y) * view.worldSize, 300 - 500, accuracy: 1.5)
    // The map has not moved below it.
    let now = try XCTUnwrap(savedView())
    XCTAssertLessThan(distance(now.center, view.center, in: view), 0.5)
    XCTAssertEqual(now.zoom, view.zoom)
  }

  func testAFingerMovesTheMapAndTwoZoomIt() throws {
    try begin()
    touch.press(x: 700, y: 500)
    glide([(1, 700, 510)], y: 500)
    touch.release(x: 510, y: 500)
    var point = Mercator.project(view.center)
    point.x += 190 / view.worldSize
    try waitForView(around: Mercator.coordinate(at: point), in: view)
    XCTAssertEqual(try XCTUnwrap(savedView()).zoom, view.zoom)
    XCTAssertEqual(try savedPins(), [])

    try waitForRest()
    let moved = try XCTUnwrap(savedView())
    touch.press(finger: 1, x: 600, y: 500)
    touch.press(finger: 2, x: 700, y: 500)
    glide([(1, 600, 500), (2, 700, 800)], y: 500)
    touch.release(finger: 1, x: 500, y: 500)
    touch.release(finger: 2, x: 800, y: 500)
    // Three times as far apart, and what was in the middle of them stays there.
    let zoom = view.zoom + log2(3)
    let zoomed = try watch(for: "a larger map") {
      try savedView().flatMap { abs($0.zoom - zoom) < 0.01 ? $0 : nil }
    }
    let shift = Mercator.project(zoomed.center).x - Mercator.project(moved.center).x
    XCTAssertEqual(shift * moved.worldSize, (650 - middle) * (1 - 1 / 3.0), accuracy: 1)
    XCTAssertEqual(try savedPins(), [])
  }

  func testAFingerThatIsHeldOnAPhotoOpensItsMenuAndRemovesNothing() throws {
    try begin()
    try dropPin(x: 700, y: 500, movedBy: 80)
    try waitForPins(1)
    try waitForRest()
    touch.press(x: 780, y: 480)
    touch.release(x: 780, y: 480)
    func stored() throws -> Int { try rows("SELECT 1 FROM photo WHERE state = 'stored'").count }
    try watch(for: "a whole album") { try stored() == 24 ? true : nil }
    try waitForRest()
    let shown = touch.shownSurfaces
    // The middle of the second row.
    touch.press(x: middle, y: 560)
    try watch(for: "a menu") { touch.shownSurfaces > shown ? true : nil }
    touch.release(x: middle, y: 560)
    try waitForRest()
    XCTAssertGreaterThan(touch.shownSurfaces, shown, "the menu has gone with the finger")
    XCTAssertEqual(try stored(), 24)
  }

  func testAFingerHitsAButtonAndAPinBesideThem() throws {
    try begin()
    // From the first touch on, the buttons are larger.
    let before = touch.drawings
    tap(x: 640, y: 300)
    try watch(for: "larger buttons") { touch.drawings > before ? true : nil }
    try waitForRest()
    // Beside Zoom Out, which has 12 pixels to its right and above the credit, and was 34 wide.
    tap(x: 1229, y: 846)
    try watch(for: "a smaller map") {
      try savedView().flatMap { abs($0.zoom - (view.zoom - 1)) < 0.01 ? true : nil }
    }
    // Below Places in the header bar, which ended 6 pixels above the bar's edge.
    for isShown in [true, false] {
      tap(x: 24, y: 43)
      try watch(for: "the list of places to come or go") {
        try String(contentsOf: person.settingsFile, encoding: .utf8)
          .contains("places-shown=\(isShown)") ? true : nil
      }
      try waitForRest()
    }
    try dropPin(x: 700, y: 500, movedBy: 80)
    try waitForPins(1)
    try waitForRest()
    // Beside the pin, which is round and 40 wide, and has its tip where the finger was.
    tap(x: 780 - 21, y: 480)
    try watch(for: "the photos of its album") {
      try rows("SELECT 1 FROM photo").isEmpty ? nil : true
    }
  }

  private func tap(x: Double, y: Double) {
    touch.press(x: x, y: y)
    touch.release(x: x, y: y)
  }
}
