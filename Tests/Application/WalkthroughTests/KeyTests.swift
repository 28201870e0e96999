import Foundation
import FoundationNetworking
import TestDesk
import XCTest

final class KeyTests: Walkthrough {
  private let key = "k3y0fn0b0dy1234567890"

  private func openPreferences() throws {
    hands.type("comma", holding: "Control_L")
    try waitForDialog("Photos per Album")
  }

  private func waitForText(_ part: String) throws {
    try watch(for: "“\(part)”") { app.all { try $0.name.contains(part) }.first }
  }

  private func shows(_ name: String) -> Bool {
    app.buttons { $0 == name }.contains { ((try? $0.frame.width) ?? 0) > 0 }
  }

  /// Gives the key in the dialog that `button` opens.
  private func giveKey(by button: String) throws {
    try press(button)
    try waitForDialog("Get a Key from Flickr")
    // Not over the button that comes there: its tooltip would count as a window.
    hands.move(x: 40, y: 200)
    // GTK 4.8 calls the button by its label with the underscore, and again without.
    func isUsable() throws -> Bool {
      try XCTUnwrap(app.buttons { $0.hasSuffix("Use Key") }.first).has(.sensitive)
    }
    XCTAssertFalse(try isUsable())
    hands.type(text: key)
    try watch(for: "a button to use the key") { try isUsable() ? true : nil }
    hands.type("Return")
    try app.waitForEnd(of: "Get a Key from Flickr")
  }

  /// Looks for the key in all files of the desk, and in all that was printed.
  private func expectNoTraces(_ outputs: [String]) throws {
    let files = FileManager.default.enumerator(
      at: person.desk.home, includingPropertiesForKeys: [.isRegularFileKey])!
    var count = 0
    for case let file as URL in files {
      guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else {
        continue
      }
      // The program may take one away between two looks.
      guard let content = try? Data(contentsOf: file) else {
        XCTAssertFalse(FileManager.default.fileExists(atPath: file.path), file.path)
        continue
      }
      count += 1
      XCTAssertNil(content.range(of: Data(key.utf8)), "the key is in \(file.path)")
    }
    XCTAssertGreaterThan(count, 1)
    for output in outputs + [person.services.requests.joined()] {
      XCTAssertFalse(output.contains(key))
    }
  }

  func testTheKeyOutlastsTheProgramAndLeavesNoTraces() throws {
    try requireKeyring()
    let keyring = try person.desk.startKeyring()
    try start()
    try openPreferences()
    try giveKey(by: "Set Flickr Key…")
    try waitForText("Stored in your keyring")
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")
    let printed = program.output
    try quit()

    try launch()
    _ = try app.waitFor("Map")
    try openPreferences()
    try waitForText("Stored in your keyring")
    try expectNoTraces([printed, program.output, keyring.output])

    try press("Remove Flickr Key")
    try watch(for: "the button to set a key") { shows("Set Flickr Key…") ? true : nil }
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")
    try openPreferences()
    try watch(for: "the button to set a key") { shows("Set Flickr Key…") ? true : nil }
  }

  func testAKeyIsSeenInALockedKeyringWithoutAQuestion() throws {
    try requireKeyring()
    let keyring = try person.desk.startKeyring()
    try start()
    try openPreferences()
    try giveKey(by: "Set Flickr Key…")
    try waitForText("Stored in your keyring")
    let windows = screen.windows.count
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")
    try quit()
    keyring.kill()

    _ = try person.desk.startKeyring(isLocked: true)
    try launch()
    _ = try app.waitFor("Map")
    try openPreferences()
    try waitForText("Stored in your keyring")
    XCTAssertEqual(screen.windows.count, windows, "somebody asks to unlock the keyring")
  }

  func testWithoutAKeyringTheKeyLastsForTheSessionAndThatIsSaid() throws {
    try start()
    try openPreferences()
    try giveKey(by: "Set Flickr Key…")
    try waitForText("There is no keyring on this system")
    try expectNoTraces([program.output])
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")
    try quit()
    try launch()
    _ = try app.waitFor("Map")
    try openPreferences()
    try watch(for: "the button to set a key") { shows("Set Flickr Key…") ? true : nil }
  }

  func testAKeyringThatHangsDoesNotHangTheProgram() throws {
    try requireKeyring()
    let keyring = try person.desk.startKeyring()
    keyring.freeze()
    try start()
    try openPreferences()
    try giveKey(by: "Set Flickr Key…")
    try waitForText("Your keyring does not answer")
  }

  func testTheEnvironmentsKeyIsSaidAndCannotBeChanged() throws {
    try start(environment: ["VIRTUAL_TOURIST_FLICKR_KEY": key])
    try openPreferences()
    try waitForText("From the environment variable VIRTUAL_TOURIST_FLICKR_KEY")
    for name in ["Set Flickr Key…", "Change Flickr Key…", "Remove Flickr Key"] {
      XCTAssertFalse(shows(name), name)
    }
    try expectNoTraces([program.output])
  }

  func testTheServicesPrintNoKey() throws {
    let query = "rest/?method=flickr.photos.search&api_key=\(key)&format=json"
    let address = try XCTUnwrap(URL(string: "\(person.services.address)/flickr/-/\(query)"))
    XCTAssertTrue(try String(contentsOf: address, encoding: .utf8).contains("Invalid API Key"))
    try watch(for: "the request") { person.services.requests.first { $0.contains("api_key=") } }
    try expectNoTraces([])
  }

  private func requireKeyring() throws {
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/gnome-keyring-daemon"),
      "there is no gnome-keyring-daemon: run make test")
  }
}
