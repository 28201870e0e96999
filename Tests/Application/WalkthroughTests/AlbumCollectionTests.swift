import TestDesk
import XCTest

/// Replacing an album by other photos, and bringing it back.
final class AlbumCollectionTests: AlbumWalkthrough {
  func testNewCollectionReplacesTheAlbumAndUndoBringsItBack() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let (names, paths) = (photoNames(), try savedPaths())
    var seen = Set(try savedNames())
    func waitForOthers() throws {
      try watch(for: "other photos") {
        let new = Set(try rows("SELECT title FROM photo WHERE state = 'stored'").map { $0[0] })
        return new.count == 6 && new.isDisjoint(with: seen) ? true : nil
      }
      seen.formUnion(try savedNames())
    }
    try press("New Collection")
    try waitForOthers()
    _ = try app.waitFor("6 photos replaced")
    try press("Undo")
    try watch(for: "the photos of before") { photoNames() == names ? true : nil }
    XCTAssertEqual(try savedPaths(), paths)
    XCTAssertEqual(photoFiles().count, 12, "the others can be brought back in turn")
    try app.waitForEnd(of: "Undo")

    // By the key, while the new ones are still awaited.
    person.services.ask("/control/hold")
    try press("New Collection")
    try waitForPhotos(6, loading: 6)
    seen.formUnion(try savedNames())
    hands.type("z", holding: "Control_L")
    try watch(for: "the photos of before") { photoNames() == names ? true : nil }
    try watch(for: "the button") { try isSensitive("New Collection") ? true : nil }
    person.services.ask("/control/release")
    try press("New Collection")
    try waitForOthers()
    // The files of what was undone have gone, and the old ones can be brought back still.
    try watch(for: "the new files and those of before") {
      try photoFiles() == savedPaths().union(paths) ? true : nil
    }
    XCTAssertTrue(try savedPaths().isDisjoint(with: paths))
  }

  func testPostcardsAreCalledPostcards() throws {
    try begin(settings: ["photo-source": "'postcards'"])
    try openNewAlbum()
    try waitForPhotos(6)
    try press("New Collection")
    _ = try app.waitFor("6 postcards replaced")
  }
}
