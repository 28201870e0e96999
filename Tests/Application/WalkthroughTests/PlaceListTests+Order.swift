import Foundation
import TestDesk
import XCTest

/// The list of places by order and by country.
extension PlaceListTests {
  private func choose(_ order: String, by key: String) throws {
    // By keys: a press is lost while the menu of before has the pointer still.
    try goByKeys(to: "Order")
    hands.type("space")
    try app.waitForEntry(order)
    hands.type(key)
    try app.waitForEnd(ofEntry: order)
  }

  func testTheListIsInTheOrderThatIsChosenAlsoAfterARestart() throws {
    try beginWithPins()
    try openList()
    try wait(forList: PlaceListTests.titles)
    try choose("Newest First", by: "e")
    try wait(forList: ["Isle", "Shrine", "Opera", "Tower"])
    try choose("Nearest First", by: "f")
    try wait(forList: ["Tower", "Isle", "Opera", "Shrine"])
    try choose("Country", by: "c")
    try wait(forList: ["Isle", "Tower", "Shrine", "Opera"])
    try quit()
    try launch()
    try wait(forList: ["Isle", "Tower", "Shrine", "Opera"])
    try choose("Name", by: "n")
    try wait(forList: PlaceListTests.titles)
  }

  func testTheCountriesWhereOneHasBeenAreCountedListedAndTinted() throws {
    try beginWithPins()
    try quit()
    try change("UPDATE pin SET mark = 'been' WHERE title IN ('Tower', 'Isle', 'Opera')")
    try begin(settings: ["prefetch": "false", "tile-source": "'offline'"])
    try openList()
    _ = try app.waitFor("2 countries")
    // Another pin is marked.
    hands.type(text: "shr")
    try wait(forList: ["Shrine"])
    hands.type("Down")
    try waitForFocus(on: "Shrine")
    hands.type("Menu")
    try app.waitForEntry("Details…")
    hands.type("t")
    try waitForFocus(on: "Note")
    try press("Been")
    try watch(for: "the mark in the library") {
      try rows("SELECT mark FROM pin WHERE title = 'Shrine'") == [["been"]] ? true : nil
    }
    try screen.focus(XCTUnwrap(screen.topWindow))
    hands.type("Escape")
    try waitForEnd(ofDialog: "Details")
    try press("3 countries")
    let countries = ["France", "Japan", "Norway"]
    try watch(for: "the countries") {
      app.all { try $0.role == "list item" && countries.contains($0.name) && $0.frame.width > 1 }
        .compactMap { try? $0.name } == countries ? true : nil
    }
    let plain = try settledLand()
    try press("Tint Them on the Map")
    _ = try settledLand(otherThan: plain)
    try press("Tint Them on the Map")
    try watch(for: "the plain map") { try settledLand() == plain ? true : nil }
    // A press on a country lists its places.
    try press("France")
    try wait(forList: ["Isle", "Tower"])
  }

  /// The colours of some land, away from what is on the map, when they change no more.
  private func settledLand(otherThan known: [UInt32]? = nil) throws -> [UInt32] {
    let middle = try mapMiddle()
    var looks: [[UInt32]] = []
    return try watch(for: "land that is drawn\(known == nil ? "" : " otherwise")") {
      looks = looks.suffix(9) + [screen.colors(around: (middle.x + 40, middle.y + 110))]
      return looks.count == 10 && Set(looks).count == 1 && looks[0] != known ? looks[0] : nil
    }
  }
}
