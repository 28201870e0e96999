import TestDesk
import TravelModel
import XCTest

final class MapTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 4)

  func testTheFirstStartShowsTheWholeWorld() throws {
    try start()
    let frame = try app.waitFor("Map").frame
    let view = try watch(for: "the view") { try savedView() }
    XCTAssertLessThanOrEqual(view.worldSize, frame.width + 1)
    let north = try place(x: frame.x, y: frame.y, in: view)
    let south = try place(x: frame.x, y: frame.y + frame.height, in: view)
    XCTAssertGreaterThan(north.latitude, 75)
    XCTAssertLessThan(south.latitude, -55)
    // And what can be done there, also by keys.
    _ = try app.waitFor("Press and hold anywhere on the map to drop a pin")
    let how = app.all { try $0.name.contains("+N drops a pin in the centre. Its album fills with") }
    XCTAssertEqual(how.count, 1)
  }

  func testTheViewSurvivesARestart() throws {
    try start(at: view)
    let middle = try mapMiddle()
    hands.drag(fromX: middle.x, y: middle.y, toX: middle.x - 120, y: middle.y + 60)
    try waitForView(around: place(x: middle.x + 120, y: middle.y - 60, in: view), in: view)
    let left = try XCTUnwrap(savedView())
    try quit()
    try start()
    let middleAgain = try mapMiddle()
    try dropPin(x: middleAgain.x, y: middleAgain.y)
    let pin = try XCTUnwrap(waitForPins(1).first)
    XCTAssertLessThan(distance(pin, left.center, in: left), 2)
  }

  func testTheViewSurvivesASuddenEndASecondAfterTheLastMovement() throws {
    try start(at: view)
    let middle = try mapMiddle()
    hands.drag(fromX: middle.x, y: middle.y, toX: middle.x + 100, y: middle.y)
    let expected = try place(x: middle.x - 100, y: middle.y, in: view)
    try waitForView(around: expected, in: view)
    program.kill()
    try start()
    let middleAgain = try mapMiddle()
    try dropPin(x: middleAgain.x, y: middleAgain.y)
    let pin = try XCTUnwrap(waitForPins(1).first)
    XCTAssertLessThan(distance(pin, expected, in: view), 5)
  }

  func testAThrowGoesOnAndIsEndedByAKey() throws {
    try start(at: view)
    let middle = try mapMiddle()
    hands.fling(fromX: middle.x + 150, y: middle.y, toX: middle.x - 50, y: middle.y)
    let dragged = try place(x: middle.x + 200, y: middle.y, in: view)
    try watch(for: "a view beyond where the map was let go") {
      try savedView().flatMap { $0.center.longitude > dragged.longitude + 1 ? $0 : nil }
    }

    hands.fling(fromX: middle.x + 150, y: middle.y, toX: middle.x - 50, y: middle.y)
    hands.type("Up")
    try watch(for: "a view further north") {
      try savedView().flatMap { $0.center.latitude > view.center.latitude + 1 ? $0 : nil }
    }
  }

  func testTheWheelZoomsAroundThePointer() throws {
    try start(at: view)
    let middle = try mapMiddle()
    let (x, y) = (middle.x + 200, middle.y - 100)
    let pointed = try place(x: x, y: y, in: view)
    hands.move(x: x, y: y)
    hands.turnWheel(4)
    let zoomed = try watch(for: "the zoomed view") {
      try savedView().flatMap { abs($0.zoom - 6) < 0.01 ? $0 : nil }
    }
    XCTAssertLessThan(distance(try place(x: x, y: y, in: zoomed), pointed, in: zoomed), 3)
  }

  func testADoubleClickAndTheButtonsZoom() throws {
    try start(at: view)
    let middle = try mapMiddle()
    let (x, y) = (middle.x - 150, middle.y + 90)
    let pointed = try place(x: x, y: y, in: view)
    hands.click(x: x, y: y, times: 2)
    let zoomed = try watch(for: "the zoomed view") {
      try savedView().flatMap { abs($0.zoom - 5) < 0.01 ? $0 : nil }
    }
    XCTAssertLessThan(distance(try place(x: x, y: y, in: zoomed), pointed, in: zoomed), 3)
    for (name, zoom) in [("Zoom In", 6.0), ("Zoom Out", 5.0)] {
      try press(name)
      try waitForZoom(zoom)
    }
  }

  func testKeysPanAndZoom() throws {
    try start(at: view)
    hands.type("plus")
    try waitForZoom(5)
    hands.type("minus")
    try waitForZoom(4)
    hands.type("Right")
    try watch(for: "a view further east") {
      try savedView().flatMap { $0.center.longitude > view.center.longitude + 1 ? $0 : nil }
    }
    hands.type("Down")
    try watch(for: "a view further south") {
      try savedView().flatMap { $0.center.latitude < view.center.latitude - 1 ? $0 : nil }
    }
  }

  func testPinsAreDroppedFoundAndOpenedByKeys() throws {
    try start(at: view)
    hands.type("n", holding: "Control_L", "Shift_L")
    let pin = try XCTUnwrap(waitForPins(1).first)
    XCTAssertLessThan(distance(pin, view.center, in: view), 2)
    try waitForPinInSight()
    hands.type("Tab")
    try watch(for: "the keyboard on the pin") {
      try pinButtons().first?.has(.focused) == true ? true : nil
    }
    hands.type("Return")
    _ = try app.waitFor("Back")
    hands.type("Escape")
    try app.waitForEnd(of: "Back")
    try watch(for: "the keyboard back on the pin") {
      try pinButtons().first?.has(.focused) == true ? true : nil
    }
  }

  func testArrowsGoFromPinToPin() throws {
    try start(at: view)
    let middle = try mapMiddle()
    let places = [
      "middle": (middle.x + 10, middle.y), "east": (middle.x + 150, middle.y - 40),
      "south": (middle.x - 30, middle.y + 120), "west": (middle.x - 200, middle.y - 60),
    ]
    for (count, name) in places.keys.sorted().enumerated() {
      let (x, y) = places[name]!
      try dropPin(x: x, y: y)
      try waitForPins(count + 1)
    }
    _ = try watch(for: "four buttons") { pinButtons().count == 4 ? true : nil }
    // It has a button, too, which must not come between two keys.
    _ = try app.waitFor("Dropped \(XCTUnwrap(savedTitles().last))")
    func waitForFocus(on name: String?, after key: String) throws {
      try watch(for: "the keyboard on \(name ?? "no pin") after \(key)") {
        let focused = try pinButtons().filter { try $0.has(.focused) }.map { try $0.frame }
        guard let name else { return focused.isEmpty ? true : nil }
        let (x, y) = places[name]!
        let isThere = focused.contains {
          abs($0.x + $0.width / 2 - x) < 5 && abs($0.y + $0.height - y) < 5
        }
        return isThere ? true : nil
      }
    }
    hands.type("Tab")
    try waitForFocus(on: "middle", after: "Tab")
    for (key, name) in [
      ("Right", "east"), ("Left", "middle"), ("Down", "south"), ("Up", "middle"), ("Left", "west"),
    ] {
      hands.type(key)
      try waitForFocus(on: name, after: key)
    }
    // All are one stop of Tab, and it is where it was left.
    hands.type("Tab")
    try waitForFocus(on: nil, after: "Tab")
    hands.type("Tab", holding: "Shift_L")
    try waitForFocus(on: "west", after: "Shift+Tab")
    // The map has not moved, and does where no pin lies that way.
    XCTAssertEqual(try savedView()?.center.longitude ?? 10, view.center.longitude, accuracy: 0.01)
    hands.type("Left")
    try watch(for: "a view further west") {
      try savedView().flatMap { $0.center.longitude < view.center.longitude - 1 ? true : nil }
    }
  }

  func testTilesComeUnderThePolicy() throws {
    try start(at: view)
    try watch(for: "tiles on the screen") {
      person.services.requests.contains { $0.hasPrefix("200 /tiles/4/") } ? true : nil
    }
    let foreign = person.services.requests.filter { !$0.contains(" VirtualTourist/") }
    XCTAssertEqual(foreign, [], "a request without the program's own name")
    let cache = person.desk.home.appendingPathComponent("cache/virtual-tourist/tiles")
    try watch(for: "tiles in the cache") {
      FileManager.default.fileExists(atPath: cache.appendingPathComponent("cache.db").path)
        ? true : nil
    }
    try watch(for: "the attribution") {
      app.all { try $0.name.contains("© OpenStreetMap contributors") }.first
    }

    // What is cached is not asked for again; what has not come yet is.
    var counts: [Int] = []
    try watch(for: "all tiles") {
      counts.append(person.services.requests.count)
      let files = FileManager.default.enumerator(at: cache, includingPropertiesForKeys: nil)
      let kept = (files?.compactMap { $0 as? URL } ?? []).count { $0.pathExtension == "png" }
      let came = Set(person.services.requests.filter { $0.hasPrefix("200 /tiles/") }).count
      return counts.count > 20 && Set(counts.suffix(20)).count == 1 && kept == came
        && program.isAsleep ? true : nil
    }
    try quit()
    let asked = person.services.requests.count
    try start()
    try watch(for: "the map's tiles from the cache") {
      let middle = try mapMiddle()
      let color = screen.color(x: Int(middle.x) + 37, y: Int(middle.y) + 41)
      return color & 0xFF > 0xB0 && color >> 16 < 0xD0 ? true : nil
    }
    XCTAssertEqual(person.services.requests.count, asked)
  }

  func testWithoutTilesTheProgramSaysSoAndTriesAgain() throws {
    try start(at: view, settings: ["tile-url": "'\(person.services.address)/captive/{z}/{x}/{y}'"])
    _ = try app.waitFor("Map tiles cannot be loaded at the moment.")
    let asked = person.services.requests.count
    try press("Try Again")
    try watch(for: "another request") { person.services.requests.count > asked ? true : nil }
  }

  func testOneBrokenTileIsNotAServerOutOfReach() throws {
    try start(
      at: view, settings: ["tile-url": "'\(person.services.address)/patchy/{z}/{x}/{y}.png'"])
    try watch(for: "the broken tile") {
      person.services.requests.contains { $0.hasPrefix("500 /patchy/4/8/6.png") } ? true : nil
    }
    // Tiles that were not asked for yet come as before.
    hands.type("plus")
    try watch(for: "tiles of the next level") {
      person.services.requests.filter { $0.hasPrefix("200 /patchy/5/") }.count > 10 ? true : nil
    }
    XCTAssertTrue(app.buttons { $0 == "Try Again" }.isEmpty, "the server was given up")
  }

  private func waitForZoom(_ zoom: Double) throws {
    try watch(for: "zoom \(zoom)") {
      try savedView().flatMap { abs($0.zoom - zoom) < 0.01 ? $0 : nil }
    }
  }
}
