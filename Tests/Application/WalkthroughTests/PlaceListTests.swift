import Foundation
import TestDesk
import TravelModel
import XCTest

/// The list of places beside the map, by the keyboard alone.
final class PlaceListTests: AlbumWalkthrough {
  static let titles = ["Isle", "Opera", "Shrine", "Tower"]

  /// Starts with some pins, two of which are in sight.
  func beginWithPins() throws {
    try begin(settings: ["prefetch": "false"])
    try watch(for: "the library") { try? rows("SELECT id FROM pin") }
    try quit()
    try change(
      """
      INSERT INTO pin (latitude, longitude, title) VALUES
        (48.862, 2.29, 'Tower'), (59.91, 10.75, 'Opera'), (35.68, 139.69, 'Shrine'),
        (48.853, 2.347, 'Isle')
      """)
    try begin(settings: ["prefetch": "false"])
  }

  func listed() -> [String] {
    app.all { try $0.role == "list item" && $0.name.hasSuffix(" photos") && $0.frame.width > 1 }
      .compactMap { try? String($0.name.prefix { $0 != "," }) }
  }

  func wait(forList names: [String]) throws {
    try watch(for: "the list of \(names)") { listed() == names ? true : nil }
  }

  func waitForFocus(on name: String) throws {
    try watch(for: "the focus on “\(name)”") {
      focusedName()?.hasPrefix(name) == true ? true : nil
    }
  }

  func openList() throws {
    hands.type("F9")
    try waitForFocus(on: "Search your places")
  }

  func testPlacesAreFoundOpenedRemovedAndBroughtBackByKeys() throws {
    try beginWithPins()
    try openList()
    try wait(forList: PlaceListTests.titles)
    assertNamed("the list")
    hands.type(text: "norw")
    try wait(forList: ["Opera"])
    hands.type("Escape")
    try wait(forList: PlaceListTests.titles)
    hands.type("Down")
    try waitForFocus(on: "Isle")
    hands.type("Down")
    try waitForFocus(on: "Opera")
    hands.type("Return")
    _ = try app.waitFor("New Collection")
    hands.type("Left", holding: "Alt_L")
    try app.waitForEnd(of: "New Collection")

    // The list is as it was left, and has the keyboard where it was.
    try wait(forList: PlaceListTests.titles)
    try waitForFocus(on: "Opera")
    hands.type("Down", holding: "Shift_L")
    try waitForFocus(on: "Shrine")
    _ = try app.waitFor("2 selected")
    hands.type("Delete")
    try wait(forList: ["Isle", "Tower"])
    try waitForFocus(on: "Tower")
    XCTAssertEqual(try savedTitles(), ["Tower", "Isle"])
    _ = try app.waitFor("2 pins removed")
    hands.type("z", holding: "Control_L")
    try wait(forList: PlaceListTests.titles)
    try waitForPins(4)
    // Typing on a row searches.
    hands.type(text: "isl")
    try wait(forList: ["Isle"])
    hands.type("Return")
    _ = try app.waitFor("New Collection")
  }

  func testTheListFollowsTheMapAndItsMenuLeadsThere() throws {
    try beginWithPins()
    try openList()
    try press("In View")
    try wait(forList: ["Isle", "Tower"])
    try press("In View")
    try wait(forList: PlaceListTests.titles)
    hands.type("F9")
    try watch(for: "the end of the list") { listed().isEmpty ? true : nil }
    try openList()
    hands.type("Down")
    try waitForFocus(on: "Isle")
    hands.type("Down")
    try waitForFocus(on: "Opera")
    hands.type("m", holding: "Control_L")
    try watch(for: "Oslo on the map") {
      try savedView().map { abs($0.center.latitude - 59.91) < 0.01 } == true ? true : nil
    }
    hands.type("Menu")
    try app.waitForEntry("Remove Pin")
    hands.type("r")
    try wait(forList: ["Isle", "Shrine", "Tower"])
    // How it was left is remembered.
    try quit()
    try launch()
    try wait(forList: ["Isle", "Shrine", "Tower"])
  }

  func testTheMapShowsLessBesideTheListWhichKnows() throws {
    try begin(settings: ["prefetch": "false"])
    let middle = try mapMiddle()
    let rim = try place(x: middle.x + 400, y: middle.y, in: view)
    try quit()
    try change(
      """
      INSERT INTO pin (latitude, longitude, title) VALUES
        (\(view.center.latitude), \(view.center.longitude), 'Middle'),
        (\(rim.latitude), \(rim.longitude), 'Rim')
      """)
    try begin(settings: ["prefetch": "false"])
    try openList()
    try wait(forList: ["Middle", "Rim"])
    try press("In View")
    try wait(forList: ["Middle"])
    hands.type("F9")
    hands.type("F9")
    try wait(forList: ["Middle"])
  }

