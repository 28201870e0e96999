import TestDesk
import XCTest

/// What the window about the program has for whoever reports a problem.
final class ReportTests: AlbumWalkthrough {
  func testWhatAReportNeedsIsCopiedAndNothingOfTheUsers() throws {
    let key = "0123456789abcdefkey"
    try start(at: view, environment: ["VIRTUAL_TOURIST_FLICKR_KEY": key])
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let title = try XCTUnwrap(savedTitles().first)

    hands.type("F10")
    try app.waitForEntry("About Virtual Tourist")
    hands.type("a")
    try press("Troubleshooting")
    try press("Debugging Information")
    try press("Copy Text") { try $0.name.hasSuffix("Copy Text") }
    let report = try watch(for: "the copied text") {
      try screen.clipboardText(as: "text/plain;charset=utf-8")
    }
    for part in [
      "Virtual Tourist ", "GTK 4.", "libadwaita 1.", "libshumate 1.", "libsoup 3.", "SQLite 3.",
      "Renderer: Gsk", "display: Gdk", "Library: open; pins under 10, photos none, trips none",
      "the library in … is open",
    ] {
      XCTAssertTrue(report.contains(part), "\(part) is not in \(report)")
    }
    for part in [title, "48.8", "2.29", person.desk.home.path, key] {
      XCTAssertFalse(report.contains(part), "\(part) is in \(report)")
    }
  }
}
