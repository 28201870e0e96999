import TestDesk
import TravelModel
import XCTest

final class OfflineMapTests: Walkthrough {
  private let europe = MapView(center: Coordinate(latitude: 47, longitude: 8)!, zoom: 4)

  /// Tells land from water by the colours of the light map.
  private func isLand(_ place: Coordinate, in view: MapView) throws -> Bool? {
    let middle = try mapMiddle()
    let (point, center) = (Mercator.project(place), Mercator.project(view.center))
    let color = screen.color(
      x: Int(middle.x + (point.x - center.x) * view.worldSize),
      y: Int(middle.y + (point.y - center.y) * view.worldSize))
    let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
    if red > 0xD8, blue > 0xB8, red > blue { return true }
    return blue > red + 0x20 ? false : nil
  }

  /// Waits until the map names the makers of what is drawn, and no others.
  private func waitForCredit(offline: Bool, tiles: Bool) throws {
    try watch(for: "the credit of \(tiles ? "tiles" : "") \(offline ? "the offline map" : "")") {
      func isNamed(_ maker: String) -> Bool { !app.all { try $0.name.contains(maker) }.isEmpty }
      return isNamed("© OpenStreetMap contributors") == tiles && isNamed("Natural Earth") == offline
        && isNamed("© GeoNames") == offline ? true : nil
    }
  }

  func testWithoutANetworkTheMapIsDrawnAndPlacesHaveNames() throws {
    try start(at: europe, settings: ["tile-source": "'offline'"])
    for (latitude, longitude, expected) in [
      (44.5, 1.5, true), (57.5, 33.0, true), (45.5, -10.0, false), (56.0, 3.5, false),
      (39.0, 6.5, false),
    ] {
      let place = Coordinate(latitude: latitude, longitude: longitude)!
      try watch(for: "land or water at \(place.readable)") {
        try isLand(place, in: europe) == expected ? true : nil
      }
    }
    XCTAssertEqual(person.services.requests, [], "a server was asked")

    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let title = try XCTUnwrap(rows("SELECT title FROM pin").first?.first)
    XCTAssertTrue(title.hasSuffix(", Switzerland"), title)
  }

  func testTheFirstStartShowsAllContinentsWithoutANetwork() throws {
    try start(settings: ["tile-source": "'offline'"])
    let view = try watch(for: "the view") { try savedView() }
    for (latitude, longitude) in [
      (66.0, 100.0), (62.0, -110.0), (-27.0, 133.0), (-45.0, -70.0), (-22.0, 24.0), (24.0, 10.0),
    ] {
      let place = Coordinate(latitude: latitude, longitude: longitude)!
      try watch(for: "land at \(place.readable)") {
        try isLand(place, in: view) == true ? true : nil
      }
    }
  }

  func testTheOfflineMapShowsWhereTilesAreMissing() throws {
    try start(
      at: europe, settings: ["tile-url": "'\(person.services.address)/captive/{z}/{x}/{y}'"])
    let inland = Coordinate(latitude: 44.5, longitude: 1.5)!
    try watch(for: "land") { try isLand(inland, in: europe) == true ? true : nil }
    try waitForCredit(offline: true, tiles: false)
  }