  func testALongListIsSearchedAndSelectedPlacesStaySelected() throws {
    let all = (0..<130).map {
      String(format: "Place %03d", $0) + ($0.isMultiple(of: 2) ? " even" : " odd")
    }
    let odd = all.filter { $0.hasSuffix("odd") }
    func wait(forBeginning names: [String]) throws {
      try watch(for: "the list of \(names[0])…") {
        Array(listed().prefix(6)) == Array(names.prefix(6)) ? true : nil
      }
    }
    try begin(settings: ["prefetch": "false"])
    try watch(for: "the library") { try? rows("SELECT id FROM pin") }
    try quit()
    try change(
      "INSERT INTO pin (latitude, longitude, title) VALUES "
        + all.enumerated().map { "(\($0 % 60), \($0), '\($1)')" }.joined(separator: ", "))
    try begin(settings: ["prefetch": "false"])
    try openList()
    try wait(forBeginning: all)
    hands.type("Down")
    try waitForFocus(on: all[0])
    hands.type("Down")
    try waitForFocus(on: all[1])
    hands.type("Down", holding: "Shift_L")
    try waitForFocus(on: all[2])
    _ = try app.waitFor("2 selected")
    hands.type("End")
    try waitForFocus(on: all[129])
    hands.type("Home")
    try waitForFocus(on: all[0])
    try press("Search your places")
    hands.type(text: "odd")
    try wait(forBeginning: odd)
    XCTAssertFalse(try isSelectedRow(odd[1]))
    hands.type("Escape")
    try wait(forBeginning: all)
    XCTAssertTrue(try isSelectedRow(all[0]))
    XCTAssertFalse(try isSelectedRow(all[1]))
    hands.type(text: "129")
    try wait(forBeginning: [all[129]])

    // The bar that comes when several are selected moves no row.
    hands.type("Escape")
    try wait(forBeginning: all)
    let third = try stillFrame(of: "\(all[3]), 0 photos")
    hands.move(x: third.x + third.width / 2, y: third.y + third.height / 2)
    hands.turnWheel(-5)
    let row = "\(all[12]), 0 photos"
    let before = try stillFrame(of: row)
    XCTAssertLessThan(before.y, third.y + 9 * third.height, "it is not scrolled")
    try press("Select Places")
    try watch(for: "the bar") { app.all { try $0.name.hasSuffix(" selected") }.first }
    XCTAssertEqual(try stillFrame(of: row).y, before.y)
  }

  private func isSelectedRow(_ title: String) throws -> Bool {
    let row = app.all { try $0.role == "list item" && $0.name.hasPrefix(title) }.first
    return try XCTUnwrap(row).has(.selected)
  }

  func testSeveralAreSelectedByPressesAlone() throws {
    try beginWithPins()
    try openList()
    try wait(forList: PlaceListTests.titles)
    func middle(of title: String) throws -> (x: Double, y: Double) {
      // The list slides in.
      let row = try stillFrame(of: "the row of \(title)") {
        try $0.role == "list item" && $0.name == "\(title), 0 photos"
      }
      return (row.x + row.width / 2, row.y + row.height / 2)
    }
    let (isle, shrine) = (try middle(of: "Isle"), try middle(of: "Shrine"))
    // A press shows the place on the map, and is no choice among several.
    hands.click(x: shrine.x, y: shrine.y)
    try watch(for: "the place on the map") {
      try savedView().map { abs($0.center.latitude - 35.68) < 0.01 } == true ? true : nil
    }
    try press("Select Places")
    _ = try app.waitFor("0 selected")
    try press("Select Places")
    hands.hold(x: isle.x, y: isle.y)
    _ = try app.waitFor("1 selected")
    XCTAssertTrue(try app.waitFor("Select Places").has(.pressed))
    hands.click(x: shrine.x, y: shrine.y)
    _ = try app.waitFor("2 selected")
    hands.click(x: isle.x, y: isle.y)
    _ = try app.waitFor("1 selected")
    // Two presses open nothing.
    hands.click(x: isle.x, y: isle.y)
    hands.click(x: isle.x, y: isle.y)
    try watch(for: "Shrine selected alone") {
      try isSelectedRow("Shrine") && !isSelectedRow("Isle") ? true : nil
    }
    try press("Remove")
    try wait(forList: ["Isle", "Opera", "Tower"])
    try app.waitForEnd(of: "1 selected")

    // The keyboard does it too, and goes from row to row without selecting.
    try goByKeys(to: "Select Places")
    hands.type("space")
    try watch(for: "the bar") { app.all { try $0.name.hasSuffix(" selected") }.first }
    try press("Search your places")
    hands.type("Down")
    try waitForFocus(on: "Isle")
    hands.type("space")
    _ = try app.waitFor("1 selected")
    hands.type("Down")
    try waitForFocus(on: "Opera")
    hands.type("Down")
    try waitForFocus(on: "Tower")
    hands.type("Return")
    _ = try app.waitFor("2 selected")
    hands.type("Escape")
    try app.waitForEnd(of: "2 selected")
    try wait(forList: ["Isle", "Opera", "Tower"])
    hands.type("Return")
    _ = try app.waitFor("New Collection")
  }

