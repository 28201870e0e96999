import TestDesk
import TravelModel
import XCTest

/// The panel that tells about the place of an album.
final class PlaceArticleTests: AlbumWalkthrough {
  /// The first sentences of articles that show.
  private func articles() throws -> [String] {
    let starts = [" is a town of the sandbox", " is one of the sights of the sandbox"]
    let shown = app.all { label in
      try label.role == "label" && label.frame.width > 1
        && starts.contains { try label.name.contains($0) }
    }
    return try shown.map { try $0.name }
  }

  /// Selects a text, and finds it on the clipboard with where it is from.
  private func copy(_ words: String) throws {
    let label = try stillFrame(of: words)
    hands.click(x: label.x + label.width / 2, y: label.y + label.height / 2)
    hands.type("a", holding: "Control_L")
    hands.type("c", holding: "Control_L")
    let text = try watch(for: "the copied words") {
      try screen.clipboardText(as: "text/plain;charset=utf-8")
    }
    let parts = text.split(separator: "\n")
    XCTAssertTrue(words.hasPrefix(parts[0]), text)
    XCTAssertTrue(parts[1].hasPrefix("From “") && parts[1].hasSuffix(", CC BY-SA 4.0"), text)
    XCTAssertEqual(parts.last, "https://creativecommons.org/licenses/by-sa/4.0/")
    let html = try XCTUnwrap(screen.clipboardText(as: "text/html"))
    XCTAssertTrue(html.hasPrefix("<blockquote>\(parts[0])</blockquote>"), html)
    XCTAssertTrue(
      html.contains("<a href=\"https://creativecommons.org/licenses/by-sa/4.0/\""), html)
  }

  private func wordRequests() -> [String] {
    person.services.requests.filter { $0.contains("extracts") }
  }

  func testThePanelTellsAboutThePlaceAlsoWithoutANetwork() throws {
    try begin(settings: ["place-panel": "true"])
    person.services.ask("/control/hold")
    try openNewAlbum()
    person.services.ask("/control/release")
    try waitForPhotos(6)
    try watch(for: "the articles") { wordRequests().count == 2 ? true : nil }
    // What comes while photos are looked at does not move them.
    XCTAssertTrue(app.all { try $0.name == "Close Panel" && $0.frame.width > 1 }.isEmpty)
    hands.type("F9")
    let words = try watch(for: "words") { try articles().first }
    let town = try watch(for: "a guide") {
      app.all { try $0.name.hasSuffix("when the dunes are in flower.") }.first
    }.name
    let credits = try watch(for: "whose they are") {
      let labels = app.all { try $0.name.contains(", CC\u{A0}BY-\u{2060}SA") }
      return labels.count == 2 ? try labels.map { try $0.name } : nil
    }
    XCTAssertTrue(credits[0].contains("in Wikipedia") && credits[1].contains("in Wikivoyage"))
    try watch(for: "the clock") {
      app.all { try $0.name.wholeMatch(of: /Local Time: .*\d\d:\d\d.*/) != nil }.first
    }
    try watch(for: "the sun") { app.all { try $0.name.hasPrefix("Sun: ") }.first }
    XCTAssertEqual(wordRequests().count, 2)
    try copy(words)

    // It closes by one press, and stays closed.
    try press("Close Panel")
    try app.waitForEnd(of: "Close Panel")
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try openAlbum()
    XCTAssertTrue(app.all { try $0.name == "Close Panel" && $0.frame.width > 1 }.isEmpty)
    hands.type("F9")
    _ = try app.waitFor(words)
    try quit()

    // Nobody is asked again, and nobody has to answer.
    person.services.ask("/switch/off")
    try launch()
    _ = try app.waitFor("Map")
    try openAlbum()
    _ = try app.waitFor(words)
    _ = try app.waitFor(town)
    XCTAssertEqual(wordRequests().count, 2)
  }

  func testARiverIsAsFarAsItsNearestBank() throws {
    try begin(settings: ["place-panel": "true", "place-words": "false"])
    // The Seine flows below the Eiffel Tower; its name stands elsewhere.
    try openNewAlbum()
    try waitForPhotos(6)
    // For a clock alone the panel does not open by itself.
    XCTAssertTrue(app.all { try $0.name == "Close Panel" && $0.frame.width > 1 }.isEmpty)
    hands.type("F9")
    _ = try stillFrame(of: "Close Panel")
    try watch(for: "the river beside the pin") {
      app.all {
        try $0.name.wholeMatch(of: /Seine: .*less than 1\u{A0}km away/) != nil
      }.first
    }
    // Texts are turned off, so nobody was asked for anything about the place until now.
    XCTAssertFalse(person.services.requests.contains { $0.contains("/wikipedia/") })
    _ = try app.waitFor("Texts about places are turned off in the preferences.")
    try press("Turn On")
    try watch(for: "the articles") { try articles().first }
    try app.waitForEnd(of: "Turn On")
  }

  func testASightHasMorePhotosLeadsToTheMapAndOffersAPin() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    hands.type("F9")
    let more = try watch(for: "what offers more of a sight") {
      app.all {
        try $0.name.hasPrefix("More of ") && !$0.name.hasSuffix("Abbey") && $0.frame.width > 1
      }.first
    }.name
    let title = String(more.dropFirst("More of ".count))
    func wikidataRequests() -> Int {
      person.services.requests.count { $0.contains("/wikidata/") }
    }
    XCTAssertEqual(wikidataRequests(), 0)
    try press(more)
    _ = try app.waitFor("6 of 60 photos of “\(title)”")
    let first = try savedNames()
    try press("New Collection")
    try watch(for: "other photos of the sight") { try savedNames() != first ? true : nil }
    try waitForPhotos(6)
    XCTAssertEqual(try rows("SELECT category FROM album"), [[title]])
    XCTAssertEqual(wikidataRequests(), 1)
    let sight = try watch(for: "a sight") {
      app.all {
        try $0.name.contains(": sight in the sandbox · ") && $0.frame.width > 1
      }.first
    }
    try press(sight.name)
    try app.waitForEnd(of: "New Collection")
    try press("Drop a Pin Here")
    let pins = try waitForPins(2)
    XCTAssertGreaterThan(pins[1].distance(to: pins[0]), 10)
    // What comes while photos are looked at does not open the panel.
    try watch(for: "texts about the second place") {
      try rows("SELECT pin_id FROM place_text WHERE pin_id = 2").isEmpty ? nil : true
    }
    // Each is now the other one's neighbour, to be gone to.
    try openAlbum()
    let neighbour = try watch(for: "the nearest pin") {
      app.all {
        try $0.name.wholeMatch(of: /[^·]*: [^·]* away/) != nil && $0.frame.width > 1
      }.first
    }
    try press(neighbour.name)
    _ = try app.waitFor("New Collection")
  }
}
