import Foundation
import TestDesk
import TestFiles
import TestSupport
import TravelModel
import XCTest

final class WindowTests: Walkthrough {
  func testASecondStartRaisesTheFirstWindow() throws {
    try skipOnWayland("only who is pressed there may raise a window")
    try start()
    let first = try XCTUnwrap(screen.windows.last)
    let cover = try screen.coverWithWindow()
    XCTAssertEqual(screen.windows.last, cover)
    let second = try person.start()
    XCTAssertEqual(try second.waitForExit(), 0)
    try watch(for: "the first window on top") { screen.windows.last == first ? true : nil }
    XCTAssertEqual(screen.windows.count, 2)
  }

  func testWithoutAGraphicsCardNothingStandsInForOne() throws {
    try XCTSkipIf(FileManager.default.fileExists(atPath: "/dev/dri"), "there may be a card")
    try XCTSkipIf(
      ProcessInfo.processInfo.environment["GSK_RENDERER"] != nil, "the renderer is chosen")
    let opened = try person.desk.installOpener(for: "x-scheme-handler/https")
    try start(settings: ["tile-source": "'offline'"])
    try XCTSkipUnless(
      program.hasLoaded("/libgtk-4.so.1.800."), "later ones see to it themselves")
    XCTAssertFalse(try program.hasLoaded("_dri.so"), "OpenGL's driver is loaded")
    XCTAssertFalse(try program.hasLoaded("/libLLVM"), "so is its compiler")

    // Other programs may need it all the same.
    let credit = try watch(for: "the credit") {
      try app.all { try $0.name.contains("Natural Earth") && $0.frame.width > 1 }.first?.frame
    }
    hands.click(x: credit.x + credit.width / 5, y: credit.y + credit.height / 2)
    try watch(for: "a browser") { try? opened.checkResourceIsReachable() }
    let environment = try String(contentsOfFile: "\(opened.path).environment", encoding: .utf8)
    XCTAssertFalse(environment.contains("GDK_DEBUG"), environment)
  }

  func testAStartWhileTheLastOneIsOnItsWayOutShowsAWindow() throws {
    person.services.ask("/control/hold")
    try start(
      at: MapView(center: .init(latitude: 20, longitude: 10)!, zoom: 4),
      settings: ["prefetch": "true", "photos-per-album": "3"])
    hands.type("n", holding: "Control_L", "Shift_L")
    func photos(_ state: String) throws -> Int {
      try rows("SELECT 1 FROM photo WHERE state = '\(state)'").count
    }
    try watch(for: "photos on their way") { (try? photos("awaited")) == 3 ? true : nil }
    // Whoever reads keeps the log from being brought into the library's one file.
    let reader = try occupyLibrary("BEGIN; SELECT count(*) FROM pin")
    hands.type("q", holding: "Control_L")
    try watch(for: "the window to go") { screen.windows.isEmpty ? true : nil }
    person.services.ask("/control/release")

    let second = try person.start()
    XCTAssertEqual(try second.waitForExit(), 0)
    let window = try watch(for: "the window to come back") { screen.windows.last }
    reader.close()
    screen.focus(window)
    _ = try app.waitFor("Map")
    try watch(for: "the photos") { try photos("stored") == 3 ? true : nil }
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(2)
    XCTAssertTrue(program.isRunning)
    XCTAssertEqual(screen.windows, [window])
    try quit()
  }

  func testAWindowThatComesBackWithAnAlbumKeepsTheKeysInIt() throws {
    try start(at: MapView(center: .init(latitude: 20, longitude: 10)!, zoom: 4))
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPinInSight()
    hands.type("Tab")
    hands.type("Return")
    _ = try app.waitFor("New Collection")
    let reader = try occupyLibrary("BEGIN; SELECT count(*) FROM pin")
    hands.type("q", holding: "Control_L")
    try watch(for: "the window to go") { screen.windows.isEmpty ? true : nil }
    XCTAssertEqual(try person.start().waitForExit(), 0)
    screen.focus(try watch(for: "the window to come back") { screen.windows.last })
    reader.close()
    let view = try savedView()
    for _ in 0..<3 { hands.type("Left") }
    hands.type("Escape")
    try watch(for: "the map") { pinButtons().first }
    XCTAssertEqual(try savedView(), view)
    try quit()
  }

  func testTheWindowsSizeSurvivesASuddenEnd() throws {
    try start()
    let window = try XCTUnwrap(screen.windows.last)
    screen.resize(window, width: 820, height: 610)
    // The size of before may be saved first; what is saved leaves out the borders.
    try watch(for: "the size in the settings") {
      let text = try String(contentsOf: person.settingsFile, encoding: .utf8)
      let size = [/window-width=(\d+)/, /window-height=(\d+)/].compactMap {
        text.firstMatch(of: $0).flatMap { Double($0.1) }
      }
      let edges = 2 * screen.windowBorder
      return size.count == 2 && (820 - edges...820).contains(size[0])
        && (610 - edges...610).contains(size[1]) ? true : nil
    }
    program.kill()
    try start()
    let size = screen.size(of: try XCTUnwrap(screen.windows.last))
    XCTAssertEqual(size.width, 820)
    XCTAssertEqual(size.height, 610)
  }

  func testTheNarrowestWindowHoldsEverything() throws {
    try start()
    let edges = 2 * screen.windowBorder
    let (width, height) = (360 + edges, 300 + edges)
    screen.resize(try XCTUnwrap(screen.windows.last), width: Int(width), height: Int(height))
    try watch(for: "the narrow map") { try app.waitFor("Map").frame.width <= width ? true : nil }
    for name in ["Map Layers", "Zoom In", "Zoom Out", "Main Menu"] {
      // The header lets its title go a little later.
      try watch(for: "“\(name)” in the window") {
        let frame = try app.waitFor(name).frame
        return frame.width > 1 && frame.x + frame.width <= width && frame.y + frame.height <= height
          ? true : nil
      }
    }
  }

