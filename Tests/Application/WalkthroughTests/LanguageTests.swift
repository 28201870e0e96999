import Foundation
import GLibBridge
import TestDesk
import TestSupport
import TravelModel
import XCTest

/// What a person does first, in other languages: all is found by its role and what it is called there.
final class LanguageTests: AlbumWalkthrough {
  override func tearDown() {
    Languages.leave()
    super.tearDown()
  }

  func testGerman() throws { try beATourist(in: "de_DE") }

  func testJapanese() throws { try beATourist(in: "ja_JP") }

  func testArabicFromRightToLeft() throws { try beATourist(in: "ar_EG", fromRight: true) }

  /// Drops a pin, looks at its album and changes it, and goes on to another place.
  private func beATourist(in locale: String, fromRight: Bool = false) throws {
    try begin(in: locale)
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForPins(1)
    let place = ["title": try savedTitles()[0]]
    try press(
      button: tr("{title}, {count} photo", plural: "{title}, {count} photos", count: 6, place))
    let names = try waitForAlbum(of: 6)
    // What is at the start of a line is at the right in some languages, and its end at the left.
    XCTAssertEqual(try stillFrame(of: said("Back")).x > middle.x, fromRight)
    XCTAssertEqual(try stillFrame(of: said("New Collection")).x < middle.x, fromRight)
    try expectRoom()

    try press(names[1])
    XCTAssertEqual(try waitForAlbum(of: 5), names.filter { $0 != names[1] })
    try press(said("Undo"))
    XCTAssertEqual(try waitForAlbum(of: 6), names)
    try watch(for: "a collection to be possible") {
      try app.buttons { $0 == said("New Collection") }.first { try $0.has(.sensitive) }
    }
    try press(button: said("New Collection"))
    try watch(for: "other photos") {
      let others = Set(try rows("SELECT title FROM photo WHERE state = 'stored'").map { $0[0] })
      return others.count == 6 && others.isDisjoint(with: names) ? true : nil
    }
    try press(button: said("Back"))
    try app.waitForEnd(of: said("Back"))

    try press(button: said("Search"))
    _ = try stillFrame(of: said("Search places"))
    hands.type(text: "reykjavik")
    hands.type("Return")
    try watch(for: "the city in the view") {
      try savedView().flatMap { $0.center.latitude > 64 ? $0 : nil }
    }
    try press(button: said("Drop a Pin Here"))
    let city = try waitForPins(2)[1]
    XCTAssertEqual(city.latitude, 64.14, accuracy: 0.05)
    // Places have their names in the language, too.
    XCTAssertFalse(try savedTitles()[1].hasSuffix("Iceland"))
    try expectRoom()
  }

  /// Makes sure that no text of the page needs a wider window than the narrowest.
  private func expectRoom(file: StaticString = #filePath, line: UInt = #line) throws {
    let window = try XCTUnwrap(screen.topWindow)
    let (size, width) = (screen.size(of: window), Int(360 + 2 * screen.windowBorder))
    // Not at once: what makes the page narrow waits for a narrower window.
    for step in [480, width] { screen.resize(window, width: step, height: size.height) }
    try watch(for: "the narrowest window", file: file, line: line) {
      screen.resize(window, width: width, height: size.height)
      return screen.size(of: window).width == width ? true : nil
    }
    screen.resize(window, width: size.width, height: size.height)
  }

  private func begin(in locale: String) throws {
    let environment = try Languages.environment(
      of: locale, madeIn: person.desk.home.appendingPathComponent("locales"))
    try Languages.lookUp(in: String(locale.prefix(2)), with: environment)
    try begin(environment: environment)
  }

  /// What the program calls something in the language.
  private func said(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> String {
    let said = tr(text)
    XCTAssertNotEqual(said, text, "“\(text)” is not translated", file: file, line: line)
    return said
  }

  private func press(
    button name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try press(name, file: file, line: line) {
      try ["push button", "button"].contains($0.role) && $0.name == name
    }
  }

  /// Waits until the album shows so many photos that have come, and returns what they are called.
  private func waitForAlbum(of count: Int) throws -> [String] {
    try watch(for: "\(count) photos") {
      let names = try rows("SELECT title FROM photo WHERE state = 'stored' ORDER BY position")
        .map { $0[0] }
      return names.count == count && photoNames() == names ? names : nil
    }
  }
}
