import Foundation
import TestDesk
import XCTest

/// A test in which a person looks at photos one by one, large.
class ViewerWalkthrough: AlbumWalkthrough {
  /// Starts with an album of photos, and the focus on the first of them; returns their names.
  @discardableResult
  func beginInAlbum(
    commons options: String = "-", count: Int = 6, settings: [String: String] = [:]
  ) throws -> [String] {
    try begin(commons: options, count: count, settings: settings)
    try openNewAlbum()
    try waitForPhotos(count)
    try focusPhoto(0)
    return photoNames()
  }

  /// The same with an album of which the page shows a part.
  func beginInLongAlbum(of count: Int) throws -> [String] {
    try begin(commons: "count=200", count: count)
    try openNewAlbum()
    try waitForLongAlbum(of: count)
    try focusPhoto(0)
    return try savedNames()
  }

  /// Starts and looks at the first photo of an album; returns the names of all.
  @discardableResult
  func beginInViewer(
    commons options: String = "-", count: Int = 6, settings: [String: String] = [:]
  ) throws -> [String] {
    let names = try beginInAlbum(commons: options, count: count, settings: settings)
    hands.type("space")
    try waitForViewer(of: names[0])
    return names
  }

  /// The picture that is shown large.
  func picture() -> Element? {
    guard !app.all({ try $0.name == "Photo Menu" }).isEmpty else { return nil }
    return app.all { try $0.role == "image" && !$0.name.isEmpty }.first
  }

  /// The picture where nothing else shows.
  func pictureInFullScreen() -> Element? {
    app.all { try $0.role == "image" && !$0.name.isEmpty }.first
  }

  /// Waits until the picture is as wide as the screen.
  func waitForFullScreen(file: StaticString = #filePath, line: UInt = #line) throws {
    try watch(for: "a picture as wide as the screen", file: file, line: line) {
      (try? pictureInFullScreen()?.frame.width) == 1280 ? true : nil
    }
  }

  /// Moves the pointer over the picture until a button shows, which each movement brings for a moment.
  func moveUntilShown(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    var x = 640.0
    try watch(for: "“\(name)” over the picture", file: file, line: line) {
      x = 1300 - x
      hands.move(x: x, y: 400)
      return app.buttons { $0 == name }.first
    }
  }

  func waitForViewer(
    of name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "“\(name)” in large", file: file, line: line) {
      try picture()?.name == name ? true : nil
    }
  }

  func waitForAlbum(file: StaticString = #filePath, line: UInt = #line) throws {
    try watch(for: "the album", file: file, line: line) {
      picture() == nil && !app.all({ try $0.name == "New Collection" }).isEmpty ? true : nil
    }
  }

  /// The requests for images as large as they are.
  func largeRequests() -> [String] {
    person.services.requests.filter {
      $0.contains("/images/") && $0.contains("/commons/") && !$0.contains("/thumb/")
    }
  }

  /// Waits until at least so many large images have come, and nothing is said of one on its way.
  func waitForLargeImages(_ count: Int) throws {
    let folder = person.desk.home.appendingPathComponent("cache/virtual-tourist/large").path
    try watch(for: "\(count) large images") {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.count { !$0.hasPrefix(".") } >= count ? true : nil
    }
    try app.waitForEnd(of: "Loading the large picture…")
  }

  /// How large the picture is drawn, in percent.
  func zoom() throws -> Int {
    try watch(for: "the zoom") {
      app.buttons { $0.hasSuffix(" %") }.first.flatMap { try? Int($0.name.dropLast(2)) }
    }
  }

  @discardableResult
  func waitForZoom(_ condition: (Int) -> Bool) throws -> Int {
    try watch(for: "another zoom") {
      let zoom = try zoom()
      return condition(zoom) ? zoom : nil
    }
  }

  /// Chooses from the menu of the viewer, whose entries are gone through from the first.
  func choose(_ place: Int) throws {
    try press("Photo Menu")
    try app.waitForEntry("Save As…")
    for _ in 0..<place { hands.type("Down") }
    hands.type("Return")
  }

  /// Makes a folder that is the user's for pictures.
  func makePicturesFolder() throws -> URL {
    let folder = person.desk.home.appendingPathComponent("Pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "XDG_PICTURES_DIR=\"$HOME/Pictures\"\n".write(
      to: person.desk.home.appendingPathComponent("config/user-dirs.dirs"), atomically: true,
      encoding: .utf8)
    return folder
  }

  /// Asks to save, and waits until the dialog has the keyboard.
  func openSavingDialog() throws {
    let window = screen.topWindow
    hands.type("s", holding: "Control_L")
    let dialog = try watch(for: "the dialog") {
      screen.topWindow.flatMap { $0 == window ? nil : $0 }
    }
    screen.focus(dialog)
    _ = try app.waitFor("Save")
    try watch(for: "the name to be typed") {
      app.all { try $0.has(.focused) && $0.role == "text box" }.first
    }
  }
}