  func testANoteAndAColourAreSavedFoundAndUndone() throws {
    try beginWithPins()
    try openList()
    // In a list that is read still, there is no row to go to.
    try wait(forList: PlaceListTests.titles)
    hands.type("Down")
    try waitForFocus(on: "Isle")
    hands.type("Menu")
    try app.waitForEntry("Details…")
    hands.type("t")
    try waitForFocus(on: "Note")
    try screen.focus(XCTUnwrap(screen.topWindow))
    hands.type(text: "quiet in may")
    assertNamed("a pin's details")
    try goByKeys(to: "Green")
    hands.type("space")
    func saved() throws -> [[String]] {
      try rows("SELECT ifnull(note, ''), ifnull(color, '') FROM pin WHERE title = 'Isle'")
    }
    // It is saved by itself.
    try watch(for: "the note in the library") {
      try saved() == [["quiet in may", "green"]] ? true : nil
    }
    hands.type("Escape")
    try waitForEnd(ofDialog: "Details")
    _ = try app.waitFor("Changed “Isle”")
    try press("Search your places")
    hands.type(text: "quiet")
    try wait(forList: ["Isle"])
    try press("Undo")
    try watch(for: "the pin as it was") { try saved() == [["", ""]] ? true : nil }
    _ = try app.waitFor("No Results Found")
  }

  func testAPinIsMovedByTypingItsCoordinatesAndItsAlbumShowsItsNote() throws {
    try beginWithPins()
    try openList()
    try wait(forList: PlaceListTests.titles)
    hands.type("Down")
    func openDialog() throws {
      try waitForFocus(on: "Isle")
      hands.type("Menu")
      try app.waitForEntry("Details…")
      hands.type("t")
      try waitForFocus(on: "Note")
      try screen.focus(XCTUnwrap(screen.topWindow))
    }
    func place() throws -> [String] {
      try rows("SELECT latitude, longitude, title FROM pin WHERE id = 4")[0]
    }
    try openDialog()
    hands.type(text: "quiet in may")
    try press("Coordinates")
    hands.type("a", holding: "Control_L")
    hands.type(text: "59.5, 10.25")
    hands.type("Escape")
    try waitForEnd(ofDialog: "Details")
    try watch(for: "the new place") { try place() == ["59.5", "10.25", "Isle"] ? true : nil }
    _ = try app.waitFor("Moved “Isle”")

    // What is no coordinate moves nothing, and says so.
    try openDialog()
    try press("Coordinates")
    hands.type("a", holding: "Control_L")
    hands.type(text: "nowhere")
    _ = try app.waitFor("These coordinates cannot be read.")
    hands.type("Return")
    hands.type("a", holding: "Control_L")
    hands.type(text: "91, 2")
    _ = try app.waitFor("Latitudes end at 90°, longitudes at 180°.")
    hands.type("Escape")
    try waitForEnd(ofDialog: "Details")
    _ = try app.waitFor("“Isle” was not moved: the coordinates cannot be read.")
    XCTAssertEqual(try place(), ["59.5", "10.25", "Isle"])
    hands.type("z", holding: "Control_L")
    try watch(for: "the place before") { try place() == ["48.853", "2.347", "Isle"] ? true : nil }
    try waitForFocus(on: "Isle")
    hands.type("Return")
    _ = try app.waitFor("New Collection")
    _ = try app.waitFor("quiet in may")
    // It leads to the same dialog.
    try openAlbumMenu()
    try app.waitForEntry("Add to Trip…")
    hands.type("t")
    try waitForFocus(on: "Note")
    try screen.focus(XCTUnwrap(screen.topWindow))
    hands.type("Escape")
    try waitForEnd(ofDialog: "Details")
  }
}
