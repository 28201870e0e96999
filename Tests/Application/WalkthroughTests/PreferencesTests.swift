import Foundation
import TestDesk
import XCTest

final class PreferencesTests: Walkthrough {
  private func open() throws {
    hands.type("comma", holding: "Control_L")
    try waitForDialog("Photos per Album")
  }

  private func waitForSetting(_ line: String) throws {
    try watch(for: "\(line) in the settings") {
      try String(contentsOf: person.settingsFile, encoding: .utf8)
        .split(separator: "\n").contains { $0 == line } ? true : nil
    }
  }

  private func waitForText(_ part: String) throws {
    try watch(for: "“\(part)”") { app.all { try $0.name.contains(part) }.first }
  }

  func testWhatIsChangedByKeyboardHoldsAtOnceAndAfterAStart() throws {
    try start()
    try open()
    try watch(for: "the focus on the first row") { focusedName() == "Photos From" ? true : nil }
    hands.type("Return")
    try watch(for: "the choices") { app.all { try $0.name == "Postcards" }.first }
    hands.type("Down")
    hands.type("Down")
    hands.type("Return")
    try waitForSetting("photo-source='flickr'")
    try waitForText("Photos by its members")
    hands.type("Down")
    hands.type("Return")
    hands.type("a", holding: "Control_L")
    hands.type(text: "31")
    hands.type("Return")
    try waitForSetting("photos-per-album=31")
    // A number that was typed and not confirmed is a wish all the same.
    hands.type("a", holding: "Control_L")
    hands.type(text: "37")
    hands.type("Escape")
    try waitForSetting("photos-per-album=37")
    try app.waitForEnd(of: "Photos per Album")
    try quit()

    try launch()
    _ = try app.waitFor("Map")
    try open()
    try waitForText("Photos by its members")
    try watch(for: "the number") {
      app.all { try $0.role == "spin button" && $0.value == 37 }.first
    }
    try waitForText("1\u{A0}km")
    try goByKeys(to: "Distances", "Tab", holding: "Shift_L")
    hands.type("Return")
    try watch(for: "the choices") { app.all { try $0.name == "Miles" }.first }
    hands.type("Down")
    hands.type("Down")
    hands.type("Return")
    try waitForSetting("distance-units='imperial'")
    try waitForText("0.6\u{A0}mi")
    XCTAssertFalse(
      try String(contentsOf: person.settingsFile, encoding: .utf8).contains("search-radius"))
  }

  func testWhatIsTurnedOffIsNotAskedUntilItIsTurnedOn() throws {
    try start(settings: ["photo-source": "'commons'"])
    try open()
    try press("Tap Removes Photos")
    try waitForSetting("click-removes=false")
    try waitForText("downloaded or made again when needed")
    try goByKeys(to: "Online Map", "Tab", holding: "Shift_L")
    try waitForText("127.0.0.1, as you look around the map")
    hands.type("space")
    try waitForSetting("tile-source='offline'")
    hands.type("space")
    try waitForSetting("tile-source='custom'")
    try goByKeys(to: "Fetch Photos When a Pin Is Dropped", "Tab", holding: "Shift_L")
    hands.type("space")
    try waitForSetting("prefetch=true")
    try goByKeys(to: "Photos from Wikimedia Commons", "Tab", holding: "Shift_L")
    hands.type("space")
    try waitForSetting("ask-commons=false")
    hands.type("Escape")
    try waitForEnd(ofDialog: "Photos per Album")

    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    try press("a pin") { try $0.name.hasSuffix(" photos") }
    _ = try app.waitFor("This photo service is turned off in the preferences.")
    XCTAssertEqual(photoRequests(), [])
    try press("Turn On")
    try watch(for: "a search") { photoRequests().isEmpty ? nil : true }
    try waitForSetting("ask-commons=true")
  }

  private func photoRequests() -> [String] {
    person.services.requests.filter { !$0.contains("/tiles/") }
  }

  func testTheLibraryIsShownInFiles() throws {
    let opened = try person.desk.installOpener(for: "inode/directory")
    try start()
    try open()
    try goByKeys(to: "Show in Files", "Tab", holding: "Shift_L")
    hands.type("space")
    try watch(for: "the library's folder") {
      (try? String(contentsOf: opened, encoding: .utf8))?.contains("/virtual-tourist") == true
        ? true : nil
    }
  }

