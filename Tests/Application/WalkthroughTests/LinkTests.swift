import Foundation
import TestDesk
import XCTest

/// Pages of the web that cannot be opened: each way to them says so in a sentence, once.
final class LinkTests: Walkthrough {
  private func waitForSentence() throws {
    try watch(for: "what is said of the page") {
      // GTK's own words are not for people.
      if app.all({ try $0.name == "Could not show link" }).first != nil {
        throw DeskError("the desktop's error is shown as it is")
      }
      return app.all { try $0.name == "The page could not be opened." }.first
    }
  }

  func testItIsSaidWhereverAPageDoesNotOpen() throws {
    try person.desk.hideOpeners(for: "x-scheme-handler/http", "x-scheme-handler/https")
    try start(settings: ["tile-source": "'offline'"])
    // The names on the map, and with them their makers, come after the map.
    let frame = try stillFrame(of: "whose map it is") {
      try $0.role == "label" && $0.name.contains("Natural Earth") && $0.name.contains("GeoNames")
    }
    hands.click(x: frame.x + frame.width - 20, y: frame.y + frame.height / 2)
    try waitForSentence()
    try app.waitForEnd(of: "The page could not be opened.")

    hands.type("comma", holding: "Control_L")
    try press("Set Flickr Key…")
    let name = "Get a Key from Flickr"
    _ = try app.waitFor(name)
    try goByKeys(to: name, holding: "Shift_L")
    hands.type("Return")
    try waitForSentence()
    hands.type("Escape")
    try app.waitForEnd(of: "The page could not be opened.")
    hands.type("Escape")
    try app.waitForEnd(of: name)
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")

    hands.type("F10")
    try app.waitForEntry("About Virtual Tourist")
    hands.type("a")
    try press("Website")
    try waitForSentence()
  }
}
