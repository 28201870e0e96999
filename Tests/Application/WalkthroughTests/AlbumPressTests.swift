import Foundation
import TestDesk
import XCTest

/// What a press on a photo does, and that it is said.
final class AlbumPressTests: ViewerWalkthrough {
  func testTheFirstPressThatRemovesOffersToOpenInstead() throws {
    try begin(settings: ["click-explained": "false"])
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try press(names[1])
    try waitForPhotos(5)
    hands.type("z", holding: "Control_L")
    try waitForPhotos(6)
    try press("Open Photos Instead")
    try app.waitForEnd(of: "Open Photos Instead")
    try waitForSetting()
    try press(names[1])
    try waitForViewer(of: names[1])
    XCTAssertEqual(try savedNames(), names)
  }

  func testThatIsSaidOnce() throws {
    try begin(settings: ["click-explained": "false"])
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    try press(names[1])
    _ = try app.waitFor("A click or tap on a photo removes it.")
    try press("Dismiss")
    try app.waitForEnd(of: "Open Photos Instead")
    try press(names[2])
    try waitForPhotos(4)
    XCTAssertTrue(app.buttons { $0 == "Open Photos Instead" }.isEmpty)
  }

  func testAChangeInThePreferencesHoldsAtOnce() throws {
    let names = try beginInAlbum()
    hands.type("comma", holding: "Control_L")
    try press("Tap Removes Photos")
    try waitForSetting()
    hands.type("Escape")
    try waitForEnd(ofDialog: "Photos per Album")
    try press(names[2])
    try waitForViewer(of: names[2])
  }

  private func waitForSetting() throws {
    try watch(for: "the setting") {
      try String(contentsOf: person.settingsFile, encoding: .utf8).contains("click-removes=false")
        ? true : nil
    }
  }
}
