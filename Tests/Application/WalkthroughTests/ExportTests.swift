import Foundation
import TestDesk
import TestFiles
import XCTest

/// Albums on their way to others: as a folder, a web page, a PDF, and to a printer.
final class ExportTests: ViewerWalkthrough {
  private var portal: Portal!
  private var folder: URL { person.desk.home.appendingPathComponent("Exports") }

  /// Opens an album of some photos on a desktop with a chooser of files.
  private func beginWithChooser(settings: [String: String] = [:]) throws -> [String] {
    try makeChooser()
    return try beginInAlbum(count: 3, settings: settings)
  }

  private func makeChooser() throws {
    portal = try person.desk.startPortal()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private let exported = "Album exported to “Exports”"

  private func export(as format: String, to target: URL, saying sentence: String?) throws {
    try export(as: format, to: target, by: portal, saying: sentence)
  }

  private func names(in path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(path).path
    ).sorted()
  }

  /// The photos in a web page's folder of pictures, without its maps.
  private func photoNames(in path: String) throws -> [String] {
    try names(in: path).filter { !$0.hasPrefix("map") }
  }

  /// What the files of photos are called, each a number and a title without its full stop.
  private func fileNames(_ titles: [String]) -> [String] {
    titles.enumerated().map { "0\($0 + 1) \($1.dropLast()).jpg" }
  }

  func testAnAlbumIsExportedAsAFolderOfPictures() throws {
    let titles = try beginWithChooser()
    let place = try savedTitles()[0]
    try openAlbumMenu()
    hands.type("e")
    try waitForDialog("Export Album")
    try press("Cancel")
    try waitForEnd(ofDialog: "Export…")
    try export(as: "Folder of Pictures", to: folder, saying: exported)
    XCTAssertEqual(try names(), [place])
    XCTAssertEqual(try names(in: place), fileNames(titles) + ["CREDITS.txt"])
    let credits = try String(
      contentsOf: folder.appendingPathComponent("\(place)/CREDITS.txt"), encoding: .utf8)
    for row in try rows("SELECT title, author, license, page_url FROM photo") {
      XCTAssertTrue(row.allSatisfy { credits.contains($0) }, "\(row) in \(credits)")
    }
    // Another time, the folder of before stays as it is.
    try export(as: "Folder of Pictures", to: folder, saying: nil)
    try watch(for: "another folder") { try names() == [place, "\(place) 2"] ? true : nil }
    XCTAssertEqual(portal.calls.map(\.method), ["FileChooser.OpenFile", "FileChooser.OpenFile"])
  }

  func testAnAlbumIsExportedAsAWebPageAndOpened() throws {
    let opened = try person.desk.installOpener(for: "text/html")
    let titles = try beginWithChooser()
    let place = try savedTitles()[0]
    try export(as: "Web Page", to: folder, saying: nil)
    // The portal of the test opens nothing, and has been asked where to.
    try watch(for: "the portal’s call") { portal.calls.first }
    portal.answer(.refused)
    try press("Open", ofMessage: exported)
    try watch(for: "the browser") {
      (try? String(contentsOf: opened, encoding: .utf8))?.contains("index.html") == true
        ? true : nil
    }
    XCTAssertEqual(try names(in: place), ["index.html", "pictures"])
    XCTAssertEqual(try photoNames(in: "\(place)/pictures"), fileNames(titles))
    let page = folder.appendingPathComponent("\(place)/index.html")
    let text = try String(contentsOf: page, encoding: .utf8)
    for title in titles { XCTAssertTrue(text.contains(">\(title)</a>"), title) }
    XCTAssertTrue(text.contains("class=\"map\""))
  }

