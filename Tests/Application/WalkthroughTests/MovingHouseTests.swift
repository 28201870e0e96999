import Foundation
import TestDesk
import TravelModel
import XCTest

/// The library as one file, and from it in another home.
final class MovingHouseTests: AlbumWalkthrough {
  private func chooseFromMenu(_ entry: String, by key: String) throws {
    hands.type("F10")
    try app.waitForEntry(entry)
    hands.type(key)
    try app.waitForEnd(ofEntry: entry)
  }

  /// What stands in the library, and in its files.
  private func content() throws -> [String] {
    let photos = try rows(
      """
      SELECT title, source_id, path, is_favorite, state, (SELECT title FROM pin WHERE id = pin_id)
      FROM photo ORDER BY id
      """)
    let folder = person.libraryFolder.appendingPathComponent("photos")
    return try photos.map {
      let file = try Data(contentsOf: folder.appendingPathComponent($0[2]))
      return "\($0) \(file.count) \(file.hashValue)"
    }
  }

  /// The folders beside the library into which backups were unpacked.
  private func unpacked() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: person.libraryFolder.path)
      .filter { $0.hasPrefix(".under-way-") || $0.hasPrefix(".replacing-") }
  }

  func testALibraryIsBackedUpAndRestoredInAnEmptyHome() throws {
    let opened = try person.desk.installOpener(for: "inode/directory")
    let portal = try person.desk.startPortal()
    let backup = person.desk.home.appendingPathComponent("backup.zip")
    try portal.choose(backup)
    try begin(settings: ["search-radius": "2500"])
    try openNewAlbum()
    try waitForPhotos(6)
    try press("Back")
    _ = try app.waitFor("Map")
    try chooseFromMenu("Back Up Library…", by: "b")
    let home = person.desk.home.lastPathComponent
    let message = "Library backed up to “\(home)”"
    _ = try app.waitFor(message)
    // The portal of the test opens nothing.
    portal.answer(.refused)
    // The pin has a button of that name, too. The message goes by itself: one wait is for both.
    try press("Open beside the message") { button in
      guard try button.name == "Open", let words = app.all({ try $0.name == message }).first else {
        return false
      }
      return try abs(button.frame.y - words.frame.y) < words.frame.height
    }
    try watch(for: "the folder in its program") {
      (try? String(contentsOf: opened, encoding: .utf8))?.contains(home) == true ? true : nil
    }
    portal.answer(.agreed)
    let call = try XCTUnwrap(portal.calls.first { $0.method == "FileChooser.SaveFile" })
    XCTAssertTrue(call.options.contains("Virtual Tourist 20"), call.options)
    XCTAssertTrue(call.options.contains(".zip'>"), call.options)
    try quit()
    let (pins, photos) = (try savedTitles(), try content())
    XCTAssertEqual(photos.count, 6)

    // Another home, with settings of its own.
    try FileManager.default.moveItem(
      at: person.libraryFolder, to: person.desk.home.appendingPathComponent("other-machine"))
    try begin(settings: [
      "search-radius": "500", "tile-source": "'offline'", "ask-flickr": "false",
    ])
    try chooseFromMenu("Restore Library…", by: "l")
    try waitForDialog("Restore Library?")
    _ = try watch(for: "what the file holds") {
      app.all { try $0.name.hasPrefix("“backup.zip” has 1 pin and 6 photos, backed up on ") }
        .first
    }
    assertNamed("the restoring")
    try press("Replace")
    try waitForDialog("Library Restored")
    hands.type("Escape")
    try waitForEnd(ofDialog: "Library Restored")
    _ = try watch(for: "the pin") { app.buttons { $0.hasSuffix(", 6 photos") }.first }
    XCTAssertEqual(try savedTitles(), pins)
    XCTAssertEqual(try content(), photos)
    let restored = try watch(for: "the settings of the backup") { () -> String? in
      let settings = try String(contentsOf: person.settingsFile, encoding: .utf8)
      return settings.contains("search-radius=2500") ? settings : nil
    }
    // But what is turned off is not turned on, nor the network's map.
    for line in ["ask-flickr=false", "tile-source='offline'"] {
      XCTAssertTrue(restored.contains(line), restored)
    }
    // What was there before is not gone.
    let names = try FileManager.default.contentsOfDirectory(atPath: person.libraryFolder.path)
    let aside = try XCTUnwrap(names.first { $0.hasPrefix("set-aside-") })
    let kept = try String(
      contentsOf: person.libraryFolder.appendingPathComponent("\(aside)/settings.ini"),
      encoding: .utf8)
    XCTAssertTrue(kept.contains("search-radius=500"), kept)

    // The album opens, and its photos are pictures.
    try openAlbum()
    try waitForPhotos(6)
    hands.type("Escape")
    _ = try app.waitFor("Map")
    try chooseFromMenu("Restore Library…", by: "l")
    try waitForDialog("Restore Library?")
    XCTAssertEqual(try unpacked().count, 1)
    hands.type("Escape")
    try watch(for: "the end of what was unpacked") { try unpacked().isEmpty ? true : nil }
    try waitForEnd(ofDialog: "Restore Library?")
    try chooseFromMenu("Restore Library…", by: "l")
    try waitForDialog("Restore Library?")
    hands.type("Return")
    _ = try app.waitFor("Your library already has everything in this backup.")
    XCTAssertEqual(try savedTitles(), pins)
    XCTAssertEqual(try content(), photos)

    // What a merge has brought goes by an undo, and comes by a redo.
    try openAlbum()
    try openAlbumMenu()
    try chooseLastEntry("Remove Pin")
    try waitForPins(0)
    try app.waitForEnd(of: "New Collection")
    try chooseFromMenu("Restore Library…", by: "l")
    try waitForDialog("Restore Library?")
    hands.type("Return")
    _ = try app.waitFor("1 pin and 6 photos added")
    try waitForPins(1)
    hands.type("z", holding: "Control_L")
    _ = try app.waitFor("Removed what the backup added")
    try waitForPins(0)
    hands.type("z", holding: "Control_L", "Shift_L")
    _ = try app.waitFor("1 pin and 6 photos added")
    try waitForPins(1)
    XCTAssertEqual(try savedTitles(), pins)
    XCTAssertTrue(try photoFiles().isSuperset(of: savedPaths()))
  }

  func testAFileThatIsNoBackupChangesNothing() throws {
    let portal = try person.desk.startPortal()
    let file = person.desk.home.appendingPathComponent("letter.zip")
    try Data("PK\u{3}\u{4} and no more".utf8).write(to: file)
    try portal.choose(file)
    try begin()
    try chooseFromMenu("Restore Library…", by: "l")
    _ = try app.waitFor("The backup is damaged. Nothing was restored.")
  }

  func testAReplacementThatIsCutShortLeavesOneLibraryOrTheOther() throws {
    let portal = try person.desk.startPortal()
    let backup = person.desk.home.appendingPathComponent("backup.zip")
    try portal.choose(backup)
    try begin(count: 3)
    try dropPinElsewhere(1)
    XCTAssertEqual(try person.start(["--backup", backup.path]).waitForExit(), 0)
    for delay: UInt32 in [0, 20, 60] {
      if try savedPins().count == 1 { try dropPinElsewhere(2) }
      try chooseFromMenu("Restore Library…", by: "l")
      try waitForDialog("Restore Library?")
      try press("Replace")
      usleep(delay * 1000)
      program.kill()
      try launch()
      // A replacement that was cut short is ended before the library is opened.
      try watch(for: "the end of what was unpacked") { try unpacked().isEmpty ? true : nil }
      let count = try watch(for: "the pins of one of them") {
        (try? savedPins()).flatMap { [1, 2].contains($0.count) ? $0.count : nil }
      }
      _ = try app.waitFor("Map")
      XCTAssertEqual(try content().count, 3 * count)
    }
  }

  /// Drops a pin beside the last one, so that there are so many, and waits for its album.
  private func dropPinElsewhere(_ count: Int) throws {
    for _ in 0..<4 { hands.type("Right") }
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(count)
    try watch(for: "its photos") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored'").count == 3 * count ? true : nil
    }
  }
}
