import TestDesk
import XCTest

/// Photos of other times than ours.
final class YearsTests: ViewerWalkthrough {
  func testYearsAreChosenAndThenIsComparedWithNow() throws {
    // Two of the six are of 1891, and all of one spot.
    try begin(commons: "count=6,spread=10,quirks=html")
    try openNewAlbum()
    try waitForPhotos(6)
    let count = try rows("SELECT id FROM photo WHERE first_year = 1891 AND last_year = 1891").count
    XCTAssertEqual(count, 2)
    try press("1890s")
    try waitForPhotos(2)
    XCTAssertEqual(try rows("SELECT id FROM photo").count, 6)
    try press("2000s")
    try waitForPhotos(5)
    try press("All Years")
    try press("1890s")
    try waitForPhotos(2)
    hands.type("Escape")
    try waitForPhotos(6)
    _ = try app.waitFor("New Collection")
    assertNamed("the album")

    try focusPhoto(0)
    let name = try XCTUnwrap(focusedName())
    hands.type("space")
    try waitForViewer(of: name)
    try press("Then and Now")
    // It has the keyboard, whose arrows draw it.
    try watch(for: "the curtain with the focus") {
      try focus().flatMap { try $0.name == "Curtain" && $0.role == "slider" ? true : nil }
    }
    hands.type("Right")
    hands.type("Escape")
    try waitForViewer(of: name)
    hands.type("Escape")
    try waitForAlbum()
  }
}
