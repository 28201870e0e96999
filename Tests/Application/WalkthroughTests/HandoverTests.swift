import Foundation
import TestDesk
import XCTest

/// Photos on their way to other programs, and to files.
final class HandoverTests: ViewerWalkthrough {
  /// The large image of the first photo, as it lies in the cache.
  private func largeImage() throws -> Data {
    let folder = person.desk.home.appendingPathComponent("cache/virtual-tourist/large")
    let name = try XCTUnwrap(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first { !$0.hasPrefix(".") })
    return try Data(contentsOf: folder.appendingPathComponent(name))
  }

  /// Who made the first photo, and under which licence it may be used.
  private func credit() throws -> (author: String, license: String) {
    let row = try rows("SELECT author, license FROM photo ORDER BY position LIMIT 1")[0]
    return (row[0], row[1])
  }

  /// Asserts that a copy shows what the large image shows, and says whose it is.
  private func assertCredited(_ copy: Data, line: UInt = #line) throws {
    let (author, license) = try credit()
    for text in [author, license, "http://ns.adobe.com/xap/1.0/"] {
      XCTAssertNotNil(copy.range(of: Data(text.utf8)), "no \(text)", line: line)
    }
    // From the start of its scan on, a JPEG is its picture.
    let picture = try largeImage()
    let scan = try XCTUnwrap(picture.range(of: Data([0xFF, 0xDA])))
    XCTAssertNotNil(copy.range(of: picture[scan.lowerBound...]), "another picture", line: line)
  }

  /// Saves a photo under the name and in the folder that are offered.
  private func saveAsOffered() throws {
    let window = try XCTUnwrap(screen.topWindow)
    try openSavingDialog()
    hands.type("Return")
    screen.focus(window)
  }

