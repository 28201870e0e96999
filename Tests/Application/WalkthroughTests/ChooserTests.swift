import Foundation
import TestDesk
import XCTest

/// GTK's own chooser of files, where the desktop has none.
final class ChooserTests: ViewerWalkthrough {
  func testTheChooserIsLeftWhileItReadsALargeFolder() throws {
    let folder = try makePicturesFolder()
    for number in 0..<5000 {
      try Data().write(to: folder.appendingPathComponent("picture-\(number).jpg"))
    }
    // What was freed holds nothing that would do.
    setenv("MALLOC_PERTURB_", "165", 1)
    setenv("G_SLICE", "always-malloc", 1)
    defer {
      unsetenv("MALLOC_PERTURB_")
      unsetenv("G_SLICE")
    }
    let names = try beginInViewer()
    let window = try XCTUnwrap(screen.topWindow)
    for round in 0..<10 {
      hands.type("s", holding: "Control_L")
      try focusDialog(above: window)
      // Sooner in one round and later in another.
      hands.rest(seconds: Double(round % 8) * 0.03)
      // One too many would leave the viewer.
      try pressAgain(for: .chooserReads, until: "the end of the dialog") {
        hands.type("Escape")
      } _: {
        screen.topWindow == window ? true : nil
      }
      screen.focus(window)
      XCTAssertTrue(program.isRunning, program.output)
    }
    try waitForViewer(of: names[0])
  }

  func testTheListOfTheChooserDoesNotSearchItself() throws {
    let folder = try makePicturesFolder()
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Hills"), withIntermediateDirectories: true)
    _ = try beginInViewer()
    let window = try XCTUnwrap(screen.topWindow)
    try openSavingDialog()
    // The names are those of classes in GTK 4.8.
    func isSearch(_ element: Element) throws -> Bool {
      try element.role == "search box" || element.name == "GtkSearchEntry"
    }
    hands.type("f", holding: "Control_L")
    try watch(for: "the keyboard in the search") {
      app.all { try $0.has(.focused) && isSearch($0) }.first
    }
    hands.type(text: "hi")
    // Not before something has been found there is a way down to it.
    try pressAgain(for: .chooserReads, until: "the keyboard in the list") {
      hands.type("Down")
    } _: { () -> Bool? in
      let lists = app.all { try $0.name == "GtkTreeView" }
      // Newer versions have another list, and that must only leave the search.
      let hasLeft = app.all { try $0.has(.focused) && isSearch($0) }.isEmpty
      let isThere = try lists.isEmpty ? hasLeft : lists.contains { try $0.has(.focused) }
      return isThere ? true : nil
    }
    // The list would complain in the log.
    hands.type("f", holding: "Control_L")
    // The first may end the search, and another the dialog.
    try pressAgain(for: .chooserReads, until: "the end of the dialog") {
      hands.type("Escape")
    } _: {
      screen.topWindow == window ? true : nil
    }
    screen.focus(window)
  }
}
