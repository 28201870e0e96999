import Foundation
import TestDesk
import XCTest

final class ViewerSlideshowTests: ViewerWalkthrough {
  func testASlideshowTurnsByItselfUntilItIsPausedOrLeft() throws {
    let portal = try person.desk.startPortal()
    let names = try beginInAlbum(count: 3)
    let window = try XCTUnwrap(screen.topWindow)
    try screen.grantFullScreen(to: window) { hands.type("F5") }
    let first = try watch(for: "the first photo") { pictureInFullScreen() }
    XCTAssertEqual(try first.name, names[0])
    func waitFor(_ name: String) throws {
      try watch(for: "“\(name)” in turn") {
        try pictureInFullScreen()?.name == name ? true : nil
      }
    }
    // Where it is, and whose.
    let title = try XCTUnwrap(savedTitles().first)
    try watch(for: "the place") {
      app.all { try $0.role == "label" && $0.name == title }.isEmpty ? nil : true
    }
    try watch(for: "the author") {
      app.all { try $0.role == "label" && $0.name.contains("CC BY") }.isEmpty ? nil : true
    }
    try watch(for: "a screen that is kept awake") {
      portal.calls.contains { $0.method == "Inhibit.Inhibit" } ? true : nil
    }
    // Each comes nearer in its time.
    let before = try screen.look(x: 0, y: 0, width: 1280, height: 200)
    try watch(for: "a movement") {
      try pictureInFullScreen()?.name == names[0]
        && screen.look(x: 0, y: 0, width: 1280, height: 200) != before ? true : nil
    }
    // After the last comes the first.
    for name in [names[1], names[2], names[0]] { try waitFor(name) }
    XCTAssertFalse(portal.calls.contains { $0.method == "Request.Close" })
    hands.type("space")
    _ = try app.waitFor("Paused")
    try watch(for: "a screen that may go dark") {
      portal.calls.contains { $0.method == "Request.Close" } ? true : nil
    }
    // That is said for longer than a photo has.
    try app.waitForEnd(of: "Paused")
    XCTAssertEqual(try pictureInFullScreen()?.name, names[0])
    hands.type("space")
    try waitFor(names[1])
    hands.type("Right")
    try waitFor(names[2])
    _ = try app.waitFor("Paused")
    try screen.grantFullScreen(to: window) { hands.type("Escape") }
    try waitForAlbum()
    try watch(for: "the focus on the last photo") { focusedName() == names[2] ? true : nil }

    // From the viewer it leads back to the viewer.
    hands.type("Return")
    try waitForViewer(of: names[2])
    try screen.grantFullScreen(to: window) { hands.type("F5") }
    try waitFor(names[0])
    try screen.grantFullScreen(to: window) { hands.type("F5") }
    try waitForViewer(of: names[0])
    _ = try app.waitFor("Full Screen")
  }

  func testAPhotoStaysALittleLongerWhileItsLargePictureComes() throws {
    let names = try beginInAlbum(count: 3)
    let asked = largeRequests().count
    person.services.ask("/control/hold")
    let window = try XCTUnwrap(screen.topWindow)
    try screen.grantFullScreen(to: window) { hands.type("F5") }
    try watch(for: "the first photo") { try pictureInFullScreen()?.name == names[0] ? true : nil }
    let begin = Date()
    try watch(for: "the end of the time that a photo has") {
      begin.timeIntervalSinceNow < -7 ? true : nil
    }
    XCTAssertEqual(try pictureInFullScreen()?.name, names[0])
    person.services.ask("/control/release")
    try watch(for: "the next photo") { try pictureInFullScreen()?.name == names[1] ? true : nil }
    // It was asked for once, and not given up when its photo's time was over.
    let large = try XCTUnwrap(largeRequests().dropFirst(asked).first)
    XCTAssertEqual(largeRequests().count { $0 == large }, 1)
  }

  func testItTurnsAlthoughTheDesktopDoesNotKeepTheScreenAwake() throws {
    let portal = try person.desk.startPortal()
    let names = try beginInAlbum(count: 3)
    let window = try XCTUnwrap(screen.topWindow)
    // On Wayland one that refuses is asked by GTK too, after the compositor, and GTK tells the log.
    let answers: [Portal.Answer] = Desk.isWayland ? [.silent] : [.silent, .refused]
    for answer in answers {
      portal.answer(answer)
      try screen.grantFullScreen(to: window) { hands.type("F5") }
      for name in names.prefix(2) {
        try watch(for: "“\(name)” in turn") {
          try pictureInFullScreen()?.name == name ? true : nil
        }
      }
      try screen.grantFullScreen(to: window) { hands.type("Escape") }
      try waitForAlbum()
      hands.type("Home")
    }
    XCTAssertEqual(portal.calls.map(\.method), answers.map { _ in "Inhibit.Inhibit" })
  }

  func testTheProgramIsQuitInTheMiddleOfIt() throws {
    let names = try beginInAlbum(count: 3)
    let window = try XCTUnwrap(screen.topWindow)
    try screen.grantFullScreen(to: window) { hands.type("F5") }
    try watch(for: "the next photo") { try pictureInFullScreen()?.name == names[1] ? true : nil }
    try quit()
  }
}
