import Foundation
import TestDesk
import TravelModel
import XCTest

/// Each key that the shortcuts window lists, pressed: a line that it lists and nobody pressed fails.
final class ShortcutTests: ViewerWalkthrough {
  /// The titles of the lines whose keys were pressed, and did what they say.
  var pressed: [String] = []

  func testEachKeyThatIsListedDoesWhatTheListSays() throws {
    let portal = try person.desk.startPortal(answering: .cancelled)
    let opened = try person.desk.installOpener(for: "text/html")
    try begin()
    try pressKeysOfSearch()
    try pressKeysOfMap()
    try pressKeysOfAlbum()
    try pressKeysOfPhoto()
    try pressKeysOfHandover(portal)
    portal.answer(.refused)
    try line("Open the help") {
      hands.type("F1")
      try watch(for: "the browser") {
        (try? String(contentsOf: opened, encoding: .utf8))?.contains("help.html") == true
          ? true : nil
      }
    }
    try pressKeysOfProgram()
  }

  func line(_ title: String, _ press: () throws -> Void) rethrows {
    try press()
    pressed.append(title)
  }

  func waitForFocus(
    on name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the focus on “\(name)”", file: file, line: line) {
      focusedName() == name ? true : nil
    }
  }

  private func pressKeysOfSearch() throws {
    try line("Search") {
      hands.type("f", holding: "Control_L")
      try waitForFocus(on: "Search places")
    }
    hands.type(text: "berl")
    // The next letter's places would come with the first of them selected.
    var (last, since): ([String], Date) = ([], Date())
    let found = try watch(for: "places that stay") { () -> [String]? in
      let list = app.all { try $0.name == "Places found" }.first
      // Rows that go meanwhile have no name.
      let names = try? list?.children.map { try $0.name }
      if names != last { (last, since) = (names ?? [], Date()) }
      return last.count > 1 && since.timeIntervalSinceNow < -1 ? last : nil
    }
    try line("Select a search result") {
      for (key, name) in [("Down", found[1]), ("Up", found[0])] {
        hands.type(key)
        try watch(for: "“\(name)” to be chosen") {
          try app.waitFor(name).has(.selected) ? true : nil
        }
      }
    }
    try line("Drop a pin at a search result") {
      hands.type("Return", holding: "Shift_L")
      try waitForPins(1)
    }
    try watch(for: "the map elsewhere") { try savedView() != view ? true : nil }
    _ = try settledView()
  }

  private func pressKeysOfMap() throws {
    try line("Move the map") {
      let moves: [(key: String, isThere: (Coordinate, Coordinate) -> Bool)] = [
        ("Right", { $1.longitude > $0.longitude }), ("Left", { $1.longitude < $0.longitude }),
        ("Up", { $1.latitude > $0.latitude }), ("Down", { $1.latitude < $0.latitude }),
      ]
      for (key, isThere) in moves {
        let before = try XCTUnwrap(settledView()).center
        hands.type(key)
        try watch(for: "the map after \(key)") {
          try savedView().map { isThere(before, $0.center) } == true ? true : nil
        }
      }
    }
    try line("Go to a place worth seeing") {
      let before = try savedView()
      hands.type("r", holding: "Control_L")
      _ = try app.waitFor("Dismiss")
      try watch(for: "the map elsewhere") { try savedView() != before ? true : nil }
    }
    try line("Close the bubble") {
      hands.type("Escape")
      try app.waitForEnd(of: "Dismiss")
    }
    try line("Zoom in and out") {
      for (key, isNearer) in [("plus", true), ("minus", false)] {
        let begin = try XCTUnwrap(settledView()).zoom
        hands.type(key)
        try watch(for: "another zoom after \(key)") {
          try savedView().map { $0.zoom != begin && ($0.zoom > begin) == isNearer } == true
            ? true : nil
        }
      }
    }
    let before = try savedView()
    for _ in 0..<3 { hands.type("Right") }
    try watch(for: "the map elsewhere") { try savedView() != before ? true : nil }
    try line("Drop a pin in the centre") {
      hands.type("n", holding: "Control_L", "Shift_L")
      try waitForPins(2)
    }
    _ = try watch(for: "the pin") { app.buttons { $0.hasSuffix(" photos") }.first }
    try pressKeysOfPlaces()
    try line("Go to the pins") {
      hands.type("Tab")
      try watch(for: "the focus on a pin") { try focusedPin() }
    }
    try line("Open the menu of a place") {
      hands.type("Menu")
      try app.waitForEntry("Copy Link")
      hands.type("Escape")
      try app.waitForEnd(ofEntry: "Copy Link")
    }
    try pressKeysOfMove()
    try line("Open the album of a pin") { try openFocusedPin() }
    try line("Go back to the map") {
      // A message that shows would go first.
      try app.waitForEnd(of: "Undo")
      hands.type("Escape")
      try app.waitForEnd(of: "Album Menu")
      try openFocusedPin()
      hands.type("Left", holding: "Alt_L")
      try app.waitForEnd(of: "Album Menu")
    }
    try watch(for: "photos") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored'").isEmpty ? nil : true
    }
    try watch(for: "a pin with photos") {
      pinButtons().contains { (try? $0.name.hasSuffix(", 0 photos")) == false } ? true : nil
    }
    try line("Start a slideshow of all places") {
      // The card of the pin lies over the window.
      let window = try XCTUnwrap(screen.windows.first)
      try screen.grantFullScreen(to: window) { hands.type("F5") }
      try watch(for: "a photo") { pictureInFullScreen() }
      try screen.grantFullScreen(to: window) { hands.type("Escape") }
      // The last place may be out of sight.
      try watch(for: "the focus on the map or a pin") {
        try focusedName() == "Map" || focusedPin() != nil ? true : nil
      }
    }
    if try focusedPin() == nil { hands.type("Tab") }
    try watch(for: "the focus on a pin") { try focusedPin() }
    try openFocusedPin()
    try press("Album Menu")
    try chooseLastEntry("Remove Pin")
    try waitForPins(1)
    try waitForFocus(on: "Map")
    try line("Undo") {
      hands.type("z", holding: "Control_L")
      try waitForPins(2)
    }
    try line("Redo") {
      hands.type("z", holding: "Control_L", "Shift_L")
      try waitForPins(1)
    }
    hands.type("z", holding: "Control_L")
    try waitForPins(2)
    try line("Go from pin to pin") {
      try waitForFocus(on: "Map")
      _ = try watch(for: "the pins") { pinButtons().isEmpty ? nil : true }
      hands.type("Tab")
      let middle = try watch(for: "the focus on a pin") { try focusedPin() }
      try dropPin(x: middle.x + 90, y: middle.y)
      try waitForPins(3)
      // Before it is on the map, the key moves that.
      try watch(for: "the pin beside it") {
        pinButtons().compactMap { try? $0.frame }
          .first { $0.x + $0.width / 2 > middle.x + 60 }
      }
      for (key, isThere) in [("Right", true), ("Left", false)] {
        hands.type(key)
        try watch(for: "the focus on the pin after \(key)") {
          try focusedPin().map { ($0.x > middle.x + 60) == isThere } == true ? true : nil
        }
      }
    }
  }

  /// The foot of the pin that has the focus.
  func focusedPin() throws -> (x: Double, y: Double)? {
    try pinButtons().first { try $0.has(.focused) }.flatMap { try? $0.frame }.map {
      ($0.x + $0.width / 2, $0.y + $0.height)
    }
  }

  private func openFocusedPin() throws {
    try watch(for: "the focus on a pin") { try focusedPin() }
    hands.type("Return")
    _ = try app.waitFor("Album Menu")
  }

  private func pressKeysOfAlbum() throws {
    try openAlbum()
    try waitForPhotos(6)
    try focusPhoto(0)
    let names = photoNames()
    try line("View a photo") {
      for (key, back) in [("Return", ["Escape"]), ("space", ["Left", "Alt_L"])] {
        hands.type(key)
        try waitForViewer(of: names[0])
        hands.type(back[0], holding: Array(back.dropFirst()))
        try waitForAlbum()
        try waitForFocus(on: names[0])
      }
    }
    pressed.append("Go back")
    let window = try XCTUnwrap(screen.topWindow)
    try line("Start a slideshow") {
      try screen.grantFullScreen(to: window) { hands.type("F5") }
      try waitForFullScreen()
      // A slideshow that rests stays at this photo, and Escape comes once the page has come in.
      hands.type("space")
      var last: Double?
      try watch(for: "the photo to stand still") {
        let now = try? pictureInFullScreen()?.frame.x
        defer { last = now }
        return now != nil && now == last ? true : nil
      }
      try screen.grantFullScreen(to: window) { hands.type("Escape") }
      try waitForAlbum()
      try waitForFocus(on: names[0])
    }
    try line("Print the album") {
      hands.type("p", holding: "Control_L")
      let dialog = try watch(for: "the dialog") {
        screen.topWindow.flatMap { $0 == window ? nil : $0 }
      }
      screen.focus(dialog)
      // One too many would leave the album.
      hands.type("Escape")
      try watch(for: "the end of the dialog") { screen.topWindow == window ? true : nil }
      screen.focus(window)
    }
    try line("Open the menu of a photo") {
      for held in [[], ["Shift_L"]] {
        hands.type(held.isEmpty ? "Menu" : "F10", holding: held)
        try app.waitForEntry("Open Web Page")
        hands.type("Escape")
        try app.waitForEnd(ofEntry: "Open Web Page")
        try waitForFocus(on: names[0])
      }
    }
    try line("Copy the selected photos") {
      hands.type("c", holding: "Control_L")
      try watch(for: "the copied photo") {
        try screen.clipboard(as: "text/uri-list").map { String(decoding: $0, as: UTF8.self) }?
          .contains("file:") == true ? true : nil
      }
    }
    let usual = try stillFrame(of: names[0]).width
    try line("Make the photos larger and smaller") {
      hands.type("plus", holding: "Control_L")
      try watch(for: "a larger photo") {
        try stillFrame(of: names[0]).width > usual + 10 ? true : nil
      }
      for _ in 0..<2 { hands.type("minus", holding: "Control_L") }
      try watch(for: "a smaller photo") {
        try stillFrame(of: names[0]).width < usual - 10 ? true : nil
      }
    }
    try line("Show the photos in their usual size") {
      hands.type("0", holding: "Control_L")
      try watch(for: "the usual size") {
        try abs(stillFrame(of: names[0]).width - usual) < 2 ? true : nil
      }
    }
    func favourites() throws -> Int {
      try rows("SELECT 1 FROM photo WHERE is_favorite").count
    }
    for count in [1, 0] {
      try line("Keep the selected photos as favourites") {
        hands.type("d", holding: "Control_L")
        try watch(for: "\(count) favourites") { try favourites() == count ? true : nil }
      }
    }
    try line("Remove the selected photos") {
      hands.type("Delete")
      try waitForPhotos(5)
    }
    hands.type("z", holding: "Control_L")
    try waitForPhotos(6)
    try line("Show or hide the panel about the place") {
      hands.type("F9")
      _ = try stillFrame(of: "Close Panel")
      hands.type("F9")
      try watch(for: "the end of the panel") {
        app.all { try $0.name == "Close Panel" && $0.frame.width > 1 }.isEmpty ? true : nil
      }
    }
    try line("Rename the place") {
      hands.type("F2")
      try waitForFocus(on: "Name of the Place")
      hands.type("Escape")
    }
  }

  private func pressKeysOfProgram() throws {
    try line("Open the preferences") {
      hands.type("comma", holding: "Control_L")
      try waitForDialog("Photos per Album")
      hands.type("Escape")
      try waitForEnd(ofDialog: "Photos per Album")
    }
    pressed += ["Show the keyboard shortcuts", "Close the window", "Quit"]
    hands.type("slash", holding: "Control_L", "Shift_L")
    _ = try app.waitFor("Move the map")
    // GTK 4.18 tells of one page at a time.
    var listed = listedTitles()
    for _ in 0..<6 where !listed.isSuperset(of: pressed) {
      let before = listed
      hands.type("Page_Down", holding: "Control_L")
      try watch(for: "another page") {
        listed.formUnion(listedTitles())
        return listed != before ? true : nil
      }
    }
    XCTAssertEqual(listed, Set(pressed))
    hands.type("Escape")
    try waitForEnd(ofDialog: "Move the map")
    hands.type("w", holding: "Control_L")
    XCTAssertEqual(try program.waitForExit(), 0)
    try launch()
    _ = try app.waitFor("Map")
    try quit()
  }

  /// The titles of the lines in the window, each of which stands behind its keys.
  private func listedTitles() -> Set<String> {
    let lines = app.all {
      let parts = try $0.children
      // In GTK 4.8 the keys are called by their class.
      return try parts.count == 2 && parts[1].children.count == 1
        && (parts[0].name == "GtkShortcutLabel" || parts[0].role == "group")
        && parts[0].children.first?.role == "label"
    }
    return Set(lines.compactMap { try? $0.children[1].children[0].name })
  }
}
