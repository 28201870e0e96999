import TestDesk
import TravelModel
import XCTest

final class PinTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 4)

  private func tip(of pin: Element) throws -> (x: Double, y: Double) {
    let frame = try pin.frame
    return (frame.x + frame.width / 2, frame.y + frame.height)
  }

  /// Waits until a pin is as large as it is pressed: it grows as it comes down.
  private func waitForPinAtRest() throws {
    _ = try stillFrame(of: "a pin") { try $0.name.hasSuffix(" photos") }
  }

  func testHoldingDropsAPinUnderThePointer() throws {
    try start(at: view)
    let middle = try mapMiddle()
    let (x, y) = (middle.x + 120, middle.y - 70)
    try dropPin(x: x, y: y)
    let pin = try XCTUnwrap(waitForPins(1).first)
    XCTAssertLessThan(distance(pin, try place(x: x, y: y, in: view), in: view), 3)

    let button = try waitForPinInSight()
    // It comes down from the hand.
    try watch(for: "its tip under the pointer") {
      let tip = try tip(of: button)
      return abs(tip.x - x) < 3 && abs(tip.y - y) < 3 ? true : nil
    }
    XCTAssertEqual([try button.name], try savedTitles().map { "\($0), 0 photos" })
  }

  func testAHeldPinFollowsThePointerAndTheNextDragPans() throws {
    try start(at: view)
    let middle = try mapMiddle()
    hands.move(x: middle.x, y: middle.y)
    hands.press()
    try watch(for: "a pin in the hand") { app.buttons { $0 == "New pin" }.first }
    hands.glide(fromX: middle.x, y: middle.y, toX: middle.x + 200, y: middle.y + 90)
    XCTAssertEqual((try? savedPins())?.count ?? 0, 0, "a pin is written when it is released")
    hands.release()
    let pin = try XCTUnwrap(waitForPins(1).first)
    let expected = try place(x: middle.x + 200, y: middle.y + 90, in: view)
    XCTAssertLessThan(distance(pin, expected, in: view), 3)

    hands.drag(fromX: middle.x - 50, y: middle.y - 50, toX: middle.x + 50, y: middle.y - 10)
    try waitForView(around: place(x: middle.x - 100, y: middle.y - 40, in: view), in: view)
    try waitForPins(1)
  }

  func testADragThatBeginsAtOncePansAndDropsNothing() throws {
    try start(at: view)
    let middle = try mapMiddle()
    let begin = middle.x + Hands.dragBegin
    hands.beginDrag(fromX: middle.x, y: middle.y, toX: begin)
    hands.glide(fromX: begin, y: middle.y, toX: middle.x + 60, y: middle.y)
    hands.rest(seconds: Hands.holdTime)
    hands.release()
    let panned = try watch(for: "the view after the drag") {
      try savedView().flatMap { $0.center == view.center ? nil : $0 }
    }
    XCTAssertLessThan(panned.center.longitude, view.center.longitude)
    XCTAssertEqual(try savedPins(), [])
  }

  func testADragThatBeginsOnAPinPansAndOpensNothing() throws {
    try start(at: view)
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(1)
    try waitForPinAtRest()
    hands.drag(fromX: middle.x, y: middle.y - 15, toX: middle.x + 90, y: middle.y + 45)
    try waitForView(around: place(x: middle.x - 90, y: middle.y - 60, in: view), in: view)
    XCTAssertTrue(app.buttons { $0 == "Back" }.isEmpty, "the album has opened")
    // The pin is still one to be pressed, and the map one to be dragged.
    hands.drag(fromX: middle.x - 200, y: middle.y, toX: middle.x - 250, y: middle.y)
    // A press that comes before the next frame finds the pin where it was.
    try waitForView(around: place(x: middle.x - 40, y: middle.y - 60, in: view), in: view)
    hands.click(x: middle.x + 40, y: middle.y + 45)
    _ = try app.waitFor("Back")
  }

  func testPinsSurviveARestart() throws {
    try start(at: view)
    let middle = try mapMiddle()
    for (count, offset) in [(1, (-150.0, -80.0)), (2, (0.0, 90.0)), (3, (170.0, -20.0))] {
      try dropPin(x: middle.x + offset.0, y: middle.y + offset.1)
      try waitForPins(count)
    }
    let saved = try savedPins()
    try quit()
    try start()
    try watch(for: "three pins on the map") { pinButtons().count == 3 ? true : nil }
    XCTAssertEqual(try savedPins(), saved)
    XCTAssertEqual(
      Set(try pinButtons().map { try $0.name }), Set(try savedTitles().map { "\($0), 0 photos" }))
  }

  func testPinsAtOneSpotAreSeveralPins() throws {
    try start(at: view)
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(1)
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(2)
    let title = try savedTitles()[0]
    let frame = try stillFrame(of: "2 pins")
    XCTAssertEqual(frame.x + frame.width / 2, middle.x, accuracy: 3)

    // They never part, however far the map is zoomed in: so they are a list.
    try press("2 pins")
    _ = try stillFrame(of: "\(title), 0 photos")
    hands.type("Return")
    _ = try app.waitFor("Back")
  }

  func testATapOnAPinOpensItsAlbumAndBackReturns() throws {
    try start(at: view)
    let middle = try mapMiddle()
    try dropPin(x: middle.x + 40, y: middle.y + 60)
    let pin = try XCTUnwrap(waitForPins(1).first)
    try waitForPinAtRest()
    hands.click(x: middle.x + 40, y: middle.y + 40)
    _ = try app.waitFor("Back")
    let title = try savedTitles()[0]
    XCTAssertFalse(app.all { try $0.name == title }.isEmpty, "the album has no title")
    XCTAssertFalse(app.all { try $0.name == pin.decimal }.isEmpty, "the coordinates are missing")
    try press("Back")
    try app.waitForEnd(of: "Back")
    let button = try stillFrame(of: title) { try $0.name.hasPrefix("\(title), ") }
    XCTAssertEqual(button.x + button.width / 2, middle.x + 40, accuracy: 3, "the map has moved")

    for leave in [{ self.hands.type("Escape") }, { self.hands.type("Left", holding: "Alt_L") }] {
      // Its album may have been filled meanwhile.
      _ = try stillFrame(of: title) { try $0.name.hasPrefix("\(title), ") }
      hands.click(x: middle.x + 40, y: middle.y + 40)
      _ = try app.waitFor("Back")
      leave()
      try app.waitForEnd(of: "Back")
    }
  }

  func testARemovedPinComesBackByUndo() throws {
    try start(at: view)
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(1)
    try waitForPinAtRest()
    hands.click(x: middle.x, y: middle.y - 20)
    try removePinByMenu()
    try waitForPins(0)
    try watch(for: "the pin to go") { pinButtons().isEmpty ? true : nil }
    try press("Undo")
    try waitForPins(1)
    try waitForPinInSight()
  }

  func testControlZBringsBackThePinsThatWereRemovedTheLastFirst() throws {
    try start(at: view)
    let middle = try mapMiddle()
    for (count, offset) in [(1, -150.0), (2, 150.0)] {
      try dropPin(x: middle.x + offset, y: middle.y)
      try waitForPins(count)
    }
    let saved = try savedPins()
    for (count, offset) in [(1, -150.0), (0, 150.0)] {
      try watch(for: "the pins in sight") {
        try pinButtons().count { try $0.frame.width > 1 } == count + 1 ? true : nil
      }
      try waitForPinAtRest()
      hands.click(x: middle.x + offset, y: middle.y - 20)
      try removePinByMenu()
      try waitForPins(count)
      try watch(for: "the map") { try app.waitFor("Map").has(.focused) ? true : nil }
    }
    // Wherever the map has gone meanwhile, what comes back is seen.
    let away = try savedView()
    for _ in 0..<8 { hands.type("Right") }
    try watch(for: "the map elsewhere") { try savedView() != away ? true : nil }
    _ = try settledView()
    hands.type("z", holding: "Control_L")
    XCTAssertEqual(try waitForPins(1), [saved[1]])
    try watch(for: "the second pin in sight") {
      try pinButtons().contains { try $0.frame.width > 1 } ? true : nil
    }
    hands.type("z", holding: "Control_L")
    XCTAssertEqual(try waitForPins(2), saved)
    try app.waitForEnd(of: "Undo")
    // Pins are undone as they were dropped, until there is nothing left to undo.
    for _ in 0..<3 { hands.type("z", holding: "Control_L") }
    try waitForPins(0)
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
  }

  /// Removes the pin whose album is shown.
  private func removePinByMenu() throws {
    try press("Album Menu")
    try chooseLastEntry("Remove Pin")
  }

  func testTheOtherButtonOpensAMenuOfThePlaceAndOfThePin() throws {
    try start(at: view)
    let middle = try mapMiddle()
    let spot = (x: middle.x - 120, y: middle.y + 40)
    openMenu(x: spot.x, y: spot.y)
    try app.waitForEntry("Drop Pin Here")
    hands.type("d")
    let pin = try waitForPins(1)[0]
    XCTAssertLessThan(distance(pin, try place(x: spot.x, y: spot.y, in: view), in: view), 2)
    try waitForPinAtRest()
    openMenu(x: spot.x, y: spot.y - 20)
    try app.waitForEntry("Open Album")
    hands.type("o")
    _ = try app.waitFor("Album Menu")
    hands.type("Escape")
    try app.waitForEnd(of: "Album Menu")
    // The same by the keyboard, from the pin that has it.
    try watch(for: "the focus on the pin") {
      try pinButtons().first?.has(.focused) == true ? true : nil
    }
    hands.type("Menu")
    try app.waitForEntry("Remove Pin")
    hands.type("r")
    try waitForPins(0)
    // While it closes, the keys are the menu's.
    try app.waitForEnd(ofEntry: "Remove Pin")
    hands.type("z", holding: "Control_L")
    try waitForPins(1)
  }

  func testAPinIsRenamedInItsDetails() throws {
    try start(at: view)
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    _ = try app.waitFor("No photos yet")
    let pin = try waitForPinInSight()
    let frame = try pin.frame
    openMenu(x: frame.x + frame.width / 2, y: frame.y + frame.height - 15)
    try app.waitForEntry("Open Album")
    hands.type("t")
    try watch(for: "the dialog") { focusedName() == "Note" ? true : nil }
    try screen.focus(XCTUnwrap(screen.topWindow))
    try press("Name")
    hands.type("a", holding: "Control_L")
    hands.type(text: "home")
    hands.type("Return")
    try watch(for: "the new name") { try savedTitles() == ["home"] ? true : nil }
    _ = try watch(for: "the pin under its new name") {
      app.buttons { $0.hasPrefix("home, ") }.first
    }
    hands.type("Escape")
    try waitForEnd(ofDialog: "Details")
  }

  func testPinsDropAndShowAcrossTheDateLine() throws {
    let view = MapView(center: Coordinate(latitude: -17, longitude: 179.9)!, zoom: 5)
    try start(at: view)
    let middle = try mapMiddle()
    try dropPin(x: middle.x - 150, y: middle.y)
    try waitForPins(1)
    try dropPin(x: middle.x + 150, y: middle.y)
    let pins = try waitForPins(2)
    XCTAssertGreaterThan(pins[0].longitude, 170)
    XCTAssertLessThan(pins[1].longitude, -170)
    try watch(for: "both pins on the map, each under its place") {
      let tips = try pinButtons().map { try tip(of: $0).x }.sorted()
      return tips.count == 2 && abs(tips[0] - (middle.x - 150)) <= 3
        && abs(tips[1] - (middle.x + 150)) <= 3 ? true : nil
    }
    // A drag across the line goes on where it was.
    hands.drag(fromX: middle.x, y: middle.y + 100, toX: middle.x - 100, y: middle.y + 100)
    try waitForView(around: place(x: middle.x + 100, y: middle.y, in: view), in: view)
  }

  func testTheMapIsDrawnWhileAnotherCopyOfAPinTakesTheKeyboard() throws {
    // From as far as can be the world is as wide as the window: what leaves at one side comes in
    // at the other, as another copy of the same pin.
    try start(at: MapView(center: Coordinate(latitude: 20, longitude: -100)!, zoom: 1))
    let middle = try mapMiddle()
    try dropPin(x: middle.x + 440, y: middle.y)
    try waitForPins(1)
    let title = try savedTitles()[0]
    for step in ["Left", "Right", "Left", "Right", "Left", "Right"] {
      let pin = try stillFrame(of: title) {
        try $0.name.hasPrefix("\(title), ") && $0.frame.x > 0 && $0.frame.x < 2 * middle.x
      }
      hands.click(x: pin.x + pin.width / 2, y: pin.y + pin.height - 20)
      _ = try app.waitFor("Back")
      // The map is in motion already while it slides in; a warning of GTK's fails the test.
      let view = try savedView()
      hands.type("Escape")
      hands.type(step)
      try app.waitForEnd(of: "Back")
      // The pin stands still before the map has moved, too.
      try watch(for: "the map's step") { try savedView()?.center != view?.center ? true : nil }
    }
  }

  func testAPinBeyondThePoleIsAtTheMapsEdge() throws {
    // The world is as high as the window, so that the pole is at its edge.
    try start(settings: ["window-width": "400", "window-height": "850"])
    let frame = try app.waitFor("Map").frame
    let x = frame.x + frame.width / 2
    hands.move(x: x, y: frame.y + 60)
    hands.press()
    try watch(for: "a pin in the hand") { app.buttons { $0 == "New pin" }.first }
    hands.glide(fromX: x, y: frame.y + 60, toX: x, y: frame.y - 20)
    hands.release()
    let pin = try XCTUnwrap(waitForPins(1).first)
    XCTAssertEqual(pin.latitude, Mercator.maximumLatitude, accuracy: 0.000_001)
  }
}
