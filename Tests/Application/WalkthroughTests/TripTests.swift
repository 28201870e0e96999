import Foundation
import TestDesk
import TravelModel
import XCTest

/// Trips beside the map.
final class TripTests: AlbumWalkthrough {
  /// Starts with pins; by default, their names are in their order from the west to the east, a
  /// degree apart.
  private func beginWithPins(
    _ pins: String =
      "(48.8, 2, 'Apt'), (48.8, 3, 'Bar'), (48.8, 4, 'Can'), (48.8, 5, 'Dax')"
  ) throws {
    try begin(settings: ["prefetch": "false"])
    try watch(for: "the library") { try? rows("SELECT id FROM pin") }
    try quit()
    try change("INSERT INTO pin (latitude, longitude, title) VALUES \(pins)")
    try begin(settings: ["prefetch": "false"])
  }

  /// The first letters of what is listed.
  private func listed() -> String {
    app.all { try $0.role == "list item" && $0.name.hasSuffix(" photos") && $0.frame.width > 1 }
      .compactMap { try? $0.name.first.map(String.init) }.joined()
  }

  private func wait(
    forStops letters: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the stops \(letters)", file: file, line: line) {
      listed() == letters ? true : nil
    }
  }

  private func waitForFocus(
    on name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the focus on “\(name)”", file: file, line: line) {
      focusedName()?.hasPrefix(name) == true ? true : nil
    }
  }

  /// The middle of a row, once its page has slid in.
  private func row(_ title: String) throws -> (x: Double, y: Double) {
    let name = "\(title), 0 photos"
    // Its pin is called so, too.
    let frame = try stillFrame(of: name) { try $0.role == "list item" && $0.name == name }
    return (frame.x + frame.width / 2, frame.y + frame.height / 2)
  }

  /// Drags a stop to a height of the list, and lets go once the list shows where it would be dropped:
  /// GTK drops nothing while that is not accepted.
  private func dragStop(
    from start: (x: Double, y: Double), toY y: Double, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let accent: UInt32 = 0x3584E4
    hands.move(x: start.x, y: start.y)
    hands.press()
    defer { hands.release() }
    hands.glide(fromX: start.x, y: start.y, toX: start.x, y: y)
    try watch(for: "the line where the stop would be dropped", file: file, line: line) {
      // For a busy program the whole way is one movement, which only begins the drag.
      hands.move(x: start.x, y: y - 1)
      hands.move(x: start.x, y: y)
      // The stop in the hand lies to the right.
      let column = screen.column(x: Int(start.x) - 80, y: Int(y) - 40, height: 80)
      return column.contains(accent) ? true : nil
    }
  }

  private func waitForView(
    atLongitude longitude: Double, within tolerance: Double = 0.05, zooms: ClosedRange<Double>
  ) throws {
    try watch(for: "\(longitude) in the middle of the map") {
      try savedView().flatMap {
        abs($0.center.longitude - longitude) < tolerance && zooms.contains($0.zoom) ? true : nil
      }
    }
  }

  private func saved() throws -> String {
    try rows(
      """
      SELECT group_concat(substr(title, 1, 1), '') FROM
        (SELECT title FROM trip_pin JOIN pin ON pin.id = pin_id ORDER BY position)
      """
    )[0][0]
  }

  func testALongTripScrollsWhileAStopIsDragged() throws {
    try begin(settings: ["prefetch": "false"])
    try watch(for: "the library") { try? rows("SELECT id FROM pin") }
    try quit()
    let letters = (0..<25).map { String(UnicodeScalar(UInt8(ascii: "A") + UInt8($0))) }
    let places = letters.enumerated().map { "(48.8, \($0), '\($1)')" }.joined(separator: ", ")
    try change(
      """
      INSERT INTO pin (latitude, longitude, title) VALUES \(places);
      INSERT INTO trip (name) VALUES ('Far');
      INSERT INTO trip_pin (trip_id, position, pin_id) SELECT 1, id, id FROM pin
      """)
    try begin(settings: ["prefetch": "false"])
    hands.type("F9")
    try waitForFocus(on: "Search your places")
    try press("Trips")
    try press("Far")
    try waitForFocus(on: "A")
    assertNamed("a trip")
    let (first, second) = (try row("A"), try row("B"))
    let list = try XCTUnwrap(app.all { try $0.role == "list" && $0.name == "Stops" }.first).frame
    let end = list.y + list.height - 10
    hands.move(x: first.x, y: first.y)
    hands.press()
    hands.glide(fromX: first.x, y: first.y, toX: first.x, y: end)
    // Rows that are out of sight stand anywhere.
    let lowest = (list.y + list.height / 2)...(end - 5)
    // To its end: how far it goes before the hand lets go is chance.
    try watch(for: "the list to scroll") {
      hands.move(x: first.x, y: end - 1)
      hands.move(x: first.x, y: end)
      let row = app.all { try $0.role == "list item" && $0.name == "Y, 0 photos" }.first
      return row.flatMap { try? $0.frame }.map { lowest.contains($0.y + $0.height / 2) } == true
        ? true : nil
    }
    hands.release()
    try watch(for: "A at the end") {
      try saved() == letters.dropFirst().joined() + "A" ? true : nil
    }
    // The drag has ended, and so has the scrolling: another one begins.
    try waitForFocus(on: "A")
    hands.turnWheel(30)
    try watch(for: "the first stop") { try row("B").y == first.y ? true : nil }
    try dragStop(from: first, toY: second.y + 15)
    try watch(for: "B behind C") { try saved().hasPrefix("CB") ? true : nil }
  }

  func testTheKeyboardStaysWithItsTripAsOthersComeBack() throws {
    try begin(settings: ["prefetch": "false"])
    try waitForPins(0)
    try quit()
    try change("INSERT INTO trip (name) VALUES ('Alps'), ('Baltic'), ('Crete')")
    try begin(settings: ["prefetch": "false"])
    hands.type("F9")
    try waitForFocus(on: "Search your places")
    try press("Trips")
    try waitForFocus(on: "Crete")
    assertNamed("the trips")
    hands.type("Delete")
    try waitForFocus(on: "Baltic")
    hands.type("Down")
    try waitForFocus(on: "Alps")
    hands.type("z", holding: "Control_L")
    try watch(for: "Crete again") { app.all { try $0.name == "Crete" }.first }
    try waitForFocus(on: "Alps")
    hands.type("Delete")
    try watch(for: "the trips without Alps") {
      try rows("SELECT name FROM trip ORDER BY id") == [["Baltic"], ["Crete"]] ? true : nil
    }
  }

  func testATripIsMadeOrderedByKeysAndByDragAndFollowsItsPins() throws {
    try beginWithPins()
    hands.type("F9")
    try waitForFocus(on: "Search your places")
    try wait(forStops: "ABCD")
    hands.type("Down")
    try waitForFocus(on: "Apt")
    hands.type("a", holding: "Control_L")
    _ = try app.waitFor("4 selected")
    let window = screen.topWindow
    try press("Trip…")
    try focusTripDialog(over: window)
    try waitForFocus(on: "Name of the Trip")
    hands.type(text: "along the river")
    hands.type("Return")
    try waitForEnd(ofDialog: "Add to Trip")
    try waitForView(atLongitude: 3.5, zooms: 6...9)

    // Its page shows how long it is, and each of its ways: a degree of longitude.
    _ = try app.waitFor("4 places · 220\u{A0}km")
    try wait(forStops: "ABCD")
    XCTAssertEqual(try saved(), "ABCD")
    // A stop is shown on the map; its album is opened from it, and leads back to it.
    let first = try row("Apt")
    hands.click(x: first.x, y: first.y)
    try waitForFocus(on: "Apt")
    try waitForView(atLongitude: 2, zooms: 12.9...13.1)
    hands.type("Return")
    _ = try app.waitFor("New Collection")
    hands.type("Left", holding: "Alt_L")
    try app.waitForEnd(of: "New Collection")
    try waitForFocus(on: "Apt")
    hands.type("Down", holding: "Alt_L")
    try wait(forStops: "BACD")
    try waitForFocus(on: "Apt")
    hands.type("Down", holding: "Alt_L")
    try wait(forStops: "BCAD")
    try waitForFocus(on: "Apt")
    hands.type("Up", holding: "Alt_L")
    try wait(forStops: "BACD")
    _ = try app.waitFor("4 places · 293\u{A0}km")

    let (from, to) = (try row("Dax"), try row("Bar"))
    try dragStop(from: from, toY: to.y - 15)
    try wait(forStops: "DBAC")
    try watch(for: "the order in the library") { try saved() == "DBAC" ? true : nil }

    // A pin that goes leaves the trip, and comes back to where it was.
    try press("All Trips")
    _ = try app.waitFor("1 trip")
    hands.type("Escape")
    try waitForFocus(on: "Search your places")
    // What went into the trip is no longer selected.
    try app.waitForEnd(of: "4 selected")
    hands.type(text: "bar")
    try wait(forStops: "B")
    hands.type("Down")
    try waitForFocus(on: "Bar")
    hands.type("Delete")
    _ = try app.waitFor("No Results Found")
    try press("Trips")
    try press("along the river")
    try wait(forStops: "DAC")
    try waitForView(atLongitude: 3.5, zooms: 6...9)
    hands.type("z", holding: "Control_L")
    try wait(forStops: "DBAC")
    // So does the trip.
    try press("Trip Menu")
    try chooseLastEntry("Remove Trip")
    _ = try app.waitFor("No Trips Yet")
    hands.type("z", holding: "Control_L")
    try press("along the river")
    try wait(forStops: "DBAC")
    try quit()
    try launch()
    try press("Trips")
    _ = try app.waitFor("1 trip")
    XCTAssertEqual(try saved(), "DBAC")
    XCTAssertEqual(try savedTitles().count, 4)
  }

  /// Asks by the menu of a pin on the map to which trip it is added.
  private func askForTrip(of title: String) throws {
    let pin = try stillFrame(of: "\(title), 0 photos")
    let window = screen.topWindow
    openMenu(x: pin.x + pin.width / 2, y: pin.y + pin.height / 2)
    try app.waitForEntry("Add to Trip…")
    hands.type("d")
    try focusTripDialog(over: window)
  }

  func testPinsAreAddedToATripByTheirMenusAndTheTripIsExported() throws {
    let portal = try person.desk.startPortal()
    try beginWithPins("(48.86, 2.3, 'Apt'), (48.87, 2.36, 'Bar'), (48.84, 2.25, 'Can')")
    try askForTrip(of: "Bar")
    try waitForFocus(on: "Name of the Trip")
    _ = try app.waitFor("First Day")
    hands.type(text: "home and away")
    hands.type("Return")
    try watch(for: "a trip in the library") { try saved() == "B" ? true : nil }
    try waitForEnd(ofDialog: "Add to Trip")
    // The trip that was made last is proposed.
    try askForTrip(of: "Apt")
    try press("Add")
    try watch(for: "two stops in the library") { try saved() == "BA" ? true : nil }
    try waitForEnd(ofDialog: "Add to Trip")
    XCTAssertEqual(try rows("SELECT name FROM trip"), [["home and away"]])
    // It is seen whole, as it was when it was made.
    try waitForView(atLongitude: 2.33, within: 0.01, zooms: 9.9...13.1)

    // The list opens at the trip.
    hands.type("F9")
    try wait(forStops: "BA")
    let folder = person.desk.home
    for (ending, signs) in [
      (
        "gpx",
        [
          "<wpt", "<rte><name>home and away</name>", "<rtept lat=\"48.87\" lon=\"2.36\"><name>Bar<",
          "<rtept lat=\"48.86\" lon=\"2.3\"><name>Apt<",
        ]
      ),
      ("kml", ["<Folder><name>home and away</name>", "<LineString>", "2.36,48.87\n2.3,48.86\n"]),
      ("geojson", ["\"kind\":\"route\"", "[[2.36,48.87],[2.3,48.86]]"]),
      ("csv", ["Bar,48.87,2.36,,", ",home and away,1", ",home and away,2"]),
    ] {
      let file = folder.appendingPathComponent("trip.\(ending)")
      try portal.choose(file)
      // By keys: a press is lost while the menu of before has the pointer still.
      try goByKeys(to: "Trip Menu")
      hands.type("space")
      try app.waitForEntry("Export…")
      hands.type("x")
      try app.waitForEnd(ofEntry: "Export…")
      let text = try watch(for: file.lastPathComponent) {
        try? String(contentsOf: file, encoding: .utf8)
      }
      for sign in signs { XCTAssertTrue(text.contains(sign), "\(sign) in \(text)") }
      // What is not on its way is not in the file.
      XCTAssertFalse(text.contains("Can"), text)
    }
    _ = try app.waitFor("2 places exported to “\(folder.lastPathComponent)”")
    let options = portal.calls.map(\.options)
    XCTAssertTrue(options.allSatisfy { $0.contains("'home and away.gpx'") }, "\(options)")
  }
}

extension AlbumWalkthrough {
  /// Gives the keyboard to the dialog that adds to a trip, once it is on the screen; since libadwaita 1.5
  /// it is a part of its window.
  func focusTripDialog(over window: UInt?) throws {
    try waitForDialog("Add to Trip")
    guard try app.children.count > 1 else { return }
    try screen.focus(
      watch(for: "the dialog") { screen.topWindow.flatMap { $0 == window ? nil : $0 } })
  }
}
