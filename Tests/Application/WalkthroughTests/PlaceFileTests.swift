import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Places brought from files, and taken along in them.
final class PlaceFileTests: AlbumWalkthrough {
  func testPlacesAreImportedUndoneAndExported() throws {
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("trip.gpx")
    try """
    <gpx version="1.1"><wpt lat="\(view.center.latitude)" lon="\(view.center.longitude)">
    <name>Our hotel</name></wpt><wpt lat="north" lon="1"/></gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    try portal.choose(file)
    try begin()
    try chooseFromPlaces(by: "i")
    try waitForDialog("Make 1 Pin?")
    _ = try watch(for: "what is wrong in the file") {
      app.all {
        try $0.name == "“trip.gpx” has 1 new place. "
          + "1 place was skipped: its latitude is not valid (line 2)."
      }.first
    }
    assertNamed("the import")
    hands.type("Return")
    try waitForPins(1)
    _ = try watch(for: "the pin") { app.buttons { $0.hasPrefix("Our hotel, ") }.first }
    _ = try app.waitFor("Added “Our hotel”")

    try chooseFromPlaces(by: "i")
    try waitForDialog("No New Places")
    hands.type("Escape")
    try waitForEnd(ofDialog: "No New Places")

    let target = person.desk.home.appendingPathComponent("out.geojson")
    try portal.choose(target)
    try chooseFromPlaces(by: "e")
    _ = try app.waitFor("1 place exported to “\(person.desk.home.lastPathComponent)”")
    XCTAssertTrue(try String(contentsOf: target, encoding: .utf8).contains("Our hotel"))
    // The desktop is asked for files that hold places, and the next time in the same folder.
    let calls = portal.calls
    XCTAssertTrue(
      calls[0].options.contains("*.[gG][pP][xX]") || calls[0].options.contains("*.gpx"),
      calls[0].options)
    XCTAssertFalse(calls[0].options.contains("current_folder"), calls[0].options)
    // A sandbox sees a file that is lent to it, and not where it is.
    for call in calls[1...] where Desk.sandbox == nil {
      XCTAssertTrue(
        call.options.contains("'current_folder': <b'\(person.desk.home.path)'>"), call.options)
    }
    // A name without an ending, or with one that no places have, gets the one that was proposed.
    for name in ["out", "out.txt"] {
      // In folders of their own, so that each message is another one.
      let folder = person.desk.home.appendingPathComponent("for \(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try portal.choose(folder.appendingPathComponent(name))
      try chooseFromPlaces(by: "e")
      _ = try app.waitFor("1 place exported to “for \(name)”")
      let whole = folder.appendingPathComponent("\(name).gpx")
      XCTAssertTrue(try String(contentsOf: whole, encoding: .utf8).contains("<gpx"))
    }

    hands.type("z", holding: "Control_L")
    try watch(for: "a map without pins") { pinButtons().isEmpty ? true : nil }
  }

  func testPlacesElsewhereAreShownWhenTheyHaveBeenImported() throws {
    let portal = try person.desk.startPortal()
    // In two files, which are chosen together.
    let files = try [("one", "[174.76, -36.84]"), ("two", "[151.21, -33.86]")].map { name, place in
      let file = person.desk.home.appendingPathComponent("\(name).geojson")
      try "{\"type\": \"Point\", \"coordinates\": \(place)}".write(
        to: file, atomically: true, encoding: .utf8)
      return file
    }
    try portal.choose(files[0], files[1])
    try begin()
    try chooseFromPlaces(by: "i")
    try waitForDialog("Make 2 Pins?")
    hands.type("Return")
    try waitForPins(2)
    try watch(for: "both pins") { pinButtons().count == 2 ? true : nil }
    try watch(for: "a view of both") {
      try savedView().flatMap { 160...166 ~= $0.center.longitude && $0.zoom > 3 ? $0 : nil }
    }
  }

  func testWhatIsRequestedBeforeTheLibraryIsOpenIsNotLost() throws {
    try begin(settings: ["places-shown": "true"])
    try watch(for: "the library") { try? rows("SELECT 1 FROM pin") }
    try quit()
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("trip.csv")
    try "name,latitude,longitude\nHarbour,-36.84,174.76\n".write(
      to: file, atomically: true, encoding: .utf8)
    try portal.choose(file)
    // Without a log, who writes keeps others from reading.
    try change("PRAGMA journal_mode = DELETE")
    let other = try occupyLibrary("BEGIN EXCLUSIVE")
    try launch()
    // By the shortest way: the program waits for its library for five seconds.
    try press("Places Menu")
    try app.waitForEntry("Export Places…")
    hands.type("i")
    try app.waitForEnd(ofEntry: "Export Places…")
    XCTAssertEqual(portal.calls.count, 0)
    other.close()
    try waitForDialog("Make 1 Pin?")
  }

  func testAFileThatHoldsNoPlacesIsSaidAndOneImportRunsAtATime() throws {
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("picture.bin")
    try Data(repeating: 0, count: 100).write(to: file)
    try portal.choose(file)
    try begin()
    try chooseFromPlaces(by: "i")
    _ = try app.waitFor(
      "“picture.bin”: This type of file is not supported. Choose a GPX, KML, GeoJSON or table file."
    )
    // One import goes on until it is done.
    portal.answer(.asking)
    try chooseFromPlaces(by: "i")
    try watch(for: "the chooser") { portal.calls.count == 2 ? true : nil }
    try chooseFromPlaces(by: "i")
    _ = try app.waitFor("Wait until the running import, backup or restore has finished.")
    XCTAssertEqual(portal.calls.count, 2)
  }
}