  func testATooltipGivesWayToTheMenuOfItsButton() throws {
    try skipOnWayland("no compositor tells how many windows there are")
    try start(at: MapView(center: .origin, zoom: 3))
    let usual = Set(screen.windows)
    func shown() -> Set<UInt> { Set(screen.windows).subtracting(usual) }
    let button = try stillFrame(of: "Main Menu")
    let (x, y) = (button.x + button.width / 2, button.y + button.height / 2)
    for _ in 1...2 {
      // A window that is still being filled takes it away at once.
      let tooltip = try pressAgain(for: .tooltipGoes, until: "the tooltip") {
        hands.glide(fromX: x - 100, y: y, toX: x, y: y)
      } _: {
        shown().first
      }
      hands.click(x: x, y: y)
      try watch(for: "the menu") { shown().subtracting([tooltip]).first }
      try watch(for: "the end of the tooltip") { shown().contains(tooltip) ? nil : true }
      // It would come back with the menu, or soon after.
      hands.rest(seconds: 1)
      XCTAssertEqual(shown().count, 1)
      hands.type("Escape")
      hands.move(x: x - 300, y: y + 300)
      try watch(for: "the window alone") { shown().isEmpty ? true : nil }
    }
  }

  func testEveryControlHasAName() throws {
    try start(at: MapView(center: .init(latitude: 0, longitude: 0)!, zoom: 3))
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPinInSight()
    for (page, waited) in [("the map", "Map"), ("the album", "Back")] {
      if waited == "Back" {
        hands.type("Tab")
        hands.type("Return")
      }
      _ = try app.waitFor(waited)
      // GTK names what has no name by its class.
      let nameless = app.buttons { $0.isEmpty || $0.hasPrefix("Gtk") || $0.hasPrefix("Adw") }
      XCTAssertEqual(nameless.count, 0, "on \(page): \(nameless.map { $0.outline() })")
    }
  }

  func testWithoutItsFilesTheProgramSaysWhatIsMissing() throws {
    let alone = person.desk.home.appendingPathComponent("bin/virtual-tourist")
    try FileManager.default.createDirectory(
      at: alone.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: TouristAtDesk.stagedProgram, to: alone)
    let program = try person.desk.start(alone.path)
    XCTAssertEqual(try program.waitForExit(), 1)
    XCTAssertEqual(
      program.output, "Virtual Tourist is not installed completely: its layout files are missing.\n"
    )
  }

  func testAWindowInAnotherLanguageHasNoTextOfThisOne() throws {
    try skipInPseudoLanguage("all of them are in it")
    let home = person.desk.home.appendingPathComponent("translated")
    let (program, share) = try copyOfTheProgram(below: home)
    let translations = share.appendingPathComponent("locale/en@pseudo/LC_MESSAGES")
    try FileManager.default.createDirectory(at: translations, withIntermediateDirectories: true)
    let made = try output(
      of: "sh", "-c",
      """
      cd "$0" && data/development/extract-texts "$1/texts.pot" \
        && data/development/pseudo-translation "$1/texts.pot" "$2/virtual-tourist.mo" && echo made
      """, TouristAtDesk.projectFolder.path, home.path, translations.path)
    XCTAssertTrue(made.hasSuffix("made\n"), made)

    let inEnglish = try Languages.environment(
      of: "en_US", madeIn: home.appendingPathComponent("locales"))
    try launch(program.path, environment: inEnglish.merging(["LANGUAGE": "en@pseudo"]) { $1 })
    for text in [
      "Map", "Places", "Search", "Take Me Somewhere", "Main Menu", "Map Layers", "Zoom In",
    ] {
      try watch(for: "“\(text)” in the other language") {
        app.all { try $0.name != text && PseudoLanguage.english($0.name) == text }.first
      }
    }
    XCTAssertTrue(app.buttons { $0 == "Search" }.isEmpty)
  }

  /// A copy of the installed program that can have translations of its own, and its data.
  private func copyOfTheProgram(below folder: URL) throws -> (program: URL, share: URL) {
    let program = folder.appendingPathComponent("bin/virtual-tourist")
    let share = folder.appendingPathComponent("share")
    let installed = TouristAtDesk.stagedData.deletingLastPathComponent()
    for folder in [program.deletingLastPathComponent(), share] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(at: TouristAtDesk.stagedProgram, to: program)
    for part in try FileManager.default.contentsOfDirectory(atPath: installed.path)
    where part != "locale" {
      try FileManager.default.createSymbolicLink(
        at: share.appendingPathComponent(part),
        withDestinationURL: installed.appendingPathComponent(part))
    }
    return (program, share)
  }

  func testVersionAndHelp() throws {
    let version = try person.start(["--version"])
    XCTAssertEqual(try version.waitForExit(), 0)
    let metainfo = TouristAtDesk.stagedData.deletingLastPathComponent().appendingPathComponent(
      "metainfo/io.github.virtualtourist.VirtualTourist.metainfo.xml")
    let newest = try XCTUnwrap(
      String(contentsOf: metainfo, encoding: .utf8).firstMatch(of: /release version="([^"]+)"/))
    XCTAssertEqual(version.output, "virtual-tourist \(newest.1)\n")
    let help = try person.start(["--help"])
    XCTAssertEqual(try help.waitForExit(), 0)
    XCTAssertTrue(help.output.contains("--version"), help.output)
  }
}
