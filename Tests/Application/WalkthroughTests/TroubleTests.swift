import Foundation
import TestDesk
import TravelModel
import XCTest

final class TroubleTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 4)

  private func prepareLibrary(_ content: Data) throws {
    try FileManager.default.createDirectory(
      at: person.libraryFolder, withIntermediateDirectories: true)
    try content.write(to: person.library)
  }

  private func waitForSentence(_ part: String) throws {
    try watch(for: "“\(part)”") { app.all { try $0.name.contains(part) }.first }
  }

  func testAFileThatIsNoLibraryIsLeftAloneAndCanBeSetAside() throws {
    let content = Data("This is my shopping list, not a database.\n".utf8)
    try prepareLibrary(content)
    try launch()
    try waitForSentence("is not a library of Virtual Tourist")
    assertNamed("the trouble")
    XCTAssertEqual(try Data(contentsOf: person.library), content)

    try press("Start an Empty Library")
    _ = try app.waitFor("Map")
    try waitForPins(0)
    XCTAssertEqual(try Data(contentsOf: try keptFolder() / "library.sqlite"), content)
  }

  func testASnapshotBringsThePinsBack() throws {
    // A window makes a snapshot of what commands have left.
    let drop = try person.start(["--drop", "48.8584,2.2945"])
    XCTAssertEqual(try drop.waitForExit(), 0, drop.output)
    try start(at: view)
    try watch(for: "a snapshot") {
      let folder = person.libraryFolder / "snapshots"
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      return names?.isEmpty == false ? true : nil
    }
    try quit()
    let content = Data("This is my shopping list, not a database.\n".utf8)
    try prepareLibrary(content)

    try launch()
    try waitForSentence("is not a library of Virtual Tourist")
    try press("Restore a Snapshot…")
    try waitForDialog("Restore This Snapshot?")
    try waitForSentence("has 1 pin and 0 photos")
    try press("Restore")
    try waitForPins(1)
    XCTAssertEqual(try Data(contentsOf: try keptFolder() / "library.sqlite"), content)
    _ = try app.waitFor("Library Restored")
  }

  func testASettingAsideThatIsCutShortLosesNothing() throws {
    let content = Data("This is my shopping list, not a database.\n".utf8)
    let photo = "photos/1/0123456789abcdef.jpg"
    for delay: UInt32 in [0, 4, 12] {
      try prepareLibrary(content)
      try FileManager.default.createDirectory(
        at: (person.libraryFolder / photo).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try content.write(to: person.libraryFolder / photo)
      try launch()
      try press("Start an Empty Library")
      usleep(delay * 1000)
      program.kill()
      try launch()
      // It is as it was, or all of it is aside.
      let isAside = try watch(for: "one of the two") {
        let isAsItWas = app.all { try $0.name.contains("is not a library") }.first != nil
        return isAsItWas ? false : (try? savedPins()) == [] ? true : nil
      }
      program.kill()
      let place = isAside ? try keptFolder() : person.libraryFolder
      XCTAssertEqual(try Data(contentsOf: place / "library.sqlite"), content)
      XCTAssertEqual(try Data(contentsOf: place / photo), content)
      try FileManager.default.removeItem(at: person.libraryFolder)
    }
  }

  func testALibraryThatIsMissingBesideItsPhotosIsSaidAndNothingIsTouched() throws {
    let photo = "photos/1/0123456789abcdef.jpg"
    let content = Data("a picture".utf8)
    try FileManager.default.createDirectory(
      at: (person.libraryFolder / photo).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try content.write(to: person.libraryFolder / photo)
    try launch()
    try waitForSentence("is missing or empty")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: person.libraryFolder.path), ["photos"])

    try press("Start an Empty Library")
    _ = try app.waitFor("Map")
    try waitForPins(0)
    XCTAssertEqual(try Data(contentsOf: try keptFolder() / photo), content)
  }

  /// The folder that holds what was set aside.
  private func keptFolder() throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: person.libraryFolder.path)
    return person.libraryFolder / (try XCTUnwrap(names.first { $0.hasPrefix("set-aside") }))
  }

  func testALibraryOfANewerVersionIsRefusedAndUntouched() throws {
    try start(at: view)
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try quit()
    try change("PRAGMA user_version = 1000")
    let content = try Data(contentsOf: person.library)
    try launch()
    try waitForSentence("newer version of Virtual Tourist")
    XCTAssertTrue(
      app.buttons { $0 == "Start an Empty Library" }.allSatisfy { (try? $0.frame.width) == 0 })
    program.kill()
    XCTAssertEqual(try Data(contentsOf: person.library), content)
  }

  func testAFolderThatCannotBeMadeIsSaidAndCanBeTriedAgain() throws {
    try Data().write(to: person.libraryFolder)
    try launch()
    try waitForSentence("cannot be written")
    try FileManager.default.removeItem(at: person.libraryFolder)
    try press("Try Again")
    _ = try app.waitFor("Map")
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
  }

  func testABrokenSettingsFileIsKeptAndSaid() throws {
    try "[[[ no settings".write(to: person.settingsFile, atomically: true, encoding: .utf8)
    try launch()
    try waitForSentence("Your settings could not be read and were reset")
    XCTAssertFalse(
      app.all {
        try $0.role == "alert" && $0.name.hasPrefix("Your settings could not be read")
      }.isEmpty)
    let folder = person.settingsFile.deletingLastPathComponent()
    let kept = try XCTUnwrap(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first {
        $0.contains("unreadable")
      })
    XCTAssertEqual(
      try String(contentsOf: folder.appendingPathComponent(kept), encoding: .utf8),
      "[[[ no settings")
    try press("Dismiss")
    // Its button loses the focus; a key that is typed at once is not lost with it.
    hands.type("F9")
    _ = try stillFrame(of: "Places Menu")
    try app.waitForEnd(of: "Dismiss")
  }

  func testSettingsOutOfRangeAreSaidAndReplaced() throws {
    try person.writeSettings(["map-zoom": "900.0", "map-latitude": "'north'"])
    try launch()
    try waitForSentence("map-latitude, map-zoom")
    _ = try app.waitFor("Map")
  }

  func testATileAddressThatCannotBeUsedIsSaid() throws {
    try start(at: view, settings: ["tile-url": "'http://example.org/{z}/{x}/{y}.png'"])
    try waitForSentence("does not begin with https://")
  }

  func testNothingIsLostOnAFullDisk() throws {
    // A small disk of its own, in a namespace of mounts that ends with the program.
    let script = "mount -t tmpfs -o size=1m tmpfs \"$XDG_DATA_HOME\" && exec \"$0\""
    let namespace = try mountNamespace()

    try person.writeSettings([
      "map-latitude": "20.0", "map-longitude": "10.0", "map-zoom": "4.0",
    ])
    try launch(
      "/usr/bin/unshare", namespace + ["sh", "-c", script, TouristAtDesk.stagedProgram.path])
    _ = try app.waitFor("Press and hold anywhere on the map to drop a pin")
    let disk = "/proc/\(program.id)/root\(person.desk.home.path)/data"
    let filler = "\(disk)/filler"
    fill(filler)

    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try waitForSentence("The disk is full")
    XCTAssertEqual(app.buttons { $0 == "New pin" }.count, 1, "the pin has gone from the map")

    hands.type("q", holding: "Control_L")
    try waitForDialog("Quit Without Saving?")
    hands.type("Escape")
    try app.waitForEnd(of: "Quit Without Saving?")
    XCTAssertTrue(program.isRunning)

    try FileManager.default.removeItem(atPath: filler)
    try press("Try Again")
    try waitForPinInSight()
    XCTAssertEqual(app.buttons { $0 == "New pin" }.count, 0)
  }

  /// Fills the library with a pin and its album, and ends the program with its log as it is, or not.
  private func prepareAlbum(thenKill: Bool) throws {
    try start(at: view, settings: ["photos-per-album": "3", "prefetch": "true"])
    hands.type("n", holding: "Control_L", "Shift_L")
    try watch(for: "an album of 3") {
      try? rows("SELECT 1 FROM photo WHERE state = 'stored'").count == 3 ? true : nil
    }
    if thenKill { program.kill() } else { try quit() }
  }

  /// Looks at the pin and its album, and is refused what cannot be saved.
  private func lookAndBeRefused() throws {
    let pin = try watch(for: "the pin of 3 photos") {
      app.buttons { $0.hasSuffix(", 3 photos") }.first
    }
    let middle = try mapMiddle()
    try dropPin(x: middle.x + 200, y: middle.y + 100)
    try watch(for: "the pin that is not saved") { app.buttons { $0 == "New pin" }.first }
    try press(try pin.name)
    _ = try app.waitFor("Back")
    try watch(for: "3 photos") {
      let names = app.all { try $0.role == "image" && !$0.name.isEmpty }.compactMap { try? $0.name }
      return names.count == 3 && !names.contains { $0.contains(": ") } ? true : nil
    }
    try press("New Collection")
    try waitForSentence("Your photos stay as they are")
  }

  func testWithAReadOnlyHomeWhatIsThereIsShown() throws {
    for killed in [false, true] {
      try prepareAlbum(thenKill: killed)
      let before = try libraryFiles()
      try launch(
        after: "mount --bind \"$HOME\" \"$HOME\" && mount -o remount,ro,bind \"$HOME\"")
      try waitForSentence("Nothing can be saved")
      try lookAndBeRefused()
      program.kill()
      XCTAssertEqual(try libraryFiles(), before)
      try FileManager.default.removeItem(at: person.libraryFolder)
    }
  }

  func testAFirstStartInAReadOnlyHomeSaysSo() throws {
    try launch(after: "mount --bind \"$HOME\" \"$HOME\" && mount -o remount,ro,bind \"$HOME\"")
    try waitForSentence("cannot be written")
    try press("Try Again")
    try waitForSentence("cannot be written")
    try quit()
    XCTAssertFalse(FileManager.default.fileExists(atPath: person.libraryFolder.path))
  }

  func testOnADiskThatIsFullAtTheStartWhatIsThereIsShown() throws {
    try prepareAlbum(thenKill: false)
    try launch(
      after: """
        cp -r "$XDG_DATA_HOME/virtual-tourist" "$HOME/kept" \
        && rm -f "$HOME/kept/library.sqlite-shm" \
        && mount -t tmpfs -o size=3m tmpfs "$XDG_DATA_HOME" \
        && mv "$HOME/kept" "$XDG_DATA_HOME/virtual-tourist" \
        && (cat /dev/zero > "$XDG_DATA_HOME/filler" 2> /dev/null || true)
        """)
    try waitForSentence("Nothing can be saved")
    try lookAndBeRefused()
    let disk = "/proc/\(program.id)/root\(person.desk.home.path)/data"
    try FileManager.default.removeItem(atPath: "\(disk)/filler")
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try press("Try Again")
    try watch(for: "the pin that was dropped meanwhile") {
      pinButtons().count == 2 ? true : nil
    }
  }

  func testDamageMetAfterOpeningIsSaidAndWhatCanBeReadIsShown() throws {
    try start(at: view)
    try quit()
    try change(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO pin (latitude, longitude, title)
      SELECT 20 + i * 0.0001, 10, 'Pin number ' || i FROM n;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    var content = try Data(contentsOf: person.library)
    let place = try XCTUnwrap(content.range(of: Data("Pin number 300".utf8))).lowerBound
    let page = place / 4096 * 4096
    content.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xAB, count: 4096))
    try content.write(to: person.library)

    try launch()
    try waitForSentence("Your library is damaged")
    let shown = try watch(for: "the pins that can be read") {
      app.buttons { $0.hasSuffix(" pins") }.first.flatMap { try? $0.name }
    }
    XCTAssertGreaterThan(Int(shown.prefix { $0.isNumber }) ?? 0, 400)
    let middle = try mapMiddle()
    try dropPin(x: middle.x + 200, y: middle.y + 100)
    try watch(for: "the pin that is not saved") { app.buttons { $0 == "New pin" }.first }
    XCTAssertEqual(try Data(contentsOf: person.library), content)

    try startEmptyLibrary()
    try watch(for: "the new library") { pinButtons().first }
    XCTAssertEqual(try savedPins().count, 1)
    XCTAssertEqual(try Data(contentsOf: try keptFolder() / "library.sqlite"), content)
    try quit()
  }

  func testDamageThatIsMetWhileClearingUpIsSaidAndNothingGoes() throws {
    try prepareAlbum(thenKill: false)
    let stray = person.libraryFolder / "photos/.set-aside/77/0123456789abcdef.jpg"
    try FileManager.default.createDirectory(
      at: stray.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("stray".utf8).write(to: stray)
    // So old that it may go, if the library hangs together.
    try change(
      """
      INSERT INTO set_aside_file (path, age, seen_at)
      VALUES ('77/0123456789abcdef.jpg', 40 * 24 * 3600, unixepoch());
      PRAGMA ignore_check_constraints = 1;
      INSERT INTO pin (latitude, longitude, title) VALUES (20, 9e999, 'Nowhere');
      """)
    try launch()
    try waitForSentence("Your library is damaged")
    try lookAndBeRefused()
    XCTAssertTrue(FileManager.default.fileExists(atPath: stray.path))
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try startEmptyLibrary()
    try watch(for: "the new library") {
      (try? rows("SELECT 1 FROM pin WHERE title = 'Nowhere'")) == [] ? true : nil
    }
    // It has what was dropped meanwhile.
    try waitForPins(1)
    let kept = try keptFolder() / "photos/.set-aside/77/0123456789abcdef.jpg"
    XCTAssertTrue(FileManager.default.fileExists(atPath: kept.path))
    try quit()
  }

  private func startEmptyLibrary() throws {
    try press("Show Options")
    try waitForDialog("Your Library Is Damaged")
    try screen.focus(XCTUnwrap(screen.topWindow))
    // Its letter would do, but for the moment in which AdwSqueezer shows both forms of the answers.
    try goByKeys(to: "an empty library", "Tab") { try $0.name.hasSuffix("Start an Empty Library") }
    hands.type("Return")
    try waitForEnd(ofDialog: "Your Library Is Damaged")
  }

  /// What is in the library's folder, but for what readers share.
  private func libraryFiles() throws -> [String: Data] {
    let folder = person.libraryFolder
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).reduce(into: [:]) {
      $0[$1] = try? Data(contentsOf: folder.appendingPathComponent($1))
    }
  }

  private func fill(_ path: String) {
    let file = fopen(path, "w")!
    defer { fclose(file) }
    let block = [UInt8](repeating: 0, count: 4096)
    setvbuf(file, nil, _IONBF, 0)
    while fwrite(block, 1, block.count, file) == block.count {}
  }
}

extension URL {
  fileprivate static func / (folder: URL, path: String) -> URL {
    folder.appendingPathComponent(path)
  }
}