  func testASavedPhotoIsTheLargeOneAndSaysWhoseItIs() throws {
    let folder = try makePicturesFolder()
    let names = try beginInViewer()
    try waitForLargeImages(1)
    try saveAsOffered()
    // Its title ends in a full stop, the name of its file does not.
    let name = "\(names[0].dropLast()).jpg"
    _ = try app.waitFor("Saved as “\(name)”")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [name])
    try assertCredited(Data(contentsOf: folder.appendingPathComponent(name)))
    // The library's own file is as it was.
    XCTAssertEqual(try savedPaths(), photoFiles())
  }

  func testAFileOfAnotherKindIsCreditedBesideIt() throws {
    let folder = try makePicturesFolder()
    let names = try beginInViewer(commons: "formats=mixed", count: 6)
    let index = try XCTUnwrap(
      rows("SELECT path FROM photo ORDER BY position").firstIndex { $0[0].hasSuffix(".gif") })
    for _ in 0..<index { hands.type("Right") }
    try waitForViewer(of: names[index])
    try saveAsOffered()
    let name = "\(names[index].dropLast()).gif"
    _ = try app.waitFor("Saved as “\(name)”, with its author and licence in “\(name).txt”")
    let note = try String(
      contentsOf: folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
    let row = try rows(
      "SELECT title, author, license FROM photo ORDER BY position LIMIT 1 OFFSET \(index)")[0]
    XCTAssertTrue(row.allSatisfy { note.contains($0) }, note)
  }

  func testWherePhotosCannotBeSavedItIsSaid() throws {
    let names = try beginInViewer()
    let window = try XCTUnwrap(screen.topWindow)
    try openSavingDialog()
    hands.type("a", holding: "Control_L")
    // Nobody can make a file there, whatever rights the tests have.
    hands.type(text: "/proc/photo.jpg")
    hands.type("Return")
    screen.focus(window)
    try watch(for: "what went wrong") {
      app.all { try $0.name.hasPrefix("The photo could not be saved: ") }.first
    }
    try waitForViewer(of: names[0])
  }

  func testTheDesktopIsAskedWhereToSave() throws {
    let folder = try makePicturesFolder()
    let target = folder.appendingPathComponent("chosen name.jpg")
    let portal = try person.desk.startPortal()
    try portal.choose(target)
    let names = try beginInViewer()
    try waitForLargeImages(1)
    let windows = screen.windows.count
    hands.type("s", holding: "Control_L")
    _ = try app.waitFor("Saved as “chosen name.jpg”")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path), ["chosen name.jpg"])
    try assertCredited(Data(contentsOf: target))
    let call = try XCTUnwrap(portal.calls.first { $0.method == "FileChooser.SaveFile" })
    try assertOfWindow(call)
    XCTAssertTrue(call.options.contains("'current_name': <'\(names[0].dropLast()).jpg'>"))
    XCTAssertTrue(call.options.contains(folder.path), call.options)

    portal.answer(.cancelled)
    try FileManager.default.removeItem(at: target)
    hands.type("s", holding: "Control_L")
    try watch(for: "the portal to be asked again") {
      portal.calls.count { $0.method == "FileChooser.SaveFile" } == 2 ? true : nil
    }
    // Only what cannot ask is stood in for.
    portal.answer(.refused)
    try saveAsOffered()
    _ = try app.waitFor("Saved as “\(names[0].dropLast()).jpg”")
    XCTAssertEqual(screen.windows.count, windows)
    XCTAssertFalse(FileManager.default.fileExists(atPath: target.path))
  }

  func testWithTheCacheEmptiedTheStoredPhotoIsSaved() throws {
    let folder = try makePicturesFolder()
    let names = try beginInViewer()
    try waitForLargeImages(1)
    // At once, whatever is being put into it.
    try FileManager.default.moveItem(
      at: person.desk.home.appendingPathComponent("cache/virtual-tourist"),
      to: person.desk.home.appendingPathComponent("emptied"))
    try saveAsOffered()
    let name = "\(names[0].dropLast()).jpg"
    _ = try app.waitFor("Saved as “\(name)”")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [name])
  }

  func testThePageOfAPhotoOpensFromItsMenu() throws {
    let opened = try person.desk.installOpener(
      for: "x-scheme-handler/http", "x-scheme-handler/https")
    try beginInAlbum()
    let page = try rows("SELECT page_url FROM photo ORDER BY position LIMIT 1")[0][0]
    try choosePageInMenu()
    try watch(for: "the page") {
      (try? String(contentsOf: opened, encoding: .utf8)) == page + "\n" ? true : nil
    }
  }

  func testItIsSaidWhenAPageDoesNotOpen() throws {
    try person.desk.hideOpeners(for: "x-scheme-handler/http", "x-scheme-handler/https")
    try beginInAlbum()
    try choosePageInMenu()
    _ = try app.waitFor("The page could not be opened.")
  }

  private func choosePageInMenu() throws {
    hands.type("Menu")
    try app.waitForEntry("Open Web Page")
    hands.type("o")
  }

  func testACopiedPhotoIsAPictureAndAFile() throws {
    try beginInViewer()
    try waitForLargeImages(1)
    hands.type("c", holding: "Control_L")
    _ = try app.waitFor("Photo copied")
    let picture = try XCTUnwrap(screen.clipboard(as: "image/png"))
    XCTAssertEqual(Array(picture.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
    // Its width and height, as its header has them.
    XCTAssertEqual(Array(picture.dropFirst(16).prefix(8)), [0, 0, 0x08, 0, 0, 0, 0x05, 0x55])
    let files = try XCTUnwrap(screen.clipboard(as: "text/uri-list"))
    let address = try XCTUnwrap(
      String(decoding: files, as: UTF8.self).split(whereSeparator: \.isNewline).first)
    let path = try XCTUnwrap(URL(string: String(address))).path
    try assertCredited(Data(contentsOf: URL(fileURLWithPath: path)))
    // And texts that say whose it is.
    let row = try rows("SELECT title, author, license FROM photo ORDER BY position LIMIT 1")[0]
    for type in ["text/html", "text/plain;charset=utf-8"] {
      let text = try XCTUnwrap(screen.clipboardText(as: type))
      XCTAssertTrue(row.allSatisfy(text.contains), text)
      XCTAssertEqual(text.contains("<img src=\"file:///"), type == "text/html", text)
    }
  }

  func testPhotosOfAnAlbumAreCopiedTogether() throws {
    try beginInAlbum(count: 3)
    hands.type("a", holding: "Control_L")
    hands.type("c", holding: "Control_L")
    _ = try app.waitFor("3 photos copied")
    let files = try XCTUnwrap(screen.clipboard(as: "text/uri-list"))
    let addresses = String(decoding: files, as: UTF8.self).split(whereSeparator: \.isNewline)
    let authors = try rows("SELECT author FROM photo ORDER BY position").map { $0[0] }
    XCTAssertEqual(addresses.count, 3)
    for (address, author) in zip(addresses, authors) {
      let path = try XCTUnwrap(URL(string: String(address))).path
      let copy = try Data(contentsOf: URL(fileURLWithPath: path))
      XCTAssertNotNil(copy.range(of: Data(author.utf8)), author)
      XCTAssertFalse(path.hasPrefix(person.libraryFolder.path))
    }
  }

  func testAPhotoIsOpenedInTheProgramThatTheUserChooses() throws {
    let portal = try person.desk.startPortal()
    let names = try beginInViewer()
    try waitForLargeImages(1)
    hands.type("o", holding: "Control_L")
    let call = try watch(for: "the portal’s call") { portal.calls.first }
    XCTAssertEqual(call.method, "OpenURI.OpenFile")
    try assertOfWindow(call)
    XCTAssertTrue(call.options.contains("'ask': <true>"), call.options)
    XCTAssertTrue(call.path.hasSuffix("/\(names[0].dropLast()).jpg"), call.path)
    // What another program does with it does not touch the library.
    XCTAssertFalse(call.path.hasPrefix(person.libraryFolder.path))
    try assertCredited(call.content)
    try assertNothingIsSaid()
  }

  func testAPhotoBecomesTheBackground() throws {
    let portal = try person.desk.startPortal()
    try beginInViewer()
    try waitForLargeImages(1)
    try choose(3)
    let call = try watch(for: "the portal’s call") { portal.calls.first }
    XCTAssertEqual(call.method, "Wallpaper.SetWallpaperFile")
    for option in ["'show-preview': <true>", "'set-on': <'background'>"] {
      XCTAssertTrue(call.options.contains(option), call.options)
    }
    try assertCredited(call.content)
    try assertNothingIsSaid()
  }

  func testWhatTheUserCancelsNeedsNoWords() throws {
    let portal = try person.desk.startPortal(answering: .cancelled)
    try beginInViewer()
    hands.type("F8", holding: "Control_L")
    try watch(for: "the portal’s call") { portal.calls.first }
    hands.type("o", holding: "Control_L")
    try watch(for: "the other call") { portal.calls.count == 2 ? true : nil }
    try assertNothingIsSaid()
  }

  func testWhatTheDesktopCannotDoIsSaid() throws {
    let portal = try person.desk.startPortal(answering: .failed)
    try beginInViewer()
    hands.type("F8", holding: "Control_L")
    _ = try app.waitFor("The photo could not be made the background.")
    hands.type("o", holding: "Control_L")
    _ = try app.waitFor("The photo could not be opened in another app.")
    portal.answer(.refused)
    hands.type("F8", holding: "Control_L")
    _ = try app.waitFor("This desktop does not let apps set its background.")
  }

  func testWhereThePortalDiesItIsSaid() throws {
    try assertDeathIsSaid(ofPortalAnswering: .asking)
  }

  func testWhereThePortalDiesBeforeItRepliesItIsSaid() throws {
    try assertDeathIsSaid(ofPortalAnswering: .silent)
  }

  private func assertDeathIsSaid(ofPortalAnswering answer: Portal.Answer) throws {
    let portal = try person.desk.startPortal(answering: answer)
    try beginInViewer()
    try waitForLargeImages(1)
    hands.type("o", holding: "Control_L")
    try watch(for: "the portal’s call") { portal.calls.first }
    portal.die()
    _ = try app.waitFor("The photo could not be opened in another app.")
  }

  func testWithoutAPortalTheUsualProgramOpensThePhoto() throws {
    let opened = try person.desk.installOpener(for: "image/jpeg")
    let names = try beginInViewer()
    try waitForLargeImages(1)
    hands.type("o", holding: "Control_L")
    let address = try watch(for: "the usual program") {
      try? String(contentsOf: opened, encoding: .utf8).split(separator: "\n").first
    }
    let path = try XCTUnwrap(URL(string: String(address))).path
    XCTAssertEqual(path.split(separator: "/").last, "\(names[0].dropLast()).jpg")
    try assertCredited(Data(contentsOf: URL(fileURLWithPath: path)))
    hands.type("F8", holding: "Control_L")
    _ = try app.waitFor("This desktop does not let apps set its background.")
  }

  /// Asserts that what the desktop asks belongs to the program's window.
  private func assertOfWindow(_ call: Portal.Call) throws {
    if Desk.isWayland {
      // Its name there is one that the compositor makes up.
      XCTAssertNotNil(call.parent.wholeMatch(of: /wayland:.+/), call.parent)
    } else {
      let window = try XCTUnwrap(screen.topWindow)
      XCTAssertEqual(call.parent, "x11:\(String(window, radix: 16))")
    }
  }

  /// Asserts that no message is on its way: one that is asked for afterwards comes alone.
  private func assertNothingIsSaid() throws {
    hands.type("c", holding: "Control_L")
    _ = try app.waitFor("Photo copied")
    XCTAssertEqual(app.all { try $0.name.hasPrefix("The photo could not") }.count, 0)
  }
}
