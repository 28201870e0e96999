import Foundation
import TestDesk
import TravelModel
import XCTest

/// What a person presses and types before the program has come to rest.
final class QuickHandsTests: ViewerWalkthrough {
  private func waitForFocus(
    on name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the focus on “\(name)”", file: file, line: line) {
      focusedName() == name ? true : nil
    }
  }

  private func waitForFocusOnPin(file: StaticString = #filePath, line: UInt = #line) throws {
    try watch(for: "the focus on the pin", file: file, line: line) {
      focusedName()?.hasSuffix(" photos") == true ? true : nil
    }
  }

  func testAMenuThatIsOpenedWhileItsPageIsUncoveredStays() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let menu = try stillFrame(of: "Album Menu")
    try focusPhoto(0)
    for _ in 1...3 {
      let name = photoNames()[0]
      hands.type("space")
      try waitForViewer(of: name)
      _ = try stillFrame(of: "Photo Menu")
      // GTK may give no press to a pointer that rests where a menu was closed by a key.
      hands.move(x: menu.x - 200, y: menu.y + 300)
      hands.type("Escape")
      press(at: menu)
      try app.waitForEntry("Photos From")
      // It has the keyboard still when the page is at rest.
      try waitForAlbum()
      hands.type("Escape")
      try app.waitForEnd(ofEntry: "Photos From")
      try focusPhoto(0)
    }
    hands.type("Left", holding: "Alt_L")
    hands.type("F10")
    try chooseLastEntry("About Virtual Tourist")
    _ = try app.waitFor("Report an Issue")
  }

  func testAShortPressIsNotLostWhereThePointerHasRested() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    hands.type("Left", holding: "Alt_L")
    let pin = try stillFrame(of: "the pin") {
      try $0.name.hasSuffix(", 6 photos")
    }
    let (x, y) = (pin.x + pin.width / 2, pin.y + pin.height / 2)
    hands.move(x: x, y: y)
    // In one round or another GTK tells where the mouse is when the button is up, which is not handled.
    for round in 0..<20 {
      try waitForFocusOnPin()
      // What shows of the pin lays the window out, and assistive tools hear nothing of that.
      hands.rest(seconds: 0.5)
      // The screen keeps the time between the two: a busy machine must not make it a long press.
      hands.together {
        hands.press()
        screen.fling(along: [(x, y)], pace: UInt32(round % 2))
      }
      _ = try app.waitFor("New Collection")
      hands.type("Left", holding: "Alt_L")
      try app.waitForEnd(of: "New Collection")
    }
  }

  func testAPageThatGoesOpensNoMenuWithIt() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let first = photoNames()[0]
    try focusPhoto(0)
    hands.type("c", holding: "Control_L")
    try watch(for: "the copied photo") { try screen.clipboard(as: "text/uri-list") }
    for isByKey in [false, true] {
      hands.type("Left", holding: "Alt_L")
      try app.waitForEnd(of: "New Collection")
      let menu = try stillFrame(of: "Main Menu")
      try waitForFocusOnPin()
      hands.together {
        hands.type("Return")
        if isByKey { hands.type("F10") } else { press(at: menu) }
      }
      // The program answers in turn: after this it has handled both.
      XCTAssertNotNil(try screen.clipboard(as: "text/uri-list"))
      // It would take the keyboard away with it. Where the album is there already, both open a menu of
      // the album's own; where it is on its way, the pointer may meet its title.
      let role = try watch(for: "the focus in the album") {
        app.all { try $0.has(.focused) }.last.flatMap { element -> String? in
          guard let role = try? element.role, let name = try? element.name else { return nil }
          return role.hasPrefix("menu item") || [first, "Name of the Place"].contains(name)
            ? role : nil
        }
      }
      XCTAssertTrue(app.all { try $0.name == "Back Up Library…" }.isEmpty)
      if role.hasPrefix("menu item") {
        hands.type("Escape")
        try waitForFocus(on: first)
      } else if role == "text box" {
        hands.type("Escape")
        try waitForFocus(on: "Rename Paris, France")
      }
    }
  }

  func testUndoIsPressedWhileThePageChanges() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try focusPhoto(0)
    hands.type("Delete")
    try waitForPhotos(5)
    let offer = try stillFrame(of: "Undo")
    hands.type("Left", holding: "Alt_L")
    press(at: offer)
    try watch(for: "the photo") { try savedNames() == names ? true : nil }
    // What is removed while an offer stands is offered in the same place.
    try openAlbum()
    try waitForPhotos(6)
    try focusPhoto(0)
    for count in [5, 4] {
      hands.type("Delete")
      try waitForPhotos(count)
    }
    let undo = try stillFrame(of: "Undo")
    hands.type("Delete")
    try waitForPhotos(3)
    press(at: undo)
    try waitForPhotos(4)
  }

  func testAKeyIsTypedAsSoonAsAMenuHasToClose() throws {
    let names = try beginInAlbum()
    // The menu of a photo, by its key.
    hands.type("Menu")
    try app.waitForEntry("Open Web Page")
    hands.type("Escape")
    hands.type("Delete")
    try watch(for: "the removal") { try savedNames() == Array(names[1...]) ? true : nil }
    try waitForPhotos(5)
    try focusPhoto(0)
    // What is chosen there.
    hands.type("Menu")
    try app.waitForEntry("Open Web Page")
    hands.type("f")
    hands.type("Delete")
    try watch(for: "the removal") { try savedNames() == Array(names[2...]) ? true : nil }
    hands.type("Left", holding: "Alt_L")
    try app.waitForEnd(of: "New Collection")
    try waitForFocusOnPin()
    hands.type("F10")
    try app.waitForEntry("Back Up Library…")
    hands.type("Escape")
    // Not by what has the keyboard: with GTK 4.18 that is the menu's button then.
    hands.type("z", holding: "Control_L")
    try watch(for: "the photo") { try savedNames() == Array(names[1...]) ? true : nil }
  }
}