  func testTheOfflineMapTakesOverWhenTheServerFallsSilentAndGivesWayWhenItIsBack() throws {
    try start(at: europe)
    let middle = try mapMiddle()
    func tileIsThere() -> Bool {
      // The services' tiles are of a blue or green that the offline map has not.
      let color = screen.color(x: Int(middle.x) + 37, y: Int(middle.y) + 41)
      let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
      return red > 0x90 && red < 0xD0 && blue > 0xA0 && blue < 0xF0
    }
    try watch(for: "tiles") { tileIsThere() ? true : nil }
    try waitForCredit(offline: false, tiles: true)
    person.switchTiles(on: false)
    for _ in 0..<4 { hands.type("plus") }
    _ = try app.waitFor("Map tiles cannot be loaded at the moment.")
    // No old tile, however much enlarged, may lie over the offline map.
    try watch(for: "the offline map alone") {
      let color = screen.color(x: Int(middle.x) + 37, y: Int(middle.y) + 41)
      return color >> 16 & 0xFF > 0xE0 ? true : nil
    }
    try waitForCredit(offline: true, tiles: false)
    person.switchTiles(on: true)
    let frame = try app.waitFor("Try Again").frame
    hands.click(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    try watch(for: "tiles again") { tileIsThere() ? true : nil }
    try app.waitForEnd(of: "Map tiles cannot be loaded at the moment.")
    try waitForCredit(offline: false, tiles: true)
  }

  func testFromCloserThanItsDetailTheOfflineMapSaysSo() throws {
    let valley = MapView(center: Coordinate(latitude: 46.1, longitude: 7.1)!, zoom: 13)
    try start(at: valley, settings: ["tile-source": "'offline'"])
    try waitForCredit(offline: true, tiles: false)
    func saysSo() -> Bool { !app.all { try $0.name.contains("No more detail offline") }.isEmpty }
    XCTAssertFalse(saysSo())
    hands.type("plus")
    try watch(for: "the sentence") { saysSo() ? true : nil }
    try waitForCredit(offline: true, tiles: false)
    hands.type("minus")
    try watch(for: "its end") { saysSo() ? nil : true }
  }

  func testTheCreditLeadsToTheMakersPages() throws {
    let opened = try person.desk.installOpener(
      for: "x-scheme-handler/http", "x-scheme-handler/https")
    try start(at: europe, settings: ["tile-source": "'offline'"])
    let credit = try watch(for: "the credit") {
      try app.all { try $0.name.contains("Natural Earth") && $0.frame.width > 1 }.first?.frame
    }
    for (part, page) in [
      (0.2, "https://www.naturalearthdata.com"), (0.8, "https://www.geonames.org"),
    ] {
      hands.click(x: credit.x + part * credit.width, y: credit.y + credit.height / 2)
      try watch(for: page) {
        (try? String(contentsOf: opened, encoding: .utf8))?.contains(page) == true ? true : nil
      }
    }
  }

  func testAMissingOrDamagedFileCostsTheFeatureAndNotTheStart() throws {
    // The program finds its data beside itself: so a copy of it has a broken world.
    let stage = person.desk.home.appendingPathComponent("stage")
    try FileManager.default.copyItem(
      at: TouristAtDesk.stagedProgram.deletingLastPathComponent().deletingLastPathComponent(),
      to: stage)
    let atlas = stage.appendingPathComponent("share/virtual-tourist/atlas")
    try Data("rubbish".utf8).write(to: atlas.appendingPathComponent("outlines.atlas"))
    try FileManager.default.removeItem(at: atlas.appendingPathComponent("gazetteer.atlas"))
    try person.writeSettings(["map-latitude": "47.0", "map-longitude": "8.0", "map-zoom": "4.0"])
    try launch(stage.appendingPathComponent("bin/virtual-tourist").path)
    try watch(for: "a sentence") {
      app.all { try $0.name.contains("The offline map is damaged or missing") }.first
    }
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
  }
}

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

  func testAPinWhereAPeakWasFoundIsCalledAsThePeak() throws {
    try start(at: nowhere)
    search("everest")
    try watch(for: "the mountain") {
      app.all { try $0.name.hasPrefix("Mount Everest, ") }.first
    }
    hands.type("Return")
    try press("Drop a Pin Here")
    try waitForPins(1)
    hands.type("f", holding: "Control_L")
    hands.type(text: "danube")
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
    hands.type("f", holding: "Control_L")
    hands.type(text: "reykj")
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

    // It is found by its title from elsewhere.
    search("reykjavik ice")
    try watch(for: "the pin among what is found") {
      app.all { try $0.name.hasPrefix("Reykjavík, Iceland, 64.1") }.first
    }
  }

  func testACoordinateIsFound() throws {
    try start(at: nowhere)
    search("48.8584, 2.2945")
    _ = try app.waitFor("48.85840° N, 2.29450° E")
    hands.type("Return")
    try waitForView(around: Coordinate(latitude: 48.8584, longitude: 2.2945)!, pixels: 2)
  }

  func testWhatIsNowhereIsSaidAndEscapeReturnsToTheMap() throws {
    try start(at: nowhere)
    let (map, button) = (try app.waitFor("Map").frame, try app.waitFor("Search").frame)
    XCTAssertLessThan(map.y, button.y + 2 * button.height, "room for a search that is closed")
    search("qqqqzzzz")
    _ = try app.waitFor("No places found")
    hands.type("Return")
    hands.type("Escape")
    try watch(for: "the list to close") {
      try app.all { try $0.name == "No places found" }.allSatisfy { try $0.frame.height == 0 }
        ? true : nil
    }
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
