import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// The program as a Flatpak: `make test-flatpak`.
final class SandboxTests: ViewerWalkthrough {
  override func setUpWithError() throws {
    try XCTSkipIf(Desk.sandbox == nil, "this needs a sandbox: run make test-flatpak")
    try super.setUpWithError()
  }

  func testAPhotoIsSavedAndFoundAgainInTheFolderThatWasChosen() throws {
    let folder = person.desk.home.appendingPathComponent("My Camera")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let portal = try person.desk.startPortal()
    try beginInViewer(count: 2)
    try portal.choose(folder.appendingPathComponent("saved.jpg"))
    hands.type("s", holding: "Control_L")
    _ = try app.waitFor("Saved as “saved.jpg”")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["saved.jpg"])
    Metadata.write(place: view.center, into: folder.appendingPathComponent("saved.jpg").path)
    hands.type("Escape")
    try waitForAlbum()

    try portal.choose(folder)
    hands.type("comma", holding: "Control_L")
    _ = try app.waitFor("Photos per Album")
    try press("Choose Pictures Folder…")
    try watch(for: "the folder in the settings") {
      try String(contentsOf: person.settingsFile, encoding: .utf8).contains("/doc/") ? true : nil
    }
    hands.type("Escape")
    try waitForEnd(ofDialog: "Photos per Album")
    try choose("My Pictures")
    try watch(for: "the user's own picture") {
      try rows("SELECT source FROM photo WHERE state = 'stored'") == [["pictures"]] ? true : nil
    }
  }

  func testAnAlbumIsPrintedThroughThePortal() throws {
    let portal = try person.desk.startPortal()
    portal.startPrinting()
    let titles = try beginInAlbum(count: 3)
    hands.type("p", holding: "Control_L")
    let printed = try watch(for: "what is printed") {
      portal.calls.first { $0.method == "Print.Print" }
    }
    let file = person.desk.home.appendingPathComponent("printed.pdf")
    try printed.content.write(to: file)
    let text = try text(of: file)
    XCTAssertTrue((titles + ["Paris"]).allSatisfy(text.contains), text)
    try waitForPhotos(3)
  }

  func testNoOtherFolderIsSeen() throws {
    let pictures = person.desk.home.appendingPathComponent("Pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    try begin(settings: ["photo-source": "'pictures'", "pictures-folder": "'\(pictures.path)'"])
    try openNewAlbum()
    _ = try app.waitFor("The folder of your pictures cannot be read.")
  }

  func testTheKeyIsKeptWithoutTheRightToSeeTheKeyring() throws {
    let portal = try person.desk.startPortal()
    try start()
    try setKey()
    hands.type("Escape")
    try waitForEnd(ofDialog: "Photos per Album")
    try quit()
    XCTAssertTrue(portal.calls.contains { $0.method == "Secret.RetrieveSecret" })
    try launch()
    _ = try app.waitFor("Map")
    try openPreferences()
    _ = try app.waitFor("Remove Flickr Key")
  }

  private func openPreferences() throws {
    hands.type("comma", holding: "Control_L")
    _ = try app.waitFor("Photos per Album")
  }

  private func setKey() throws {
    try openPreferences()
    try press("Set Flickr Key…")
    try waitForDialog("Get a Key from Flickr")
    hands.type(text: "sandbox-key")
    hands.type("Return")
    try app.waitForEnd(of: "Get a Key from Flickr")
    _ = try app.waitFor("Remove Flickr Key")
  }
}
