import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Places brought from files, and taken along in them.
final class PlaceFileTests: AlbumWalkthrough {
  private func chooseFromMenu(_ entry: String, by key: String) throws {
    hands.type("F10")
    try app.waitForEntry(entry)
    hands.type(key)
    try app.waitForEnd(ofEntry: entry)
  }

  func testPlacesAreImportedUndoneAndExported() throws {
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("trip.gpx")
    try """
    <gpx version="1.1"><wpt lat="\(view.center.latitude)" lon="\(view.center.longitude)">
    <name>Our hotel</name></wpt><wpt lat="north" lon="1"/></gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    try portal.choose(file)
    try begin()
    try chooseFromMenu("Import Places…", by: "i")
    try waitForDialog("Make 1 Pin?")
    _ = try watch(for: "what is wrong in the file") {
      app.all {
        try $0.name.hasPrefix("“trip.gpx” holds 1 place that is not on the map. 1 line of the file")
      }.first
    }
    assertNamed("the import")
    hands.type("Return")
    try waitForPins(1)
    _ = try watch(for: "the pin") { app.buttons { $0.hasPrefix("Our hotel, ") }.first }
    _ = try app.waitFor("Added “Our hotel”")

    try chooseFromMenu("Import Places…", by: "i")
    try waitForDialog("No New Places")
    hands.type("Escape")
    try waitForEnd(ofDialog: "No New Places")

    let target = person.desk.home.appendingPathComponent("out.geojson")
    try portal.choose(target)
    try chooseFromMenu("Export Places…", by: "e")
    _ = try app.waitFor("1 place exported")
    XCTAssertTrue(try String(contentsOf: target, encoding: .utf8).contains("Our hotel"))
    // A name without an ending, or with one that no places have, gets the one that was proposed.
    for name in ["out", "out.txt"] {
      try dismiss("1 place exported")
      try portal.choose(person.desk.home.appendingPathComponent(name))
      try chooseFromMenu("Export Places…", by: "e")
      _ = try app.waitFor("1 place exported")
      let whole = person.desk.home.appendingPathComponent("\(name).gpx")
      XCTAssertTrue(try String(contentsOf: whole, encoding: .utf8).contains("<gpx"))
    }

    hands.type("z", holding: "Control_L")
    try watch(for: "a map without pins") { pinButtons().isEmpty ? true : nil }
  }

  func testPlacesElsewhereAreShownWhenTheyHaveBeenImported() throws {
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("harbours.geojson")
    try """
    {"type": "MultiPoint", "coordinates": [[174.76, -36.84], [151.21, -33.86]]}
    """.write(to: file, atomically: true, encoding: .utf8)
    try portal.choose(file)
    try begin()
    try chooseFromMenu("Import Places…", by: "i")
    try waitForDialog("Make 2 Pins?")
    hands.type("Return")
    try waitForPins(2)
    try watch(for: "both pins") { pinButtons().count == 2 ? true : nil }
    try watch(for: "a view of both") {
      try savedView().flatMap { 160...166 ~= $0.center.longitude && $0.zoom > 3 ? $0 : nil }
    }
  }

  func testWhatIsRequestedBeforeTheLibraryIsOpenIsNotLost() throws {
    try begin()
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
    _ = try app.waitFor("Map")
    try chooseFromMenu("Import Places…", by: "i")
    XCTAssertEqual(portal.calls.count, 0)
    other.close()
    try waitForDialog("Make 1 Pin?")
  }

  func testAFileThatHoldsNoPlacesIsSaid() throws {
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("picture.bin")
    try Data(repeating: 0, count: 100).write(to: file)
    try portal.choose(file)
    try begin()
    try chooseFromMenu("Import Places…", by: "i")
    _ = try app.waitFor(
      "“picture.bin”: The file is none of the kinds that hold places: GPX, KML, GeoJSON or a table."
    )
  }
}