  func testServicesAreToldWhomToReach() throws {
    try start(settings: ["prefetch": "true"])
    try open()
    // An AdwEntryRow of libadwaita 1.2 does not tell that it has the focus, but its neighbour does.
    try goByKeys(to: "Texts About Places", "Tab", holding: "Shift_L")
    try press("Your Email Address or Website (Optional)")
    hands.type(text: "example.org/me")
    hands.type("Return")
    try waitForSetting("contact='example.org/me'")
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")
    let middle = try mapMiddle()
    try dropPin(x: middle.x, y: middle.y)
    try watch(for: "a request that names the contact") {
      person.services.requests.first {
        $0.contains(/VirtualTourist\/[0-9.]+ \(https:[^ ;]+; example.org\/me\)/)
      }
    }
  }

  func testAFolderIsChosenAndGivenBack() throws {
    try start()
    try open()
    try press("Choose Pictures Folder…")
    // GTK 4.8 calls the button by its label with the underscore, and again without.
    let choose = try watch(for: "the chooser") {
      app.buttons { $0 == "Choose" || $0.hasSuffix(" Choose") }.first
    }
    try watch(for: "a button to choose") { try choose.has(.sensitive) ? true : nil }
    try press(try choose.name)
    try waitForSetting("pictures-folder='\(person.desk.home.path)'")
    try waitForText(person.desk.home.path)
    try press("Use the Desktop’s Pictures Folder")
    try watch(for: "no folder in the settings") {
      try String(contentsOf: person.settingsFile, encoding: .utf8).contains(
        person.desk.home.path) ? nil : true
    }
  }

  func testTheDesktopIsAskedForTheFolder() throws {
    let portal = try person.desk.startPortal()
    try portal.choose(person.desk.home.appendingPathComponent("My Camera"))
    try start()
    try open()
    try press("Choose Pictures Folder…")
    try waitForSetting("pictures-folder='\(person.desk.home.path)/My Camera'")
    let call = try XCTUnwrap(portal.calls.first)
    XCTAssertEqual(call.method, "FileChooser.OpenFile")
    XCTAssertTrue(call.options.contains("'directory': <true>"), call.options)
  }

  func testAFlawInTheAddressOfTilesIsSaidAndNotTaken() throws {
    try start(settings: ["tile-source": "'openstreetmap'", "tile-url": "''"])
    try open()
    screen.resize(try XCTUnwrap(screen.topWindow), width: 600, height: 890)
    try press("Map Tiles")
    hands.type("Down")
    hands.type("Return")
    try waitForText("The address must contain {z}, {x} and {y}")
    // The map still shows the other server.
    try waitForText("tile.openstreetmap.org, as you look around the map")
    XCTAssertTrue(
      try String(contentsOf: person.settingsFile, encoding: .utf8).contains(
        "tile-source='openstreetmap'"))
  }

  func testTheNarrowestWindowHoldsEverything() throws {
    try start()
    try open()
    let width = 360 + 2 * screen.windowBorder
    screen.resize(try XCTUnwrap(screen.topWindow), width: Int(width), height: 800)
    try watch(for: "the narrow rows") {
      try app.waitFor("Search Radius").frame.width < width ? true : nil
    }
    for name in [
      "Tap Removes Photos", "Set Flickr Key…", "Choose Pictures Folder…",
      "Photos from Wikimedia Commons", "Show in Files",
      "Clear Cached Map Tiles and Pictures",
    ] {
      let frame = try app.waitFor(name).frame
      XCTAssertGreaterThan(frame.width, 0, name)
      XCTAssertLessThanOrEqual(frame.x + frame.width, width, name)
    }
  }

  func testEveryControlHasAName() throws {
    try start()
    try open()
    try expectNames()
    try press("Set Flickr Key…")
    try waitForDialog("Get a Key from Flickr")
    try expectNames()
  }

  private func expectNames() throws {
    let roles = [
      "push button", "button", "toggle button", "switch", "check box", "spin button", "combo box",
      "password text", "text", "entry", "list item", "link",
    ]
    // What has no name of its own is read aloud by the labels in it; GTK's last resort is a class.
    let nameless = app.all { element in
      try roles.contains(element.role) && element.frame.width > 0
        && element.all {
          try !$0.name.isEmpty && !$0.name.hasPrefix("Gtk") && !$0.name.hasPrefix("Adw")
        }.isEmpty
    }
    XCTAssertEqual(nameless.count, 0, "\(nameless.map { $0.outline() })")
  }
}
