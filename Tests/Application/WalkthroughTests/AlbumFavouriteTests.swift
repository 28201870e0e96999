import Foundation
import TestDesk
import XCTest

final class AlbumFavouriteTests: AlbumWalkthrough {
  func testAFavouriteStaysThroughANewCollection() throws {
    try begin(settings: ["favorite-explained": "false"])
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    // From the viewer by its button, from the album by its key.
    try focusPhoto(2)
    hands.type("space")
    let heart = try app.waitFor("Favourite")
    XCTAssertFalse(try heart.has(.checked) || heart.has(.pressed))
    hands.type("d", holding: "Control_L")
    // What it is for is said the first time, and not for long.
    _ = try app.waitFor("Kept through New Collection")
    try waitForFavourites([names[2]])
    try waitForHeart(heart)
    XCTAssertTrue(
      try String(contentsOf: person.settingsFile, encoding: .utf8)
        .contains("favorite-explained=true"))
    try press("Favourite")
    try waitForFavourites([])
    try press("Favourite")
    try waitForFavourites([names[2]])
    hands.type("Escape")
    try app.waitForEnd(of: "Favourite")
    try watch(for: "the album alone") { photoNames() == names ? true : nil }
    try watch(for: "the focus back on the photo") { focusedName() == names[2] ? true : nil }
    // A photo that is opened at once shows its heart as well.
    try focusPhoto(4)
    hands.type("d", holding: "Control_L")
    hands.type("space")
    try waitForHeart(try app.waitFor("Favourite"))
    try waitForFavourites([names[2], names[4]])
    hands.type("Escape")
    try app.waitForEnd(of: "Favourite")
    try watch(for: "the album again") { photoNames() == names ? true : nil }

    try press("New Collection")
    _ = try app.waitFor("4 photos replaced")
    try watch(for: "six others") {
      try rows("SELECT count(*) FROM photo WHERE state = 'stored'") == [["8"]] ? true : nil
    }
    try waitForPhotos(8)
    try watch(for: "the favourites before the others") {
      photoNames().starts(with: [names[2], names[4]]) ? true : nil
    }
    XCTAssertEqual(Set(photoNames().dropFirst(2)).intersection(names), [])
    // The old ones can be brought back.
    XCTAssertEqual(photoFiles().subtracting(try savedPaths()).count, 4)
    let all = photoNames()
    try quit()
    try launch()
    _ = try app.waitFor("Map")
    try openAlbum()
    try watch(for: "the same photos") { photoNames() == all ? true : nil }
    try waitForFavourites([names[2], names[4]])
    // By its menu it is one no longer.
    try focusPhoto(0)
    hands.type("Menu")
    try app.waitForEntry("Remove From Favourites")
    hands.type("f")
    try waitForFavourites([names[4]])
  }

  private func waitForHeart(_ heart: Element) throws {
    try watch(for: "the heart") { try heart.has(.checked) || heart.has(.pressed) ? true : nil }
  }

  private func waitForFavourites(_ names: [String]) throws {
    try watch(for: "the favourites \(names)") {
      try rows("SELECT title FROM photo WHERE is_favorite ORDER BY position").map { $0[0] }
        == names ? true : nil
    }
  }
}
