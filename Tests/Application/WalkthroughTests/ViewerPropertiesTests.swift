import Foundation
import TestDesk
import TravelModel
import XCTest

/// What the viewer tells of a photo, beside it or below it.
final class ViewerPropertiesTests: ViewerWalkthrough {
  func testThePropertiesTellWhosePhotoItIsAndLeadToItsPages() throws {
    let opened = try person.desk.installOpener(
      for: "x-scheme-handler/http", "x-scheme-handler/https")
    let names = try beginInViewer()
    XCTAssertTrue(app.all { try $0.name.hasPrefix("Author: ") }.isEmpty)
    hands.type("F9")
    let row = try rows(
      """
      SELECT title, author, license, license_url, page_url FROM photo ORDER BY position LIMIT 1
      """)[0]
    XCTAssertEqual(row[0], names[0])
    for property in [
      "Author: \(row[1])", "Licence: \(row[2])", "Source: 127.0.0.1", "Size: 2048 × 1365 pixels",
    ] {
      _ = try app.waitFor(property)
    }
    XCTAssertEqual(app.all { try $0.name.hasPrefix("Date: ") }.count, 1)
    XCTAssertEqual(
      app.all { try $0.name.hasPrefix("Place: ") && $0.name.hasSuffix("\u{A0}m from the pin") }
        .count, 1)
    assertNamed("the viewer")
    func waitForPages(_ wanted: [String]) throws {
      try watch(for: "pages \(wanted)") {
        let pages = try? String(contentsOf: opened, encoding: .utf8).split(separator: "\n")
        return pages.map { $0.map(String.init) == wanted } == true ? true : nil
      }
    }
    try press("Licence: \(row[2])")
    // Each is opened by a process of its own.
    try waitForPages([row[3]])
    try press("Source: 127.0.0.1")
    try waitForPages([row[3], row[4]])
    hands.type("F9")
    try app.waitForEnd(of: "Author: \(row[1])")
  }

  func testThePropertiesTellWhatAPhotoWasChosenAs() throws {
    let city = "city,seed=3"
    try start(
      at: MapView(center: Coordinate(latitude: 48.8584, longitude: 2.2945)!, zoom: 14),
      settings: [
        "commons-endpoint": "'\(person.services.commons(city))'",
        "wikipedia-endpoint": "'\(person.services.wikipedia(city))'", "photos-per-album": "6",
        "prefetch": "true",
      ])
    try openNewAlbum()
    try waitForPhotos(6)
    try focusPhoto(0)
    hands.type("space")
    let row = try rows("SELECT title, merit FROM photo ORDER BY position LIMIT 1")[0]
    try waitForViewer(of: row[0])
    hands.type("F9")
    XCTAssertTrue(row[1].hasPrefix("lead "), row[1])
    _ = try app.waitFor("Distinction: Lead picture of \(row[1].dropFirst("lead ".count))")
  }

  func testInANarrowWindowThePropertiesAreLeftFirst() throws {
    let names = try beginInViewer()
    let size = "Size: 2048 × 1365 pixels"
    try resize(width: 360, height: 640)
    hands.type("F9")
    _ = try app.waitFor(size)
    hands.type("Escape")
    try app.waitForEnd(of: size)
    try waitForViewer(of: names[0])
    // They stay through a change of the window, wherever they are then.
    hands.type("F9")
    _ = try app.waitFor(size)
    try resize(width: 1000, height: 680)
    _ = try app.waitFor(size)
    try resize(width: 360, height: 640)
    _ = try app.waitFor(size)
    hands.type("F9")
    try app.waitForEnd(of: size)
    hands.type("Escape")
    try waitForAlbum()
  }

  func testInANarrowWindowThePictureBeginsBelowTheWholeTitle() throws {
    try beginInViewer()
    try resize(width: 360, height: 640)
    try watch(for: "the author above the picture") { () -> Bool? in
      let author = app.all { try $0.name.hasPrefix("1 of 6 · ") && $0.frame.height > 0 }.first
      guard let text = try author?.frame, let top = try picture()?.frame.y else { return nil }
      return text.y + text.height <= top ? true : nil
    }
  }

  private func resize(width: Double, height: Double) throws {
    let edges = 2 * screen.windowBorder
    let window = try XCTUnwrap(screen.topWindow)
    screen.resize(window, width: Int(width + edges), height: Int(height + edges))
    try watch(for: "the picture in a window of \(width) pixels") {
      try picture().map { try ($0.frame.width > 500) == (width > 500) } == true ? true : nil
    }
  }
}
