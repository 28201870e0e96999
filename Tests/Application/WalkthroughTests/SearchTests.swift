import TestDesk
import TravelModel
import XCTest

final class SearchTests: Walkthrough {
  private let nowhere = MapView(center: Coordinate(latitude: -40, longitude: -120)!, zoom: 3)
  private let reykjavik = Coordinate(latitude: 64.1355, longitude: -21.8954)!

  private func search(_ text: String) {
    hands.type("f", holding: "Control_L")
    hands.type(text: text)
  }

  private func waitForView(around place: Coordinate, pixels: Double = 20) throws {
    try watch(for: "the place in the view") {
      try savedView().flatMap {
        $0.zoom > 8 && distance($0.center, place, in: $0) < pixels ? $0 : nil
      }
    }
  }

  /// Waits until the list with something in it is closed.
  private func waitForEndOfResults(_ name: String) throws {
    try watch(for: "the list to close") {
      app.all { try $0.name == name && $0.frame.height > 0 }.isEmpty ? true : nil
    }
  }

  func testNoLetterIsLostThatIsTypedRightAfterTheKeyForSearching() throws {
    try start()
    search("reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
  }

  func testACityIsFoundAsItIsTypedAndShown() throws {
    try start(at: nowhere)
    search("reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
    hands.type("Return")
    try waitForView(around: reykjavik)
    try press("Drop a Pin Here")
    try waitForPins(1)
    XCTAssertEqual(try rows("SELECT title FROM pin"), [["Reykjavík, Iceland"]])
  }

  func testAPinInASuburbThatWasFoundIsCalledAsTheSuburb() throws {
    try start(at: nowhere)
    search("trastevere")
    _ = try app.waitFor("Trastevere, Italy")
    hands.type("Return", holding: "Shift_L")
    try waitForPins(1)
    XCTAssertEqual(try savedTitles(), ["Trastevere, Italy"])
  }

  func testAPinWhereAPeakWasFoundIsCalledAsThePeak() throws {
    try start(at: nowhere)
    search("everest")
    let found = try watch(for: "the mountain") {
      try app.all { try $0.name.hasPrefix("Mount Everest, ") }.first?.name
    }
    hands.type("Return")
    // Rows have buttons of the same name.
    try waitForEndOfResults(found)
    try press("Drop a Pin Here")
    try waitForPins(1)
    search("danube")
    try watch(for: "the river") { app.all { try $0.name.hasPrefix("Danube, ") }.first }
    hands.type("Return", holding: "Shift_L")
    try waitForPins(2)
    XCTAssertEqual(
      try rows("SELECT title FROM pin ORDER BY id"), [["Mount Everest"], ["Danube"]])
  }

  func testALakeIsFoundAndMarkedUntilItIsLeft() throws {
    try start(at: nowhere)
    search("lake victor")
    try watch(for: "the lake") {
      app.all { try $0.name.hasPrefix("Lake Victoria, Lake · ") }.first
    }
    hands.type("Return")
    try watch(for: "the lake in the view") {
      try savedView().flatMap {
        abs($0.center.latitude + 1) < 1.5 && abs($0.center.longitude - 33) < 1.5 ? $0 : nil
      }
    }
    _ = try app.waitFor("Drop a Pin Here")
    hands.type("Escape")
    try app.waitForEnd(of: "Drop a Pin Here")
    search("lake victor")
    try watch(for: "the lake again") {
      app.all { try $0.name.hasPrefix("Lake Victoria, Lake · ") }.first
    }
    hands.type("Return")
    _ = try app.waitFor("Drop a Pin Here")
    search("reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
    hands.type("Return")
    try waitForView(around: reykjavik)
    try watch(for: "one bubble") {
      app.buttons { $0 == "Drop a Pin Here" }.count == 1 ? true : nil
    }
    try press("Dismiss")
    try watch(for: "no bubble") {
      app.buttons { $0 == "Drop a Pin Here" }.isEmpty ? true : nil
    }
    try quit()
    XCTAssertEqual(try savedPins(), [])
  }

  func testSomewhereIsAnotherPlaceEachTimeAndDropsNothingUnasked() throws {
    try start(at: nowhere)
    var seen: Set<String> = []
    for count in 1...3 {
      try press("Take Me Somewhere")
      let view = try watch(for: "place \(count)") { () -> MapView? in
        try savedView().flatMap { $0 != nowhere && seen.insert("\($0.center)").inserted ? $0 : nil }
      }
      XCTAssertNotEqual(view.center, nowhere.center)
      _ = try app.waitFor("Drop a Pin Here")
    }
    XCTAssertEqual(try savedPins(), [])
    try press("Drop a Pin Here")
    try waitForPins(1)
  }

  func testEnterIsNotLostWhenItComesBeforeTheResults() throws {
    try start(at: nowhere)
    search("reykjavik")
    hands.type("Return")
    try waitForView(around: reykjavik)
    // What was shown drops nothing by itself.
    try quit()
    XCTAssertEqual(try savedPins(), [])
  }

  func testAPinIsDroppedAtWhatIsFoundByOneKey() throws {
    try start(at: nowhere)
    search("reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
    hands.type("Return", holding: "Shift_L")
    try waitForPins(1)
    try waitForView(around: reykjavik)
    XCTAssertEqual(try rows("SELECT title FROM pin"), [["Reykjavík, Iceland"]])

    // It is found by its title from elsewhere, and opened.
    search("reykjavik ice")
    try watch(for: "the pin among what is found") {
      app.all { try $0.name.hasPrefix("Reykjavík, Iceland, 64.1") }.first
    }
    hands.type("Return")
    _ = try app.waitFor("Album Menu")
  }

  func testACoordinateIsFound() throws {
    try start(at: nowhere)
    search("48.8584, 2.2945")
    _ = try app.waitFor("48.85840° N, 2.29450° E, Paris, France")
    hands.type("Return")
    try waitForView(around: Coordinate(latitude: 48.8584, longitude: 2.2945)!, pixels: 2)
    try press("Drop a Pin Here")
    try waitForPins(1)
    XCTAssertEqual(try savedTitles(), ["Paris, France"])
  }

  func testEscapeClosesTheSearchAndThenWhatIsSaidOfAPlace() throws {
    try start(at: nowhere)
    // The keyboard stays on the button, with which one may go on.
    try press("Take Me Somewhere")
    _ = try app.waitFor("Drop a Pin Here")
    hands.type("Escape")
    try app.waitForEnd(of: "Drop a Pin Here")
    hands.type("r", holding: "Control_L")
    _ = try app.waitFor("Drop a Pin Here")
    search("qqqqzzzz")
    _ = try app.waitFor("No places found")
    // Away from the entry, which has the key otherwise.
    hands.type("Tab", holding: "Shift_L")
    hands.type("Escape")
    try waitForEndOfResults("No places found")
    XCTAssertEqual(app.buttons { $0 == "Drop a Pin Here" }.count, 1)
    hands.type("Escape")
    try app.waitForEnd(of: "Drop a Pin Here")
  }

  func testTheListIsAsWideAsItsEntryAndAsHighAsWhatItHolds() throws {
    try start(at: nowhere)
    search("qqqqzzzz")
    let nothing = try watch(for: "the sentence") {
      try app.all { try $0.name == "No places found" && $0.frame.width > 1 }.first?.frame
    }
    let entry = try app.waitFor("Search places").frame
    let x = Int(entry.x + entry.width / 4)
    let middle = Int(nothing.y + nothing.height / 2)
    // A few pixels below the margin of the sentence.
    let end = Int(nothing.y + nothing.height) + 12 + 6
    try watch(for: "the map below the sentence") {
      screen.color(x: x, y: end) != screen.color(x: x, y: middle) ? true : nil
    }

    hands.type("a", holding: "Control_L")
    hands.type(text: "rome")
    _ = try app.waitFor("Rome, Italy")
    let list = try stillFrame(of: "Places found")
    // Versions of GTK tell different things of an entry, so that its edges are looked for.
    let (y, beside) = (Int(entry.y + entry.height / 2), 20)
    try watch(for: "the entry to be as wide as its list") {
      let ways = [(Int(list.x) - beside, 1), (Int(list.x + list.width) - 1 + beside, -1)]
      let edges = ways.map { start, step in
        (0...2 * beside).first {
          screen.color(x: start + $0 * step, y: y) != screen.color(x: start, y: y)
        }
      }
      return edges.allSatisfy { $0.map { abs($0 - beside) <= 1 } == true } ? true : nil
    }
    // The first row is selected: its colour must not fill the corner.
    let (left, top) = (Int(list.x), Int(list.y))
    try watch(for: "a round corner") {
      screen.color(x: left + 1, y: top + 1) != screen.color(x: left + 20, y: top + 3) ? true : nil
    }
  }

  func testWhatIsNowhereIsSaidAndEscapeReturnsToTheMap() throws {
    try start(at: nowhere)
    let (map, button) = (try app.waitFor("Map").frame, try app.waitFor("Search").frame)
    XCTAssertLessThan(map.y, button.y + 2 * button.height, "room for a search that is closed")
    search("qqqqzzzz")
    _ = try app.waitFor("No places found")
    hands.type("Return")
    hands.type("Escape")
    try waitForEndOfResults("No places found")
    try watch(for: "the map in all its room") {
      let frame = try app.waitFor("Map").frame
      return frame.y == map.y && frame.height == map.height ? true : nil
    }
    hands.type("plus")
    try watch(for: "the map to hear its keys again") {
      try savedView().flatMap { $0.zoom == 4 ? $0 : nil }
    }
  }
}
