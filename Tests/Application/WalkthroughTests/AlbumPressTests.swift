import Foundation
import TestDesk
import XCTest

/// What a press on a photo does, and that it is said.
final class AlbumPressTests: ViewerWalkthrough {
  private let advice = "A press removes a photo"

  func testAWholeAlbumSaysSoBeforeTheFirstPressAndOpensPhotosInstead() throws {
    person.services.ask("/control/hold")
    try begin(settings: ["click-explained": "false", "prefetch": "false"])
    try openNewAlbum()
    try waitForPhotos(6, loading: 6)
    XCTAssertTrue(app.all { try $0.name == advice }.isEmpty)
    person.services.ask("/control/release")
    try waitForPhotos(6)
    let names = photoNames()
    let before = try stillFrame(of: names[1])
    _ = try stillFrame(of: advice)
    XCTAssertEqual(try stillFrame(of: names[1]).y, before.y, "it has moved the photos")
    try press("Edit")
    try app.waitForEnd(of: advice)
    try press("Done")
    _ = try stillFrame(of: advice)
    // Who only looks is told again.
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try openAlbum()
    try waitForPhotos(6)
    try press("Open Photos Instead")
    try app.waitForEnd(of: advice)
    try waitForSetting()
    try press(names[1])
    try waitForViewer(of: names[1])
    XCTAssertEqual(try savedNames(), names)
  }

  func testThatIsSaidUntilAPhotoWasPressed() throws {
    try begin(settings: ["click-explained": "false"])
    try openNewAlbum()
    try waitForPhotos(6)
    let names = photoNames()
    _ = try stillFrame(of: advice)
    try press(names[1])
    try waitForPhotos(5)
    // It may be why somebody would rather open photos.
    _ = try stillFrame(of: advice)
    hands.type("z", holding: "Control_L")
    try waitForPhotos(6)
    try app.waitForEnd(of: advice)
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try openAlbum()
    try waitForPhotos(6)
    try press(names[2])
    try waitForPhotos(5)
    XCTAssertTrue(app.all { try $0.name == advice }.isEmpty)
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
