import Foundation
import TestDesk
import XCTest

/// A program that nobody touches sleeps, whatever it shows.
final class IdleTests: AlbumWalkthrough {
  /// For how long no thread of a program that sleeps wakes, in seconds: the pulse of libdispatch's
  /// pool is one.
  private static let rest = 2.0
  /// The time between two looks, in microseconds.
  private static let step: UInt32 = 80_000

  /// Waits until the program sleeps: what is under way on a page comes to its end.
  private func expectSleep(on page: String) throws {
    let (start, first) = (Date(), try program.sleeps)
    var (last, now) = (start, first)
    do {
      try watch(for: "sleep", seconds: 40) {
        usleep(IdleTests.step)
        let before = now
        now = try program.sleeps
        // A thread that ends wakes nobody.
        if now.contains(where: { before[$0] != $1 }) { last = Date() }
        return Date().timeIntervalSince(last) > IdleTests.rest ? true : nil
      }
      print("\(page): asleep after \(last.timeIntervalSince(start)) s")
    } catch {
      let woken = now.map { ($0, Double($1 - first[$0, default: 0]) / 40) }.filter { $1 > 0 }
      XCTFail("\(page): wake-ups a second, by threads: \(woken)")
    }
  }

  /// Opens a dialog by keys, watches it, and closes it.
  private func visit(
    _ dialog: String, with content: String, key: String, holding modifiers: String...
  ) throws {
    hands.type(key, holding: modifiers)
    _ = try app.waitFor(content)
    try screen.focus(XCTUnwrap(screen.topWindow))
    try expectSleep(on: dialog)
    hands.type("Escape")
    try waitForEnd(ofDialog: content)
  }

  func testItSleepsOnTheMapAndInItsWindows() throws {
    try begin()
    try expectSleep(on: "the empty map")
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try expectSleep(on: "the map with a pin")
    hands.type("F9")
    _ = try app.waitFor("1 place")
    try expectSleep(on: "the list of places")
    hands.type("F9")
    try app.waitForEnd(of: "1 place")
    try visit("the preferences", with: "Photos per Album", key: "comma", holding: "Control_L")
    try visit(
      "the shortcuts", with: "Move the map", key: "question", holding: "Control_L", "Shift_L")
    hands.type("f", holding: "Control_L")
    try watch(for: "the keyboard in the search") {
      try app.waitFor("Search places").has(.focused) ? true : nil
    }
    hands.type(text: "reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
    try expectSleep(on: "the search")
    hands.type("Escape")
    hands.type("F10")
    try app.waitForEntry("About Virtual Tourist")
    XCTAssertLessThanOrEqual(entries().count, 10, "the menu is too long to be read")
    try expectSleep(on: "the menu")
    try chooseLastEntry("About Virtual Tourist")
    _ = try app.waitFor("Website")
    try expectSleep(on: "about the program")
  }

  func testItSleepsInAlbumsAndAfterThem() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    try expectSleep(on: "the album")
    let window = try XCTUnwrap(screen.topWindow)
    let size = screen.size(of: window)
    screen.resize(window, width: size.width / 2, height: 420)
    try expectSleep(on: "the narrow album")
    screen.resize(window, width: size.width, height: size.height)
    try press("Edit")
    try expectSleep(on: "the album that is edited")
    try press("Done")
    try focusPhoto(0)
    hands.type("space")
    try watch(for: "the viewer") { app.all { try $0.name == "Photo Menu" }.first }
    try expectSleep(on: "the viewer")
    hands.type("Escape")
    _ = try app.waitFor("New Collection")
    try expectSleep(on: "the album after the viewer")
    hands.type("Left", holding: "Alt_L")
    _ = try app.waitFor("Main Menu")
    try expectSleep(on: "the map after an album")
  }

  func testItSleepsAfterASearchThatWasWatched() throws {
    try begin(commons: "apidelay=5000")
    try openWhileSearching()
    try waitForPhotos(6)
    try expectSleep(on: "the album after a search")
  }

  func testItSleepsWhileASearchGoesOnElsewhere() throws {
    try begin(commons: "apidelay=60000")
    try openWhileSearching()
    hands.type("Left", holding: "Alt_L")
    _ = try app.waitFor("Main Menu")
    try expectSleep(on: "the map during a search")
  }

  private func openWhileSearching() throws {
    hands.type("n", holding: "Control_L", "Shift_L")
    try watch(for: "the pin") { app.buttons { $0.hasSuffix(" photos") }.first }
    hands.type("Tab")
    try watch(for: "the focus on the pin") {
      focusedName()?.hasSuffix(" photos") == true ? true : nil
    }
    hands.type("Return")
    _ = try app.waitFor("Looking for photos…")
  }

  func testItSleepsInAnAlbumWithoutPhotos() throws {
    try begin(commons: "count=0")
    try openNewAlbum()
    _ = try app.waitFor("No Images")
    try expectSleep(on: "an album without photos")
  }

  func testItSleepsWhenEverythingFails() throws {
    try begin(
      commons: "fail=500",
      settings: [
        "photo-source": "'commons'", "tile-url": "'http://127.0.0.1:9/{z}/{x}/{y}.png'",
      ])
    try expectSleep(on: "the map without tiles")
    try openNewAlbum()
    _ = try app.waitFor("Try Again")
    try expectSleep(on: "an album that failed")
  }

  func testItSleepsWhenAllPhotosHaveFailed() throws {
    try begin(commons: "faults=403:1")
    try openNewAlbum()
    try waitForPhotos(6, failed: 6)
    try expectSleep(on: "an album whose photos failed")
  }

  func testItSleepsWhenThereIsNoLibrary() throws {
    try Data().write(to: person.libraryFolder)
    try launch()
    _ = try app.waitFor("Try Again")
    try expectSleep(on: "the trouble")
  }
}
