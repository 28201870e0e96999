import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Tiles that are none.
final class TileTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 4)

  func testTilesOfVastPicturesAreNeitherDecodedNorKept() throws {
    try start(at: view, settings: ["tile-url": "'\(person.services.address)/vast/{z}/{x}/{y}.png'"])
    _ = try app.waitFor("Map tiles cannot be loaded at the moment.")
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    XCTAssertEqual(try cachedTiles(), [])
  }

  func testATileThatFailedComesALittleLater() throws {
    try start(
      at: view, settings: ["tile-url": "'\(person.services.address)/flaky/{z}/{x}/{y}.png'"])
    try watch(for: "the tile in the middle") { try isTiled() ? true : nil }
    XCTAssertEqual(person.services.requests.count { $0.contains("/4/8/7.png") }, 2)
  }

  func testWhereAServerRefusesTheUserIsOfferedOthers() throws {
    try start(
      at: view, settings: ["tile-url": "'\(person.services.address)/blocked/{z}/{x}/{y}.png'"])
    _ = try app.waitFor(
      "127.0.0.1 refuses to send map tiles. You can use the offline map, or another server.")
    try press("Choose Map…")
    _ = try app.waitFor("Map Tiles")
    hands.type("Escape")
    try app.waitForEnd(of: "Map Tiles")
  }

  func testVastPicturesInTheCacheAreNotDecodedButAskedForAnew() throws {
    try start(at: view)
    try watch(for: "the map's tiles") { try isTiled() ? true : nil }
    try watch(for: "tiles in the cache") { try cachedTiles().isEmpty ? nil : true }
    try quit()
    let bomb = person.services.ask("/vast/0/0/0.png")
    let planted = try cachedTiles()
    XCTAssertFalse(planted.isEmpty)
    for tile in planted { try bomb.write(to: tile) }
    let asked = person.services.requests.count
    try start()
    try watch(for: "the map's tiles") { try isTiled() ? true : nil }
    try watch(for: "another request") { person.services.requests.count > asked ? true : nil }
    try watch(for: "pictures in the place of all vast ones") {
      try cachedTiles().allSatisfy { (try? Data(contentsOf: $0)) != bomb } ? true : nil
    }
    try quit()
  }

  func testAMapFileIsOpenedEnlargedAndMissed() throws {
    let file = person.desk.home.appendingPathComponent("streets.mbtiles")
    // Three zooms further out than the view.
    try writeMBTiles(
      SampleTile.all(ofZoom: 1, plainPicture("png", width: 256, height: 256)),
      metadata: ["attribution": "<a href='https://a.example'>Maps &amp; More</a>"], to: file.path)
    try start(at: view)
    XCTAssertEqual(try person.start([file.path]).waitForExit(), 0)
    try watch(for: "the file's tiles") {
      let middle = try mapMiddle()
      let color = screen.color(x: Int(middle.x) + 37, y: Int(middle.y) + 41)
      return color & 0xFFFFFF == 0x336699 ? true : nil
    }
    try watch(for: "its credit") { app.all { try $0.name.contains("Maps & More") }.first }
    try quit()

    try FileManager.default.removeItem(at: file)
    try launch()
    _ = try app.waitFor(
      "The map file “streets.mbtiles” is missing. It may have been moved or removed.")
    try watch(for: "the offline map") { app.all { try $0.name.contains("Natural Earth") }.first }
    try press("Choose Map…")
    _ = try app.waitFor("Map Tiles")
    hands.type("Escape")
    try app.waitForEnd(of: "Map Tiles")
  }

  func testSatellitesAreAskedForWhatTheyHaveAndNamed() throws {
    try start(at: MapView(center: view.center, zoom: 11))
    func choose(_ key: String, creditedTo maker: String, askedFor path: String) throws {
      try self.choose(by: key, fromMenu: "Map Layers", with: "OpenStreetMap")
      try watch(for: path) { person.services.requests.first { $0.contains(path) } }
      try watch(for: "the credit of \(maker)") {
        app.all { try $0.name.contains(maker) }.first
      }
    }
    // Each as deep as it goes.
    try choose(
      "b", creditedTo: "Imagery by NASA GIBS / ESDIS",
      askedFor: "/gibs/BlueMarble_ShadedRelief_Bathymetry/default/GoogleMapsCompatible_Level8/8/")
    try choose(
      "c", creditedTo: "CC BY-NC-SA 4.0", askedFor: "/eox/s2cloudless-2024_3857/default/g/11/")
    try choose(
      "e", creditedTo: "Imagery by NASA GIBS / ESDIS",
      askedFor: "/gibs/MODIS_Terra_CorrectedReflectance_TrueColor/default/20")
    try watch(for: "its day") { app.all { try $0.name.hasPrefix("Day: ") }.first }
    let refused = person.services.requests.filter { $0.hasPrefix("4") }
    XCTAssertEqual(refused, [])
  }

  /// Tells whether a tile of the services, and not the offline map, is in the middle of the map.
  private func isTiled() throws -> Bool {
    let middle = try mapMiddle()
    let color = screen.color(x: Int(middle.x) + 37, y: Int(middle.y) + 41)
    // The tile is of 0xB9CCC6; a sea that waits for tiles has less red, and land has more.
    return (0xA8..<0xD0).contains(color >> 16 & 0xFF) && (0xB1..<0xD8).contains(color & 0xFF)
  }

  private func cachedTiles() throws -> [URL] {
    let cache = person.desk.home.appendingPathComponent("cache/virtual-tourist/tiles")
    let all = FileManager.default.enumerator(at: cache, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "png" }
  }
}
