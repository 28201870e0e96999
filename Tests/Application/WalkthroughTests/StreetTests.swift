import Foundation
import TestDesk
import TravelModel
import XCTest

/// A person who stands in a street, and walks there.
final class StreetTests: AlbumWalkthrough {
  /// The searches in Panoramax so far.
  private var searches: [String] {
    person.services.requests.filter { $0.contains(" /panoramax/") }
  }

  private func waitForView(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the view “\(name)”", file: file, line: line) {
      app.all { try $0.role == "image" && $0.name == name }.first
    }
  }

  private func waitForKeeping(
    _ isPossible: Bool, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "“Keep in Album”, possible: \(isPossible)", file: file, line: line) {
      app.all { try $0.name == "Keep in Album" && $0.has(.sensitive) == isPossible }.first
    }
  }

  func testOneStandsAtAPinWalksOnAndKeepsWhatOneSees() throws {
    let street = person.services.panoramax("quirks=bare+proprietary")
    try begin(count: 2, settings: ["prefetch": "false", "panoramax-endpoint": "'\(street)'"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let pin = try stillFrame(of: "the pin") { try $0.name.hasSuffix(" photos") }
    openMenu(x: pin.x + pin.width / 2 + 4, y: pin.y + pin.height / 2 - 5)
    try app.waitForEntry("Stand Here")
    XCTAssertEqual(searches, [], "nobody has asked for them")
    hands.type("h")
    try waitForView("Panorama, looking east")
    try waitForKeeping(true)
    XCTAssertEqual(app.buttons { $0 == "Walk Back" }.count, 0)
    assertNamed("the street")
    // Eight presses turn by 90 degrees.
    for _ in 0..<8 { hands.type("Left") }
    try waitForView("Panorama, looking north")

    // Of the second picture it is not known which way it looks, and it is not to be kept.
    try press("Walk On")
    try waitForView("Panorama")
    try waitForKeeping(false)
    hands.type("Page_Down")
    try waitForView("Panorama, looking east")
    try waitForKeeping(true)
    hands.type("Page_Down")
    try waitForView("Picture of a street")
    _ = try app.waitFor("Dörte Sandbox · CC BY-SA 4.0 · Panoramax")
    hands.type("Page_Up")
    try waitForView("Panorama, looking east")
    XCTAssertEqual(searches.count, 5)

    try press("Keep in Album")
    try watch(for: "the picture in the album") {
      try rows("SELECT source, author, license, state, is_favorite FROM photo")
        == [["panoramax", "Chiyo Sandbox", "CC BY-SA 4.0", "stored", "1"]] ? true : nil
    }
    hands.type("Escape")
    // It is filled when it is first seen.
    try openAlbum()
    try waitForPhotos(3)
  }

  func testWhereThereArePicturesIsShownOnTheMapAndAPressLeadsThere() throws {
    try begin(settings: ["panoramax-endpoint": "'\(person.services.panoramax("-"))'"])
    func squares() -> [String] { searches.filter { $0.contains("/map/") } }
    try choose(by: "u", fromMenu: "Map Layers", with: "OpenStreetMap")
    _ = try app.waitFor("Zoom in to see where there are street pictures.")
    XCTAssertEqual(squares(), [], "nothing is shown from so far away")
    for _ in 0..<3 { hands.type("plus") }
    let map = try app.waitFor("Map").frame
    var last = (x: 0.0, y: 0.0)
    let spot = try watch(for: "a street on the map at rest") { () -> (x: Double, y: Double)? in
      let picture = try screen.look(
        x: Int(map.x) + 100, y: Int(map.y) + 100, width: 740, height: Int(map.height) - 110)
      for y in 0..<picture.height {
        for x in 0..<picture.width - 8 where (0..<8).allSatisfy({ picture[x + $0, y] == 0x1A5FB4 })
        {
          let found = (x: map.x + 104 + Double(x), y: map.y + 100 + Double(y))
          defer { last = found }
          return try found == last && savedView()?.zoom == 15 ? found : nil
        }
      }
      return nil
    }
    XCTAssertLessThanOrEqual(squares().count { $0.contains("/map/13/") }, 9)
    XCTAssertEqual(searches, squares(), "nothing else has been asked for")
    let pressed = try place(x: spot.x, y: spot.y, in: try XCTUnwrap(savedView()))
    hands.click(x: spot.x, y: spot.y)
    try waitForView("Panorama, looking east")
    XCTAssertEqual(app.buttons { $0 == "Keep in Album" }.count, 0, "there is no album")
    let asked = try XCTUnwrap(searches.first { $0.contains("place_position=") })
    let numbers = asked.split(separator: "place_position=")[1].prefix { $0 != "&" && $0 != " " }
      .replacing("%2C", with: ",").split(separator: ",").compactMap { Double($0) }
    let there = try XCTUnwrap(Coordinate(latitude: numbers[1], longitude: numbers[0]))
    XCTAssertLessThan(there.distance(to: pressed), 20)
    hands.type("Escape")
    _ = try app.waitFor("Map")
    try choose(by: "u", fromMenu: "Map Layers", with: "OpenStreetMap")
    try watch(for: "the map without it") {
      screen.color(x: Int(spot.x), y: Int(spot.y)) == 0x1A5FB4 ? nil : true
    }
  }

  func testWhereNobodyHasPicturesThatIsSaid() throws {
    let empty = person.services.panoramax("count=0")
    try begin(settings: ["panoramax-endpoint": "'\(empty)'"])
    let middle = try mapMiddle()
    openMenu(x: middle.x + 100, y: middle.y)
    try app.waitForEntry("Stand Here")
    hands.type("h")
    _ = try app.waitFor("No Street Pictures Here")
    XCTAssertEqual(app.buttons { $0 == "Keep in Album" }.count, 0)
    hands.type("Escape")
    _ = try app.waitFor("Map")
  }
}
