import Foundation
import TestDesk
import TravelModel
import XCTest

/// The globe that lies beyond the flat map.
final class GlobeTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 3)

  func testBeyondTheWorldThereIsAGlobeWhichBecomesTheMapAgain() throws {
    try start(at: view, settings: ["tile-source": "'offline'"])
    hands.type("n", holding: "Control_L", "Shift_L")
    let pin = try waitForPins(1)[0]
    try zoomOutToGlobe()

    // A drag carries the pin with it.
    let before = try frameOfPin()
    let start = (x: before.x + 60, y: before.y + 60)
    hands.drag(fromX: start.x, y: start.y, toX: start.x - 90, y: start.y + 40)
    let after = try frameOfPin()
    XCTAssertEqual(after.x - before.x, -90, accuracy: 20)
    XCTAssertEqual(after.y - before.y, 40, accuracy: 20)
    try watch(for: "the middle of the turned globe in the settings") {
      try savedView().map { $0.center.longitude > 20 } == true ? true : nil
    }

    // Press and hold drops another one there.
    let spot = (x: after.x + 40, y: after.y - 40)
    try dropPin(x: spot.x, y: spot.y)
    let dropped = try waitForPins(2)[1]
    XCTAssertGreaterThan(dropped.latitude, pin.latitude)
    XCTAssertGreaterThan(dropped.longitude, pin.longitude)

    // On the other side of the globe, pins are out of sight.
    for _ in 0..<8 { hands.type("Right") }
    try watch(for: "the globe's other side") {
      try pinButtons().allSatisfy { try !$0.has(.showing) } ? true : nil
    }
    let middle = try XCTUnwrap(settledView()).center
    hands.type("plus")
    try waitForGlobe(false)
    let map = try XCTUnwrap(settledView())
    XCTAssertEqual(map.center.longitude, middle.longitude, accuracy: 1)
    XCTAssertGreaterThan(map.zoom, 1)
  }

  func testAPinOnTheGlobeOpensItsAlbum() throws {
    try start(at: view, settings: ["tile-source": "'offline'"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try zoomOutToGlobe()
    let pin = try frameOfPin()
    hands.click(x: pin.x + pin.width / 2, y: pin.y + pin.height / 2)
    _ = try app.waitFor("New Collection")
    hands.type("Escape")
    try waitForGlobe(true)
  }

  func testAPinOnTheOtherSideIsPointedAtFromTheEdge() throws {
    try start(at: view, settings: ["tile-source": "'offline'"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try zoomOutToGlobe()
    for _ in 0..<8 { hands.type("Right") }
    try watch(for: "the globe's other side") {
      try pinButtons().allSatisfy { try !$0.has(.showing) } ? true : nil
    }
    hands.type("F9")
    let row = try stillFrame(of: "its row") {
      try $0.role == "list item" && $0.name.hasSuffix(" photos")
    }
    hands.move(x: row.x + row.width / 2, y: row.y + row.height / 2)
    try watch(for: "an arrow at the edge") { try accents(inTheMiddle: false) > 20 ? true : nil }
    XCTAssertEqual(try accents(inTheMiddle: true), 0)
  }

  /// How many pixels of the map have the accent colour, in its middle or near to its edge.
  private func accents(inTheMiddle: Bool) throws -> Int {
    let map = try app.waitFor("Map").frame
    let (width, height, edge) = (Int(map.width), Int(map.height), 60)
    let picture = try screen.look(x: Int(map.x), y: Int(map.y), width: width, height: height)
    return (0..<width * height).count {
      let (x, y) = ($0 % width, $0 / width)
      let isMiddle = (edge..<width - edge).contains(x) && (edge..<height - edge).contains(y)
      return isMiddle == inTheMiddle && picture[x, y] == 0x3584E4
    }
  }

  func testTheWheelLeadsToWhatIsUnderThePointer() throws {
    try start(at: view, settings: ["tile-source": "'offline'"])
    try zoomOutToGlobe()
    let middle = try mapMiddle()
    hands.move(x: middle.x + 150, y: middle.y)
    hands.turnWheel(1)
    try waitForGlobe(false)
    let map = try XCTUnwrap(settledView())
    // On the globe it is further off than on a flat map of the same scale.
    let place = try place(x: middle.x + 150, y: middle.y, in: map)
    XCTAssertEqual(place.longitude, 10 + 28, accuracy: 8)

    // The hint for beginners stays until the globe is turned.
    try zoomOutToGlobe()
    XCTAssertTrue(isHintShown())
    hands.type("Right")
    try watch(for: "the end of the hint") { isHintShown() ? nil : true }
  }

  private func isHintShown() -> Bool {
    !app.all { try $0.name == "Press and hold anywhere on the map to drop a pin" }.isEmpty
  }

  /// Zooms out by keys until there is a globe.
  private func zoomOutToGlobe() throws {
    for _ in 0..<3 { hands.type("minus") }
    try waitForGlobe(true)
  }

  private func waitForGlobe(_ isThere: Bool) throws {
    try watch(for: isThere ? "the globe" : "the flat map") {
      try isGlobe() == isThere ? true : nil
    }
  }

  private func isGlobe() throws -> Bool { try !app.waitFor("Zoom Out").has(.sensitive) }

  private func frameOfPin() throws -> (x: Double, y: Double, width: Double, height: Double) {
    try stillFrame(of: "a pin") { try $0.name.hasSuffix(" photos") }
  }
}
