import TestDesk
import TravelModel
import XCTest

/// The keys of the list of places.
extension ShortcutTests {
  /// Begins and ends on the map, with two pins.
  func pressKeysOfPlaces() throws {
    try line("Show or hide the list of places") {
      hands.type("F9")
      try waitForFocus(on: "Search your places")
    }
    _ = try app.waitFor("2 places")
    try line("Go from place to place") {
      hands.type("Down")
      let first = try waitForRow(otherThan: nil)
      hands.type("Down")
      _ = try waitForRow(otherThan: first)
      hands.type("Up")
      try waitForFocus(on: first)
    }
    try line("Show a place on the map") {
      hands.type("m", holding: "Control_L")
      try watch(for: "the place in the middle") { () -> Bool? in
        guard let now = try savedView() else { return nil }
        return try savedPins().contains { distance($0, now.center, in: now) < 3 } ? true : nil
      }
    }
    try line("Open the menu of a place in the list") {
      hands.type("Menu")
      try app.waitForEntry("Copy Link")
      hands.type("Escape")
      try app.waitForEnd(ofEntry: "Copy Link")
    }
    try line("Select all places") {
      hands.type("a", holding: "Control_L")
      _ = try app.waitFor("2 selected")
    }
    try line("Add to the selection") {
      hands.type("space", holding: "Control_L")
      try app.waitForEnd(of: "2 selected")
      hands.type("space", holding: "Control_L")
      _ = try app.waitFor("2 selected")
    }
    let row = try waitForRow(otherThan: nil)
    hands.type("Down")
    _ = try waitForRow(otherThan: row)
    try line("Remove the selected places") {
      hands.type("Delete")
      try waitForPins(1)
    }
    _ = try app.waitFor("1 place")
    try waitForFocus(on: row)
    hands.type("z", holding: "Control_L")
    try waitForPins(2)
    _ = try app.waitFor("2 places")
    try line("Open the album of a place") {
      hands.type("Return")
      _ = try app.waitFor("Album Menu")
    }
    hands.type("Left", holding: "Alt_L")
    try app.waitForEnd(of: "Album Menu")
    _ = try waitForRow(otherThan: nil)
    try pressKeysOfTrips()
    try line("Leave the list of places") {
      hands.type("Escape")
      try waitForFocus(on: "Map")
    }
    hands.type("F9")
    try app.waitForEnd(of: "2 places")
  }

  /// Begins on a row of the list of places, and ends at its search.
  private func pressKeysOfTrips() throws {
    func stops() throws -> [String] {
      try rows("SELECT pin_id FROM trip_pin ORDER BY position").map { $0[0] }
    }
    hands.type("a", holding: "Control_L")
    let below = screen.topWindow
    try press("Trip…")
    try focusTripDialog(over: below)
    try waitForFocus(on: "Name of the Trip")
    hands.type("Return")
    try waitForEnd(ofDialog: "Add to Trip")
    let window = try watch(for: "the window alone") {
      screen.topWindow.flatMap { $0 == below ? $0 : nil }
    }
    screen.focus(window)
    // Until then the focus may be on a row of the list of places.
    _ = try app.waitFor("Trip Menu")
    let first = try waitForRow(otherThan: nil)
    let order = try stops()
    func top() -> Double? {
      app.all { try $0.has(.focused) && $0.name == first }.last.flatMap { try? $0.frame.y }
    }
    let before = try watch(for: "the place of its row") { top() }
    try line("Move a stop of a trip up and down") {
      hands.type("Down", holding: "Alt_L")
      try watch(for: "the other order") { try stops() == order.reversed() ? true : nil }
      // The list follows the library.
      try watch(for: "its row below the other one") { top().flatMap { $0 > before ? true : nil } }
      hands.type("Up", holding: "Alt_L")
      try watch(for: "the order as it was") { try stops() == order ? true : nil }
      try watch(for: "its row where it was") { top() == before ? true : nil }
    }
    hands.type("Down")
    _ = try waitForRow(otherThan: first)
    try line("Show a stop or a trip on the map") {
      hands.type("m", holding: "Control_L")
      try watch(for: "the stop in the middle") { () -> Bool? in
        guard let now = try savedView() else { return nil }
        return try rows("SELECT longitude FROM pin WHERE id = \(order[1])").contains {
          abs((Double($0[0]) ?? 999) - now.center.longitude) < 0.001
        } ? true : nil
      }
    }
    try line("Open the menu of a stop or a trip") {
      hands.type("Menu")
      try app.waitForEntry("Remove From Trip")
      hands.type("Escape")
      try app.waitForEnd(ofEntry: "Remove From Trip")
    }
    try line("Remove a stop from its trip, or a trip") {
      hands.type("Delete")
      try watch(for: "one stop") { try stops() == [order[0]] ? true : nil }
      try waitForFocus(on: first)
    }
    try line("Go back from a trip") {
      hands.type("Escape")
      _ = try app.waitFor("1 trip")
      try waitForFocus(on: "New Trip")
      hands.type("Delete")
      _ = try app.waitFor("No Trips Yet")
      hands.type("Left", holding: "Alt_L")
      try waitForFocus(on: "Search your places")
    }
  }

  private func waitForRow(
    otherThan name: String?, file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    try watch(for: "the focus on a row", file: file, line: line) {
      focusedName().flatMap { $0.contains(" photo") && $0 != name ? $0 : nil }
    }
  }

  /// Moves the pin that has the focus, which gets it back each time.
  func pressKeysOfMove() throws {
    let keys = [
      ("Cancel moving", "Escape"),
      ("Move the pin to the centre", "Return"),
    ]
    for (title, key) in keys {
      try line(title) {
        // Without it the menu would be that of the middle of the map.
        try watch(for: "the focus on the pin") { try focusedPin() }
        hands.type("Menu")
        try app.waitForEntry("Move…")
        hands.type("m")
        try waitForFocus(on: "Map")
        hands.type(key)
        try app.waitForEnd(of: "Move to the Centre")
        try watch(for: "the focus on the pin") { try focusedPin() }
      }
    }
  }
}
