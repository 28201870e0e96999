import TestDesk
import XCTest

/// A desktop that says nothing.
final class SilenceTests: ViewerWalkthrough {
  func testWhileTheDesktopAsksOrSaysNothingTheViewerGoesOn() throws {
    let portal = try person.desk.startPortal(answering: .asking)
    let names = try beginInViewer()
    hands.type("F8", holding: "Control_L")
    try watch(for: "the portal’s call") { portal.calls.first }
    hands.type("Right")
    try waitForViewer(of: names[1])
    portal.answer(.silent)
    hands.type("o", holding: "Control_L")
    try watch(for: "the other call") { portal.calls.count == 2 ? true : nil }
    hands.type("Left")
    try waitForViewer(of: names[0])
    // The bus gives up by itself.
    try watch(for: "what went wrong", seconds: 60) {
      app.all { try $0.name == "The photo could not be opened in another app." }.first
    }
    try quit()
  }
}
