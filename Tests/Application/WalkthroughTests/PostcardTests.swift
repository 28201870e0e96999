import Foundation
import TestDesk
import XCTest

/// Postcards made of photos.
final class PostcardTests: ViewerWalkthrough {
  func testAPostcardIsWrittenOnAndSavedInBothKinds() throws {
    let portal = try person.desk.startPortal()
    // Two, so that what is said of one card is not taken for what is said of the next.
    let (folder, other) = (
      person.desk.home.appendingPathComponent("Cards"),
      person.desk.home.appendingPathComponent("More Cards")
    )
    for folder in [folder, other] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try beginInAlbum(count: 3)
    let pdf = folder.appendingPathComponent("card.pdf")
    try portal.choose(pdf)
    try write("wish you were here")
    assertNamed("the postcard")
    try press("PDF")
    try press("QR Code of the Place")
    let windows = screen.windows
    try press("Save…")
    _ = try app.waitFor("Postcard saved to “Cards”")
    try screen.focus(XCTUnwrap(windows.first))
    let text = try self.text(of: pdf)
    let row = try rows("SELECT author, license FROM photo ORDER BY position LIMIT 1")[0]
    for words in ["wish you were here", "Paris", "France"] + row {
      XCTAssertTrue(text.contains(words), "\(words) in \(text)")
    }
    // The same from the viewer, and where it cannot be written: the words are there again.
    hands.type("space")
    _ = try app.waitFor("Photo Menu")
    let png = other.appendingPathComponent("card.png")
    let again = folder.appendingPathComponent("again.pdf")
    for (target, outcome) in [
      (png, "Postcard saved to “More Cards”"),
      (
        URL(fileURLWithPath: "/proc/card.png"),
        "The postcard was not saved: the folder cannot be written."
      ),
      (again, "Postcard saved to “Cards”"),
    ] {
      try portal.choose(target)
      try press("Photo Menu")
      try app.waitForEntry("Make Postcard…")
      hands.type("p")
      _ = try app.waitFor("Back of the postcard")
      // The name says what kind of file it is.
      try press("PDF")
      try press("Save…")
      _ = try app.waitFor(outcome)
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(),
      ["again.pdf", "card.pdf"])
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: other.path), ["card.png"])
    XCTAssertTrue(try self.text(of: again).contains("wish you were here"))
    XCTAssertTrue(try Data(contentsOf: png).range(of: Data(row[0].utf8)) != nil)
  }

  func testAPostcardIsPrintedOnTwoPagesOfItsSize() throws {
    try beginInAlbum(count: 3)
    try write("wish you were here")
    try press("Print…")
    try printToFile()
    let file = person.desk.home.appendingPathComponent("Paris, France.pdf")
    let row = try rows("SELECT author, license FROM photo ORDER BY position LIMIT 1")[0]
    try watch(for: "the words on the card") {
      let text = try self.text(of: file)
      return (["wish you were here", "Paris"] + row).allSatisfy(text.contains) ? true : nil
    }
    let properties = try self.properties(of: file)
    XCTAssertEqual(properties["Pages"], "2")
    // 15 by 10 cm, in points.
    let numbers = try XCTUnwrap(properties["Page size"]).split(separator: " ")
    let size = numbers.compactMap { Double($0) }
    XCTAssertEqual(size[0], 425.2, accuracy: 0.5, "\(properties)")
    XCTAssertEqual(size[1], 283.5, accuracy: 0.5, "\(properties)")
  }

  /// Asks for a card with the photo that has the keyboard, and writes on it.
  private func write(_ words: String) throws {
    hands.type("Menu")
    try app.waitForEntry("Make Postcard…")
    hands.type("p")
    _ = try app.waitFor("Back of the postcard")
    try screen.focus(XCTUnwrap(screen.topWindow))
    try watch(for: "the keys in the dialog") {
      app.all { try $0.has(.focused) && $0.role == "text box" }.first
    }
    hands.type(text: words)
  }
}
