import Foundation
import TestDesk
import XCTest

/// Servers that are there and say nothing.
final class OutageTests: AlbumWalkthrough {
  func testAServerThatAsksForAPauseIsSaidToAndPhotosGoOnComing() throws {
    try begin(commons: "delay=200,atonce=2", count: 12, settings: ["prefetch": "false"])
    try openNewAlbum()
    try watch(for: "why photos come slowly") {
      app.all { try $0.name.hasSuffix(". Wikimedia is busy, waiting…") }.first
    }
    let before = try savedPaths().count
    try watch(for: "a further photo", seconds: 60) {
      try savedPaths().count > before ? true : nil
    }
  }

  func testAnotherCollectionNeedNotWaitForASilentPictureServer() throws {
    person.services.ask("/control/hold")
    // The time after which the server counts as silent begins when the album is opened.
    try begin(settings: ["prefetch": "false"])
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    XCTAssertFalse(try isSensitive("New Collection"))
    let before = Set(try rows("SELECT source_id FROM photo").map { $0[0] })
    try watch(for: "the button, while all are loading", seconds: 60) { () -> Bool? in
      guard try isSensitive("New Collection") else { return nil }
      let names = photoNames()
      return names.count == 6 && names.allSatisfy { $0.hasPrefix("Loading ") } ? true : nil
    }
    try press("New Collection")
    try watch(for: "other photos") {
      let ids = Set(try rows("SELECT source_id FROM photo").map { $0[0] })
      return ids.count == 6 && ids.isDisjoint(with: before) ? true : nil
    }
    person.services.ask("/control/release")
    try waitForPhotos(6)
    XCTAssertEqual(try savedPaths().count, 6)
    XCTAssertEqual(try savedPaths(), photoFiles())
  }
}
