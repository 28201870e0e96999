import Foundation
import TestDesk
import TravelModel
import XCTest

/// A test in which a person opens albums.
class AlbumWalkthrough: Walkthrough {
  let view = MapView(center: Coordinate(latitude: 48.8584, longitude: 2.2945)!, zoom: 12)

  /// Starts with a Commons that the options describe, and albums of so many photos.
  func begin(
    commons options: String = "-", count: Int = 6, settings: [String: String] = [:],
    environment: [String: String] = [:], after script: String? = nil
  ) throws {
    var all = [
      "commons-endpoint": "'\(person.services.commons(options))'",
      "photos-per-album": "\(count)", "prefetch": "true",
    ]
    all.merge(settings) { $1 }
    try start(at: view, settings: all, environment: environment, after: script)
  }

  /// Drops a pin in the middle of the map and opens its album.
  func openNewAlbum() throws {
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try openAlbum()
  }

  func openAlbum(file: StaticString = #filePath, line: UInt = #line) throws {
    try press("a pin", file: file, line: line) {
      try $0.name.hasSuffix(" photos") || $0.name.hasSuffix(" photo")
    }
    _ = try app.waitFor("New Collection", file: file, line: line)
  }

  override func press(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    // An album shows its photos before it can be replaced; a press before that does nothing.
    if name == "New Collection" {
      try watch(for: "“\(name)” to be possible", file: file, line: line) {
        app.all { try $0.name == name && $0.has(.sensitive) }.first
      }
    }
    try super.press(name, file: file, line: line)
  }

  func openAlbumMenu(file: StaticString = #filePath, line: UInt = #line) throws {
    // The menu of before has the pointer until it is gone.
    try watch(for: "no menu", file: file, line: line) { entries().isEmpty ? true : nil }
    try pressAgain(for: .menuHasPointer, until: "the album's menu", file: file, line: line) {
      try press("Album Menu", file: file, line: line)
    } _: {
      entries().isEmpty ? nil : true
    }
    try app.waitForEntry("Photos From", file: file, line: line)
  }

  /// Chooses in the album's menu and its dialog how to export, and in the portal's where to, and waits
  /// for what is said of it.
  func export(
    as format: String, to target: URL, by portal: Portal, saying sentence: String?
  ) throws {
    try portal.choose(target)
    try openAlbumMenu()
    hands.type("e")
    _ = try app.waitFor("Export Album")
    assertNamed("the export")
    try press(format)
    try watch(for: "the choice of “\(format)”") {
      app.all { try $0.name == format && $0.has(.checked) }.first
    }
    try press("Export…")
    // Before all else: it goes by itself.
    if let sentence { _ = try app.waitFor(sentence) }
    try waitForEnd(ofDialog: "Export…")
  }

  func openSources() throws {
    try openAlbumMenu()
    hands.type("f")
    _ = try waitForSources()
  }

  /// What a menu of sources offers, from the first to the last.
  static let sources = [
    "Automatic", "Wikimedia Commons", "Flickr", "Panoramax", "My Pictures", "Postcards",
  ]

  /// The entries of the menu of sources, once it shows.
  func waitForSources() throws -> [Element] {
    try watch(for: "the sources") {
      let entries = radioEntries()
      let count = AlbumWalkthrough.sources.count
      return entries.count >= count ? entries.suffix(count) : nil
    }
  }

  /// The entries of a menu of which one is the present one: each has a box with what marks it.
  private func radioEntries() -> [Element] {
    entries().filter { (try? $0.children.first?.children.isEmpty) == false }
  }

  /// Chooses a source in the menu that shows.
  func chooseSource(_ name: String) throws {
    let entries = try waitForSources()
    let place = try XCTUnwrap(AlbumWalkthrough.sources.firstIndex(of: name))
    func focused() -> Int? { entries.firstIndex { (try? $0.has(.focused)) == true } }
    while case let before = focused(), before != place {
      hands.type((before ?? -1) < place ? "Down" : "Up")
      // Another key before this one has moved it would move it too far.
      try watch(for: "another entry than the one before “\(name)”") {
        focused() == before ? nil : true
      }
    }
    hands.type("Return")
  }

  /// Chooses a source in the album's menu.
  func choose(_ source: String) throws {
    try openSources()
    try chooseSource(source)
  }

  /// The names of the photos in the grid.
  func photoNames() -> [String] {
    var names: [String] = []
    // In one look: what is asked afterwards may have another name by then, or be gone.
    _ = app.all {
      guard try $0.role == "image", case let name = try $0.name, !name.isEmpty else { return false }
      names.append(name)
      return true
    }
    return names
  }

  func waitForPhotos(
    _ count: Int, loading: Int = 0, failed: Int = 0, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    try watch(
      for: "\(count) photos, \(loading) loading, \(failed) failed", file: file, line: line
    ) {
      let names = photoNames()
      let matches =
        names.count == count && names.count { $0.hasPrefix("Loading ") } == loading
        && names.count { $0.hasPrefix("Failed: ") } == failed
      return matches ? true : nil
    }
  }

  /// The names of the only album's photos, also of those that are far from what the page shows.
  func savedNames() throws -> [String] {
    try rows("SELECT title FROM photo ORDER BY position").map { $0[0] }
  }

  /// Waits for an album so long that not each of its photos has a cell.
  func waitForLongAlbum(of count: Int) throws {
    try watch(for: "\(count) photos in the library") {
      try rows("SELECT state FROM photo").count { $0 == ["stored"] } == count ? true : nil
    }
    try watch(for: "the first of them") { photoNames().isEmpty ? nil : true }
  }

  /// Goes by the keyboard to a photo of the album that is shown.
  func focusPhoto(_ index: Int) throws {
    let names = photoNames()
    // The first photo takes the focus by itself where nothing has it, and from Back, where it waits.
    try watch(for: "the focus elsewhere than on Back") {
      try focus().flatMap { try $0.name == "Back" ? nil : true }
    }
    try goByKeys(to: "a photo", "Tab") { try names.contains($0.name) }
    let place = try XCTUnwrap(focusedName().flatMap(names.firstIndex))
    try goByKeys(to: "photo \(index)", place < index ? forward : backward) {
      try $0.name == names[index]
    }
  }

  func waitForEndOfSources() throws {
    try watch(for: "the end of the sources") { radioEntries().isEmpty ? true : nil }
  }

  func isSensitive(_ name: String) throws -> Bool {
    try app.waitFor(name).has(.sensitive)
  }

  /// The files of photos, but not those that wait for a week, as a snapshot may need them.
  func photoFiles() -> Set<String> {
    let folder = person.libraryFolder.appendingPathComponent("photos")
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return Set((all ?? []).filter { $0.hasSuffix(".jpg") && !$0.hasPrefix(".set-aside/") })
  }

  func savedPaths() throws -> Set<String> {
    Set(try rows("SELECT path FROM photo WHERE path IS NOT NULL").map { $0[0] })
  }
}
