import Foundation
import TestDesk
import TravelModel
import XCTest

/// The keys of the viewer.
extension ShortcutTests {
  func pressKeysOfPhoto() throws {
    try focusPhoto(0)
    let names = photoNames()
    hands.type("space")
    try waitForViewer(of: names[0])
    try waitForLargeImages(1)
    func go(_ key: String, _ place: Int) throws {
      hands.type(key)
      try waitForViewer(of: names[place])
    }
    try line("Go to the previous and the next photo") {
      try go("Right", 1)
      try go("Left", 0)
    }
    try line("Go one photo back and forward") {
      try go("Page_Down", 1)
      try go("Page_Up", 0)
    }
    try line("Go to the first and the last photo") {
      try go("End", 5)
      try go("Home", 0)
    }
    let fitting = try zoom()
    try line("Zoom in and out") {
      hands.type("plus")
      let larger = try waitForZoom { $0 > fitting }
      hands.type("minus")
      try waitForZoom { $0 < larger }
    }
    try line("Fit the window, or zoom to 100 %") {
      hands.type("1")
      try waitForZoom { $0 == 100 }
      hands.type("0")
      try waitForZoom { $0 == fitting }
    }
    try line("Zoom to 200 %") {
      hands.type("2", holding: "Control_L")
      try waitForZoom { $0 == 200 }
    }
    for (title, there, back) in [
      ("Move the picture to the side", "Left", "Right"),
      ("Move the picture up and down", "Up", "Down"),
    ] {
      try line(title) {
        // A sharper picture may come between there and back, once.
        for isLast in [false, true] {
          let before = try middle()
          hands.type(there, holding: "Control_L")
          try watch(for: "another part") { try middle() != before ? true : nil }
          hands.type(back, holding: "Control_L")
          do {
            try watch(for: "the same part again") { try middle() == before ? true : nil }
            break
          } catch {
            if isLast { throw error }
          }
        }
      }
    }
    hands.type("0")
    // None of these photos is one: `PanoramaTests` press its keys.
    pressed.append("Look around in a panorama")
    try line("Show or hide the filmstrip") {
      func strip() -> [Element] {
        app.all { try $0.role == "list item" && $0.frame.width > 1 && !$0.name.isEmpty }
      }
      try watch(for: "the filmstrip") { strip().first }
      hands.type("F7")
      try watch(for: "its end") { strip().isEmpty ? true : nil }
      hands.type("F7")
      try watch(for: "the filmstrip again") { strip().first }
    }
    try line("Show the properties of the photo") {
      func authors() -> [Element] { app.all { try $0.name.hasPrefix("Author: ") } }
      hands.type("F9")
      try watch(for: "its author") { authors().first }
      hands.type("Return", holding: "Alt_L")
      try watch(for: "its end") { authors().isEmpty ? true : nil }
    }
    let window = try XCTUnwrap(screen.topWindow)
    try line("Toggle full screen") {
      try screen.grantFullScreen(to: window) { hands.type("F11") }
      try waitForFullScreen()
      try moveUntilShown("Leave Full Screen")
      try screen.grantFullScreen(to: window) { hands.type("F11") }
      _ = try app.waitFor("Full Screen")
    }
    try line("Start and end a slideshow") {
      try screen.grantFullScreen(to: window) { hands.type("F5") }
      try line("Pause a slideshow") {
        hands.type("space")
        _ = try app.waitFor("Paused")
      }
      try screen.grantFullScreen(to: window) { hands.type("F5") }
      _ = try app.waitFor("Full Screen")
      try watch(for: "the first photo") { try picture()?.name == names[0] ? true : nil }
    }
    try line("Open the menu of the photo") {
      for held in [[], ["Shift_L"]] {
        hands.type(held.isEmpty ? "Menu" : "F10", holding: held)
        try app.waitForEntry("Save As…")
        hands.type("Escape")
        try app.waitForEnd(ofEntry: "Save As…")
      }
    }
    try line("Keep the photo as a favourite") {
      hands.type("d", holding: "Control_L")
      try watch(for: "a favourite") {
        try rows("SELECT 1 FROM photo WHERE is_favorite").count == 1 ? true : nil
      }
    }
    try line("Remove the photo from its album") { try go("Delete", 1) }
    hands.type("z", holding: "Control_L")
    try watch(for: "the photo in the library") {
      try rows("SELECT title FROM photo").contains([names[0]]) ? true : nil
    }
    hands.type("Home")
    try waitForViewer(of: names[0])
  }

  /// What the middle of the screen shows.
  private func middle() throws -> Picture {
    try screen.look(x: 400, y: 300, width: 200, height: 200)
  }

  func pressKeysOfHandover(_ portal: Portal) throws {
    for (title, key, method) in [
      ("Save a copy", "s", "FileChooser.SaveFile"),
      ("Open in another app", "o", "OpenURI.OpenFile"),
      ("Set as background", "F8", "Wallpaper.SetWallpaperFile"),
    ] {
      try line(title) {
        hands.type(key, holding: "Control_L")
        try watch(for: method) { portal.calls.contains { $0.method == method } ? true : nil }
      }
    }
    try line("Copy the picture") {
      hands.type("c", holding: "Control_L")
      _ = try app.waitFor("Photo copied")
    }
    try line("Show on the map") {
      hands.type("m", holding: "Control_L")
      try app.waitForEnd(of: "Photo Menu")
      _ = try app.waitFor("Main Menu")
    }
  }
}
