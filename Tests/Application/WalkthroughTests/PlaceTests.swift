import TestDesk
import TravelModel
import XCTest

/// What an album tells of its place, and the map of an album.
final class PlaceTests: AlbumWalkthrough {
  /// A pin's, when no pointer is over it.
  private static let red: UInt32 = 0xE01B24

  func testTheStripOfMapLeadsToThePin() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    try press("Back")
    let map = try app.waitFor("Map").frame
    hands.type("Right")
    let place = try XCTUnwrap(savedPins().first)
    // The whole step: a view on its way there may be saved, too.
    var end = Mercator.project(view.center)
    end.x += 0.15 * map.width / view.worldSize
    let moved = try watch(for: "a map that has moved") {
      try savedView().flatMap {
        distance($0.center, Mercator.coordinate(at: end), in: view) < 0.01 ? $0 : nil
      }
    }
    try openAlbum()
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    XCTAssertEqual(try savedView(), moved)
    try openAlbum()
    try press("Show on Map")
    try app.waitForEnd(of: "New Collection")
    try watch(for: "the pin in the middle") {
      try savedView().map { distance($0.center, place, in: view) < 2 } == true ? true : nil
    }
  }

  func testThePinAndThePhotosAreOnTheStrip() throws {
    try begin(commons: "spread=900", settings: ["tile-source": "'offline'"])
    try openNewAlbum()
    try waitForPhotos(6)
    try waitForPinAndPhotosOnStrip()
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try openAlbum()
    try waitForPinAndPhotosOnStrip()
    // The pin is in the middle; beside it are dots, and each is a photo.
    let dot = try XCTUnwrap(accentOnStrip())
    hands.click(x: Double(dot.x), y: Double(dot.y))
    try watch(for: "the photo that was taken there") {
      app.all { try $0.name == "Photo Menu" }.isEmpty ? nil : true
    }
  }

  /// A point of a photo's dot, away from the pin.
  private func accentOnStrip() throws -> (x: Int, y: Int)? {
    let strip = try stillFrame(of: "Show on Map")
    let (x, y) = (Int(strip.x + strip.width / 2), Int(strip.y + strip.height / 2))
    let picture = try screen.look(x: x - 80, y: y - 60, width: 161, height: 121)
    for dy in stride(from: 0, through: 120, by: 2) {
      for dx in stride(from: 0, through: 160, by: 2)
      where (abs(dx - 80) > 20 || dy > 74) && picture[dx, dy] == 0x3584E4 {
        return (x - 80 + dx, y - 60 + dy)
      }
    }
    return nil
  }

  private func dropPinWithPhotos() throws -> Frame {
    hands.type("n", holding: "Control_L", "Shift_L")
    // It grows as it comes down.
    return try stillFrame(of: "the pin and its photos") { try $0.name.hasSuffix(", 6 photos") }
  }

  func testAPinThatIsPointedAtShowsItsFirstPhotosAsTheyCome() throws {
    try skipOnWayland("a card is no window there")
    person.services.ask("/control/hold")
    try begin()
    let frame = try dropPinWithPhotos()
    let before = screen.windows.count
    func shownCard() -> UInt? { screen.windows.count > before ? screen.windows.last : nil }
    hands.move(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    let first = try watch(for: "the card") { shownCard() }
    XCTAssertLessThan(screen.size(of: first).height, 100)
    person.services.ask("/control/release")
    // A name, a number and now a row of pictures.
    let card = try watch(for: "the pictures in the card") {
      shownCard().flatMap { screen.size(of: $0).height > 100 ? $0 : nil }
    }
    // They are small, however large the photos.
    XCTAssertLessThan(screen.size(of: card).width, 350)
  }

  func testTheCardOfAPinGivesWayToItsMenu() throws {
    try skipOnWayland("a card is no window there")
    try begin()
    let frame = try dropPinWithPhotos()
    let before = screen.windows.count
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    hands.move(x: x, y: y)
    try watch(for: "the card") { screen.windows.count > before ? true : nil }
    openMenu(x: x, y: y)
    try app.waitForEntry("Remove Pin")
    // It would come back with the menu, or soon after.
    hands.rest(seconds: 1)
    XCTAssertEqual(screen.windows.count, before + 1)
  }

  func testAPinWhoseMenuIsClosedLooksAsBefore() throws {
    try begin()
    let frame = try dropPinWithPhotos()
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    let head = (x: Int(x) + 7, y: Int(y) - 6)
    hands.move(x: x + 100, y: y + 150)
    try watch(for: "the colour of the pin") {
      screen.color(x: head.x, y: head.y) == Self.red ? true : nil
    }
    openMenu(x: x, y: y)
    try app.waitForEntry("Remove Pin")
    hands.type("Escape")
    hands.move(x: x + 100, y: y + 150)
    try watch(for: "its colour again") {
      screen.color(x: head.x, y: head.y) == Self.red ? true : nil
    }
  }

  private func waitForPinAndPhotosOnStrip() throws {
    let strip = try stillFrame(of: "Show on Map")
    let (x, y) = (Int(strip.x + strip.width / 2), Int(strip.y + strip.height / 2))
    let accent: UInt32 = 0x3584E4
    try watch(for: "a pin and photos around it") {
      var counts: [UInt32: Int] = [:]
      let picture = try screen.look(x: x - 80, y: y - 60, width: 161, height: 121)
      for dx in stride(from: 0, through: 160, by: 2) {
        for dy in stride(from: 0, through: 120, by: 2) {
          counts[picture[dx, dy], default: 0] += 1
        }
      }
      return counts[Self.red, default: 0] > 20 && counts[accent, default: 0] > 12 ? true : nil
    }
  }
}