  func testFavouritesComeFirstAndThePhotosSayWhen() throws {
    let titles = try beginWithChooser()
    let place = try savedTitles()[0]
    try focusPhoto(2)
    hands.type("d", holding: "Control_L")
    try watch(for: "the favourite") {
      try rows("SELECT title FROM photo WHERE is_favorite") == [[titles[2]]] ? true : nil
    }
    try export(as: "Web Page", to: folder, saying: exported)
    XCTAssertEqual(
      try photoNames(in: "\(place)/pictures"), fileNames([titles[2], titles[0], titles[1]]))
    let page = try PseudoLanguage.heard(
      String(contentsOf: folder.appendingPathComponent("\(place)/index.html"), encoding: .utf8))
    let facts = try XCTUnwrap(page.firstMatch(of: /· 3 photos · (.*)<\/p>/)?.output.1)
    // As services of the sandbox tell when: the first and the last day.
    let days = Set(try rows("SELECT taken FROM photo").map { String($0[0].prefix(10)) }).sorted()
    XCTAssertEqual(
      days.first.map { facts.hasPrefix(written($0)) }, true, "\(facts) of \(days)")
    XCTAssertEqual(days.last.map { facts.hasSuffix(written($0)) }, true, "\(facts) of \(days)")
  }

  /// A day such as 2009-03-17 as exports have it.
  private func written(_ day: String) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return day }
    return "\(parts[2]) \(names[parts[1] - 1]) \(parts[0])"
  }

  func testWhereThePortalDiesTheProgramAsksItself() throws {
    let place = try {
      _ = try beginWithChooser()
      return try savedTitles()[0]
    }()
    portal.answer(.asking)
    try export(as: "Folder of Pictures", to: folder, saying: nil)
    try watch(for: "the portal’s call") { portal.calls.first }
    let window = try XCTUnwrap(screen.topWindow)
    portal.die()
    try focusDialog(above: window)
    try pressAgain(for: .chooserReads, until: "the end of the dialog") {
      hands.type("Escape")
    } _: {
      screen.topWindow == window ? true : nil
    }
    screen.focus(window)
    // The next one asks as ever.
    portal = try person.desk.startPortal()
    try export(as: "Folder of Pictures", to: folder, saying: exported)
    XCTAssertEqual(try names(), [place])
  }

  func testAnAlbumIsExportedAsAPDF() throws {
    let titles = try beginWithChooser()
    let target = folder.appendingPathComponent("album.pdf")
    try Data("an older file".utf8).write(to: target)
    try export(as: "PDF", to: target, saying: exported)
    XCTAssertEqual(try names(), ["album.pdf"])
    let text = try self.text(of: target)
    for title in titles { XCTAssertTrue(text.contains(title), "\(title) in \(text)") }
    let call = try XCTUnwrap(portal.calls.first)
    XCTAssertEqual(call.method, "FileChooser.SaveFile")
    XCTAssertTrue(call.options.contains(".pdf'>"), call.options)
  }

  func testAnAlbumIsExportedAsAZipFile() throws {
    let titles = try beginWithChooser()
    let place = try savedTitles()[0]
    let target = folder.appendingPathComponent("album.zip")
    try export(as: "Zip File", to: target, saying: exported)
    XCTAssertEqual(try names(), ["album.zip"])
    let packed = try Dictionary(
      uniqueKeysWithValues: Zip.unpack(target.path).map { ($0.name, Data($0.bytes)) })
    let pictures = fileNames(titles)
    XCTAssertEqual(packed.keys.sorted(), (pictures + ["CREDITS.txt"]).map { "\(place)/\($0)" })
    let credits = String(
      decoding: try XCTUnwrap(packed["\(place)/CREDITS.txt"]), as: UTF8.self)
    let photos = try rows(
      "SELECT title, author, license, page_url, path FROM photo ORDER BY position")
    for (name, row) in zip(pictures, photos) {
      XCTAssertTrue(row.dropLast().allSatisfy { credits.contains($0) }, "\(row) in \(credits)")
      // From the start of its scan on, a JPEG is its picture.
      let file = try Data(
        contentsOf: person.libraryFolder.appendingPathComponent("photos/\(row[4])"))
      let scan = try XCTUnwrap(file.range(of: Data([0xFF, 0xDA])))
      let copy = try XCTUnwrap(packed["\(place)/\(name)"])
      XCTAssertNotNil(copy.range(of: file[scan.lowerBound...]), "another picture: \(name)")
      XCTAssertNotNil(copy.range(of: Data(row[1].utf8)), "no \(row[1]) in \(name)")
    }
    XCTAssertEqual(photos.count, titles.count)
    let call = try XCTUnwrap(portal.calls.first)
    XCTAssertEqual(call.method, "FileChooser.SaveFile")
    XCTAssertTrue(call.options.contains("\(place).zip'>"), call.options)
  }

  func testPhotosThatHaveNotComeAreLeftOutAndThatIsSaid() throws {
    try makeChooser()
    person.services.ask("/control/hold")
    try begin(settings: ["photo-source": "'commons'"])
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    person.services.ask("/control/release/5")
    try waitForPhotos(6, loading: 1)
    try export(
      as: "Folder of Pictures", to: folder,
      saying:
        "\(exported). A photo of the album is left out because it is not downloaded.")
    XCTAssertEqual(try names(in: savedTitles()[0]).count, 6)
  }

  func testWhereNothingCanBeWrittenItIsSaid() throws {
    _ = try beginWithChooser()
    let sentence = "The album was not exported: the folder cannot be written."
    // Nobody can make a folder there, whatever rights the tests have.
    try export(as: "Folder of Pictures", to: URL(fileURLWithPath: "/proc"), saying: sentence)
    try dismiss(sentence)
    try export(as: "PDF", to: URL(fileURLWithPath: "/proc/album.pdf"), saying: sentence)
  }

  func testOnAFullDiskItIsSaidAndNothingIsLeft() throws {
    try makeChooser()
    // Room for less than three photos, in a namespace of mounts that ends with the program.
    try begin(count: 3, after: "mount -t tmpfs -o size=100k tmpfs \"$HOME/Exports\"")
    try openNewAlbum()
    try waitForPhotos(3)
    let disk = "/proc/\(program.id)/root\(folder.path)"
    for (format, target) in [
      ("Folder of Pictures", folder), ("Web Page", folder),
      ("Zip File", folder.appendingPathComponent("album.zip")),
      ("PDF", folder.appendingPathComponent("album.pdf")),
    ] {
      try export(
        as: format, to: target, saying: "The album was not exported: the disk is full.")
      XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: disk), [], format)
      try dismiss("The album was not exported: the disk is full.")
    }
  }

  func testPostcardsAreExportedWithTheirCredit() throws {
    _ = try beginWithChooser(settings: ["photo-source": "'postcards'"])
    let place = try savedTitles()[0]
    try export(as: "Folder of Pictures", to: folder, saying: exported)
    let credits = try PseudoLanguage.heard(
      String(contentsOf: folder.appendingPathComponent("\(place)/CREDITS.txt"), encoding: .utf8))
    XCTAssertTrue(credits.contains("Author: Virtual Tourist"), credits)
    XCTAssertTrue(credits.contains("creativecommons.org/licenses/by/4.0"), credits)
  }

  func testAnAlbumIsPrinted() throws {
    let titles = try beginInAlbum(count: 3)
    hands.type("p", holding: "Control_L")
    try printToFile()
    let file = person.desk.home.appendingPathComponent("Paris, France.pdf")
    let text = try watch(for: "the pages") { () -> String? in
      let text = try self.text(of: file)
      return titles.allSatisfy(text.contains) ? text : nil
    }
    XCTAssertTrue(text.contains("Paris"), text)
  }

  func testAPreviewWithoutAProgramForItSaysSo() throws {
    // Some programs call the type by its other name.
    try person.desk.hideOpeners(for: "application/pdf", "image/pdf")
    try beginInAlbum(count: 3)
    let window = try XCTUnwrap(screen.topWindow)
    hands.type("p", holding: "Control_L")
    try focusDialog(above: window)
    try press("the button") {
      try $0.name.hasSuffix("Preview") && $0.role == "button" && $0.has(.sensitive)
    }
    _ = try app.waitFor(
      "No app can show the print preview. Print to a file instead.")
    try waitForPhotos(3)
  }
}
