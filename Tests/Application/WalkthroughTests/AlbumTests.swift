import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Albums as a person meets them.
final class AlbumTests: AlbumWalkthrough {
  func testPlaceholdersFillOneByOneAndNewCollectionWaitsForTheLast() throws {
    person.services.ask("/control/hold")
    // The time after which the server counts as silent begins when the album is opened.
    try begin(settings: ["prefetch": "false"])
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    XCTAssertFalse(try isSensitive("New Collection"))
    person.services.ask("/control/release/2")
    try waitForPhotos(6, loading: 4)
    _ = try app.waitFor("2 of 6 photos")
    XCTAssertFalse(try isSensitive("New Collection"))
    person.services.ask("/control/release")
    try waitForPhotos(6)
    _ = try app.waitFor("6 of 60 photos within 1\u{A0}km")
    XCTAssertTrue(try isSensitive("New Collection"))
    XCTAssertEqual(try savedPaths(), photoFiles())
    try assertReadersAreConfined()
    try press("Back")
    _ = try watch(for: "the pin with its photos") {
      app.buttons { $0.hasSuffix(", 6 photos") }.first
    }
  }

  func testAnAlbumThatIsOpenedDoesNotLookEmptyFirst() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    try press("Back")
    try quit()
    // GTK fades from one to the other, and takes so many times as long.
    try launch(environment: ["GTK_SLOWDOWN": "100"])
    try openAlbum()
    let grid = try stillFrame(of: "Photos")
    let photo = try stillFrame(of: photoNames()[0])
    // Behind the last photo there is nothing; words in the middle of the page would reach there.
    let (x, y) = (grid.x + grid.width / 2 + 10, photo.y + photo.height + 20)
    let (width, height) = (Int(grid.x + grid.width - x), Int(grid.y + grid.height - y))
    let sight = try screen.look(x: Int(x), y: Int(y), width: width, height: height)
    let darkest = (0..<width * height).map { number in
      let color = sight[number % width, number / width]
      return max(color >> 16, color >> 8 & 0xFF, color & 0xFF)
    }.min()
    let words = 0x80 as UInt32
    XCTAssertGreaterThan(try XCTUnwrap(darkest), words, "words are darker")
  }

  /// Strangers' pictures are read by processes whose calls of the system are filtered.
  private func assertReadersAreConfined() throws {
    func content(_ process: Int32, _ name: String) -> String {
      (try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)) ?? ""
    }
    let readers = program.processes.filter { content($0, "cmdline").contains("--read-pictures") }
    XCTAssertTrue((1...2).contains(readers.count))
    for reader in readers {
      try watch(for: "the filter of calls") {
        content(reader, "status").contains("\nSeccomp:\t2\n") ? true : nil
      }
    }
  }

  func testATapRemovesAPhotoAndUndoBringsItBack() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try press(names[1])
    try waitForPhotos(5)
    XCTAssertFalse(photoNames().contains(names[1]))
    XCTAssertEqual(photoFiles().count, 6)
    try press("Undo")
    try waitForPhotos(6)
    XCTAssertEqual(photoNames(), names)
    // The file is there for an undo, also when the program is killed meanwhile.
    try press(names[0])
    try waitForPhotos(5)
    program.kill()
    try launch()
    _ = try app.waitFor("Map")
    hands.type("z", holding: "Control_L")
    try watch(for: "the photo in the library") { try savedNames() == names ? true : nil }
    XCTAssertEqual(try savedPaths(), photoFiles())
  }

  func testAnAlbumOfAllThatWasFoundTellsHowFarThatIs() throws {
    try begin(commons: "count=6")
    try openNewAlbum()
    try waitForPhotos(6)
    try watch(for: "how far the farthest is") {
      app.all { try $0.name.hasPrefix("6 photos, the farthest ") && $0.name.hasSuffix(" away") }
        .first
    }
  }

  func testOnlyWhatIsSeenIsDecoded() throws {
    try begin(commons: "count=120", count: 120)
    try openNewAlbum()
    try waitForLongAlbum(of: 120)
    let folder = person.desk.home.appendingPathComponent("cache/virtual-tourist/thumbnails")
    // A picture that is still being written has another name.
    let decoded = {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".jpg") }
    }
    try watch(for: "the first pictures") { try decoded().count >= 12 ? true : nil }
    try focusPhoto(0)
    hands.type("End")
    let names = try savedNames()
    try watch(for: "the last photo") { focusedName() == names.last ? true : nil }
    try press(names[names.count - 1])
    try waitForLongAlbum(of: 119)
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try openAlbum()
    try waitForLongAlbum(of: 119)
    XCTAssertLessThan(try decoded().count, 100)
    // At the size of the cells, which nothing has before it has its place; but for the four on the
    // card of the pin, which the pointer came by.
    let sizes = Dictionary(grouping: try decoded()) { $0.split(separator: "-").last }
      .mapValues(\.count)
    let others = sizes.values.reduce(0, +) - (sizes.values.max() ?? 0)
    XCTAssertLessThanOrEqual(others, 4, "\(sizes)")
  }

  func testSeveralRemovalsAreUndoneOneByOne() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    for name in names[..<3] {
      try press(name)
      try app.waitForEnd(of: name)
    }
    _ = try app.waitFor("3 photos removed")
    try press("Undo")
    try waitForPhotos(4)
    _ = try app.waitFor("2 photos removed")
    hands.type("z", holding: "Control_L")
    try waitForPhotos(5)
    hands.type("z", holding: "Control_L")
    try waitForPhotos(6)
    XCTAssertEqual(photoNames(), names)
  }

  func testEditPutsABadgeOnEachPhoto() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try press("Edit")
    try watch(for: "six badges") {
      let badges = app.buttons {
        $0.hasPrefix("Remove ") && names.contains(String($0.dropFirst(7)))
      }
      return badges.count == 6 ? true : nil
    }
    // The photo itself is safe now.
    let photo = try stillFrame(of: names[2])
    hands.click(x: photo.x + photo.width * 0.7, y: photo.y + photo.height * 0.7)
    try press("Remove \(names[2])")
    try waitForPhotos(5)
    XCTAssertFalse(photoNames().contains(names[2]))
    try press("Done")
    _ = try app.waitFor("Edit")
    XCTAssertTrue(app.buttons { $0 == "Remove \(names[0])" }.isEmpty)
  }

  func testAfterARestartTheAlbumIsThereWithoutARequest() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    // What is asked last.
    try watch(for: "the words about the place") {
      try rows("SELECT 1 FROM place_words").first
    }
    try quit()
    let asked = person.services.requests.count { !$0.contains("/tiles/") }
    try launch()
    _ = try app.waitFor("Map")
    try openAlbum()
    try waitForPhotos(6)
    XCTAssertEqual(photoNames(), names)
    XCTAssertEqual(person.services.requests.count { !$0.contains("/tiles/") }, asked)
  }

  func testWhereThereAreNoneItSaysNoImages() throws {
    try begin(commons: "count=0")
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try press("the pin") { try $0.name.hasSuffix(", 0 photos") }
    _ = try app.waitFor("No Images")
    _ = try app.waitFor(
      "There are no photos within 10\u{A0}km of this place. Another source may have some.")
  }

  func testWithoutANetworkThereArePostcardsAndTryAgainBringsPhotos() throws {
    person.services.ask("/control/api/off")
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    _ = try app.waitFor("Wikimedia Commons cannot be reached. Postcards are shown instead.")
    XCTAssertEqual(Set(try rows("SELECT source FROM photo").map { $0[0] }), ["postcards"])
    try watch(for: "how many postcards there are") {
      app.all { try $0.name.hasSuffix(" postcards") }.first
    }
    person.services.ask("/control/api/on")
    try press("Try Again")
    try watch(for: "photos from Commons") {
      let rows = try rows("SELECT source FROM photo WHERE state = 'stored'").map { $0[0] }
      return rows == Array(repeating: "commons", count: 6) ? true : nil
    }
    try app.waitForEnd(of: "Try Again")
    try waitForPhotos(6)
  }

  func testAPhotoThatFailedIsTriedAgainByATap() throws {
    person.services.ask("/control/hold")
    try begin(settings: ["photo-source": "'commons'"])
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    person.services.ask("/control/release/5")
    try waitForPhotos(6, loading: 1)
    person.services.ask("/control/api/off")
    try waitForPhotos(6, failed: 1)
    _ = try app.waitFor(
      "A photo could not be loaded. The photo service cannot be reached. Check your connection."
    )
    _ = try app.waitFor("5 of 6 photos")
    person.services.ask("/control/api/on")
    person.services.ask("/control/release")
    let failed = try XCTUnwrap(photoNames().first { $0.hasPrefix("Failed: ") })
    try press(failed)
    try waitForPhotos(6)
  }

  func testTheSameByKeyboardAlone() throws {
    try begin()
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let pin = try watch(for: "the pin and its photos") {
      app.buttons { $0.hasSuffix(", 6 photos") }.first
    }
    hands.type("Tab")
    try watch(for: "the focus on the pin") {
      try pin.has(.focused) ? true : nil
    }
    hands.type("Return")
    try waitForPhotos(6)
    let names = photoNames()
    try focusPhoto(1)
    hands.type("Delete")
    try waitForPhotos(5)
    XCTAssertFalse(photoNames().contains(names[1]))
    hands.type("z", holding: "Control_L")
    try waitForPhotos(6)
    try watch(for: "the focus on what came back") { focusedName() == names[1] ? true : nil }
    hands.type("Escape")
    try watch(for: "the map") { try app.waitFor("Map").has(.visible) ? true : nil }
    try app.waitForEnd(of: "New Collection")
  }

  func testThePlaceIsRenamedWhereItsNameStands() throws {
    try begin(settings: ["prefetch": "false"])
    try openNewAlbum()
    hands.type("F2")
    _ = try app.waitFor("Name of the Place")
    hands.type(text: "home")
    hands.type("Return")
    try watch(for: "the new name") { try savedTitles() == ["home"] ? true : nil }
    _ = try app.waitFor("Rename home")
  }

  func testUndoInTheNameOfThePlaceBringsNoPhotoBack() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    try focusPhoto(0)
    hands.type("Delete")
    try waitForPhotos(5)
    hands.type("F2")
    _ = try app.waitFor("Name of the Place")
    hands.type("z", holding: "Control_L")
    hands.type(text: "home")
    hands.type("Return")
    try watch(for: "the new name") { try savedTitles() == ["home"] ? true : nil }
    try waitForPhotos(5)
  }

  func testPhotosAreRestoredByTheMenuAsLongAsTheyCanBe() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let countSensitive = { try self.entries().count { try $0.has(.sensitive) } }
    // All else that can be done has to be possible before.
    try watch(for: "the end of the work") { try isSensitive("New Collection") ? true : nil }
    try openAlbumMenu()
    let before = try countSensitive()
    hands.type("Escape")
    try app.waitForEnd(ofEntry: "Photos From")
    try focusPhoto(0)
    hands.type("Delete")
    try waitForPhotos(5)
    try openAlbumMenu()
    try watch(for: "one more entry") { try countSensitive() == before + 1 ? true : nil }
    hands.type("r")
    try waitForPhotos(6)
  }

  func testWhatWasRemovedJustBeforeTheEndStaysRemoved() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try focusPhoto(0)
    let writer = try occupyLibrary("BEGIN IMMEDIATE")
    // Looks between would take longer than the program waits for the library.
    for _ in 0..<4 {
      hands.type("Delete")
      hands.type(forward)
      hands.rest(seconds: 0.05)
    }
    hands.type("q", holding: "Control_L")
    try watch(for: "the window to go") { screen.windows.isEmpty ? true : nil }
    writer.close()
    XCTAssertEqual(try program.waitForExit(), 0)
    XCTAssertEqual(try savedNames(), Array(names.suffix(2)))
  }
}
