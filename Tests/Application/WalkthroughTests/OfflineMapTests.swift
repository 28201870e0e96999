import TestDesk
import TravelModel
import XCTest

final class OfflineMapTests: Walkthrough {
  private let europe = MapView(center: Coordinate(latitude: 47, longitude: 8)!, zoom: 4)

  /// Tells land from water by most of the colours of the light map around a place: the place itself
  /// may be below a name or a border.
  private func isLand(_ place: Coordinate, in view: MapView) throws -> Bool? {
    let middle = try mapMiddle()
    let (point, center) = (Mercator.project(place), Mercator.project(view.center))
    let side = 15
    let picture = try screen.look(
      x: Int(middle.x + (point.x - center.x) * view.worldSize) - side / 2,
      y: Int(middle.y + (point.y - center.y) * view.worldSize) - side / 2,
      width: side, height: side)
    let colors = (0..<side * side).map { picture[$0 % side, $0 / side] }
      .map { (red: $0 >> 16 & 0xFF, blue: $0 & 0xFF) }
    let land = colors.count { $0.red > 0xD8 && $0.blue > 0xB8 && $0.red > $0.blue }
    let water = colors.count { $0.blue > $0.red + 0x20 }
    let half = colors.count / 2
    return land > half ? true : water > half ? false : nil
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

  func testStartsThatWereEndedAtOnceCostTheNextOneNothing() throws {
    try person.writeSettings([
      "tile-source": "'offline'", "map-latitude": "47.0", "map-longitude": "8.0", "map-zoom": "4.0",
    ])
    for _ in 0..<2 {
      try launch()
      kill(program.id, SIGTERM)
      XCTAssertEqual(try program.waitForExit(), 0)
    }
    try launch()
    let inland = Coordinate(latitude: 44.5, longitude: 1.5)!
    try watch(for: "land") { try isLand(inland, in: europe) == true ? true : nil }
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    XCTAssertEqual(try savedTitles().map { $0.hasSuffix(", Switzerland") }, [true])
    XCTAssertTrue(app.buttons { $0 == "Try Again" }.isEmpty)
  }

  func testTheFirstStartShowsAllContinentsWithoutANetwork() throws {
    try start(settings: ["tile-source": "'offline'"])
    for (latitude, longitude) in [
      (66.0, 100.0), (62.0, -110.0), (-27.0, 133.0), (-45.0, -70.0), (-22.0, 24.0), (24.0, 10.0),
    ] {
      let place = Coordinate(latitude: latitude, longitude: longitude)!
      try watch(for: "land at \(place.readable)") {
        try savedView().flatMap { try isLand(place, in: $0) } == true ? true : nil
      }
    }
  }

  func testTheOfflineMapIsAsSharpWhereItTakesOver() throws {
    let coast = Coordinate(latitude: 44.3, longitude: 9)!
    try start(at: MapView(center: coast, zoom: 5.5), settings: ["tile-source": "'offline'"])
    let view = try XCTUnwrap(savedView())
    try watch(for: "land") {
      try isLand(Coordinate(latitude: 45, longitude: 9)!, in: view) == true ? true : nil
    }
    // The names come later than the land.
    try waitForCredit(offline: true, tiles: false)
    let middle = try mapMiddle()
    let (x, y) = (Int(middle.x) - 80, Int(middle.y) - 80)
    let sharp = try pictureAtRest(x: x, y: y, width: 160, height: 160)
    try quit()

    // It is below a server's tiles when the zoom changes, and need not be painted for each then.
    try start(at: MapView(center: coast, zoom: 4.5))
    try waitForCredit(offline: false, tiles: true)
    hands.type("plus")
    try watch(for: "the zoom") { try savedView()?.zoom == 5.5 ? true : nil }
    try choose(by: "f", fromMenu: "Map Layers", with: "OpenStreetMap")
    try waitForCredit(offline: true, tiles: false)
    try watch(for: "the map as it was") {
      try screen.look(x: x, y: y, width: 160, height: 160) == sharp ? true : nil
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
    // The program tries again by itself, too, and then needs no button.
    let button = try stillFrame(of: "Try Again")
    person.switchTiles(on: true)
    press(at: button)
    try watch(for: "tiles again") { tileIsThere() ? true : nil }
    try app.waitForEnd(of: "Map tiles cannot be loaded at the moment.")
    try waitForCredit(offline: false, tiles: true)
  }

  func testFromCloserThanItsDetailTheOfflineMapSaysSoAndNoSearchFliesThere() throws {
    // In the Sahara, where Libya, Algeria and Niger meet, and nothing has a name.
    let desert = MapView(center: Coordinate(latitude: 24, longitude: 12.5)!, zoom: 10)
    try start(at: desert, settings: ["tile-source": "'offline'"])
    try waitForCredit(offline: true, tiles: false)
    XCTAssertFalse(saysThereIsNoMore())
    hands.type("plus")
    try watch(for: "the sentence") { saysThereIsNoMore() ? true : nil }
    try waitForCredit(offline: true, tiles: false)
    hands.type("f", holding: "Control_L")
    hands.type(text: "reykj")
    _ = try app.waitFor("Reykjavík, Iceland")
    hands.type("Return")
    let reykjavik = Coordinate(latitude: 64.1355, longitude: -21.8954)!
    try watch(for: "the city, with its names") {
      try savedView().flatMap {
        $0.zoom == 10 && distance($0.center, reykjavik, in: $0) < 20 ? true : nil
      }
    }
    try watch(for: "the end of the sentence") { saysThereIsNoMore() ? nil : true }
  }

  private func saysThereIsNoMore() -> Bool {
    !app.all { try $0.name.contains("No more detail offline") }.isEmpty
  }

  func testTheCreditLeadsToTheMakersPages() throws {
    let opened = try person.desk.installOpener(
      for: "x-scheme-handler/http", "x-scheme-handler/https")
    try start(at: europe, settings: ["tile-source": "'offline'"])
    // The names on the map, and with them their makers, come after the map.
    let credit = try stillFrame(of: "the credit") {
      try $0.name.contains("Natural Earth") && $0.name.contains("GeoNames")
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
