import Foundation
import GLibBridge
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// A test in which a person sits before the program.
class Walkthrough: XCTestCase {
  private(set) var person: TouristAtDesk!
  private(set) var program: Program!
  private(set) var app: Element!
  /// The keys that go to what comes before, and to what follows.
  let (backward, forward) = PseudoLanguage.isMirrored ? ("Right", "Left") : ("Left", "Right")

  var hands: Hands { person.desk.hands }
  var screen: any Screen { person.desk.screen }

  override func setUpWithError() throws {
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(atPath: TouristAtDesk.stagedProgram.path),
      "the program is not staged: run make test")
    person = try TouristAtDesk()
  }

  override func tearDown() {
    // Nothing in the program's log is usual.
    XCTAssertEqual(person?.desk.complaints ?? [], [])
    XCTAssertEqual(person?.desk.suddenEnds ?? [], [])
    person?.clear()
    person = nil
  }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    leaveEvidence()
    // Of an error that ends the test, XCTest does not know where it was thrown.
    let place = DeskError.place(in: description)
    super.recordFailure(
      withDescription: description, inFile: place?.file ?? filePath,
      atLine: place?.line ?? lineNumber, expected: expected)
  }

  /// Skips a test that needs of the screen what Wayland has not.
  func skipOnWayland(_ reason: String) throws { try XCTSkipIf(Desk.isWayland, reason) }

  /// Skips a test that is about English itself.
  func skipInPseudoLanguage(_ reason: String) throws {
    try XCTSkipIf(PseudoLanguage.isSpoken, reason)
  }

  /// Starts the program, after a script that mounts something if there is one, and waits until its
  /// map shows.
  func start(
    at view: MapView? = nil, settings: [String: String] = [:], environment: [String: String] = [:],
    after script: String? = nil
  ) throws {
    var settings = settings
    if let view {
      settings["map-latitude"] = "\(view.center.latitude)"
      settings["map-longitude"] = "\(view.center.longitude)"
      settings["map-zoom"] = "\(view.zoom)"
    }
    if view != nil || !settings.isEmpty { try person.writeSettings(settings) }
    if let script {
      try launch(after: script)
    } else {
      try launch(environment: environment)
    }
    // Some tests are in other languages.
    _ = try app.waitFor(tr("Map"))
  }

  /// Presses what has a name and shows, once it stands still: toasts slide in.
  func press(_ name: String, file: StaticString = #filePath, line: UInt = #line) throws {
    press(at: try stillFrame(of: name, file: file, line: line))
  }

  /// Presses what fulfils a condition and shows, once it stands still.
  func press(
    _ what: String, file: StaticString = #filePath, line: UInt = #line,
    _ isIt: (Element) throws -> Bool
  ) throws {
    press(at: try stillFrame(of: what, file: file, line: line, isIt))
  }

  /// Presses the middle of a frame.
  func press(at frame: Frame) {
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    // A hand moves: GTK 4.8 loses the press of a pointer that has rested since a menu was closed by a key.
    hands.move(x: x - 2, y: y)
    hands.click(x: x, y: y)
  }

  /// More pixels than the buttons of a toast take.
  private static let widestButtons = 300.0

  /// Closes a message that shows by its button, unless it has gone by itself.
  func dismiss(_ message: String, file: StaticString = #filePath, line: UInt = #line) throws {
    if let words = holdMessage(message) {
      let middle = words.y + words.height / 2
      // In libadwaita 1.2 it has no name: it is the last button behind the words.
      let ofMap = ["Map Layers", "Zoom In", "Zoom Out"]
      let buttons = app.buttons { !ofMap.contains($0) }.compactMap { try? $0.frame }.filter {
        $0.y < middle && middle < $0.y + $0.height
          && (0..<Walkthrough.widestButtons).contains(way(from: words, to: $0))
      }
      // It may have gone since.
      if let button = buttons.max(by: { way(from: words, to: $0) < way(from: words, to: $1) }) {
        press(at: button)
      }
    }
    try app.waitForEnd(of: message, file: file, line: line)
  }

  /// How far it is from the end of a line to the start of what follows in it.
  private func way(from start: Frame, to end: Frame) -> Double {
    PseudoLanguage.isMirrored ? start.x - end.x - end.width : end.x - start.x - start.width
  }

  /// Presses the button of a message, once that shows.
  func press(
    _ button: String, ofMessage message: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "“\(message)” on the screen", file: file, line: line) { holdMessage(message) }
    try press(button, file: file, line: line)
  }

  /// Puts the pointer on a message, which stays as long as that is there, and returns where it stands
  /// still; nil if it does not show.
  private func holdMessage(_ message: String) -> Frame? {
    let words = app.all { try $0.name == message && $0.frame.width > 1 }.first
    guard let words, let frame = try? words.drawnFrame else { return nil }
    hands.move(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    return standstill(of: words)
  }

  typealias Frame = (x: Double, y: Double, width: Double, height: Double)

  /// Where what has a name and shows is, once it stands still.
  func stillFrame(
    of name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Frame {
    try stillFrame(of: name, file: file, line: line) { try $0.name == name }
  }

  func stillFrame(
    of name: String, file: StaticString = #filePath, line: UInt = #line,
    _ isIt: (Element) throws -> Bool
  ) throws -> Frame {
    try watch(for: "“\(name)” to stand still", file: file, line: line) {
      // One that is on its way out may go between two looks.
      app.all(isIt).first { ((try? $0.frame.width) ?? 0) > 1 }.flatMap { standstill(of: $0) }
    }
  }

  /// Where an element stands still; nil where it goes, or moves for long.
  private func standstill(of element: Element) -> Frame? {
    var last: Frame?
    var equal = 0
    for _ in 0..<Walkthrough.mostLooks {
      guard let frame = try? element.frame, frame.width > 1 else { return nil }
      equal = last.map { $0 == frame } == true ? equal + 1 : 0
      if equal == Walkthrough.stillLooks { return try? element.drawnFrame }
      last = frame
      hands.rest(seconds: Walkthrough.lookPause)
    }
    return nil
  }

  /// How long passes between two looks at what may move, in seconds.
  private static let lookPause = 0.025
  /// As long as a page slides: of what is in it, GTK 4.8 tells where it will be.
  private static let stillLooks = 10
  /// Longer than anything moves.
  private static let mostLooks = 100

  /// Holds at a point until a pin is in the hand, and releases it.
  func dropPin(x: Double, y: Double) throws {
    // The last one is saved before it has left the hand.
    try app.waitForEnd(of: tr("New pin"))
    hands.move(x: x, y: y)
    hands.press()
    defer { hands.release() }
    try watch(for: "a pin in the hand") { app.buttons { $0 == tr("New pin") }.first }
  }

  /// Opens the menu of what is at a point.
  func openMenu(x: Double, y: Double) {
    // A hand moves, as in `press`.
    hands.move(x: x - 2, y: y)
    hands.move(x: x, y: y)
    hands.together {
      hands.press(button: 3)
      hands.release(button: 3)
    }
  }

  /// The entries of the menu that shows, in their order: GTK 4.18 gives them no names.
  func entries() -> [Element] {
    app.all { try $0.role.hasPrefix("menu item") && $0.frame.width > 1 }
  }

  /// A fault of the toolkit for which a person has to press once more.
  enum Fault: String {
    /// GTK's chooser of files loses keys while it reads a folder (`gtk_file_chooser_widget_map` and
    /// `browse_files_model_finished_loading_cb` in GTK 4.8).
    case chooserReads = "the chooser of files reads a folder"
    /// GTK 4.8 gives no press to the button under the pointer whose menu was closed by a key, now and
    /// then; what of GTK does so is not known.
    case menuHasPointer = "a menu that a key has closed has the pointer still"
    /// GTK takes a tooltip away when its window is filled or laid out meanwhile
    /// (`gtk_tooltip_handle_event_internal` in GTK 4.8).
    case tooltipGoes = "a tooltip goes when its window is laid out"
  }

  /// Does something until something has come of it.
  ///
  /// The second time, and each after it, is told: the run counts them.
  @discardableResult
  func pressAgain<Value>(
    for fault: Fault, until what: String, file: StaticString = #filePath, line: UInt = #line,
    _ press: () throws -> Void, _ outcome: () throws -> Value?
  ) throws -> Value {
    for time in 1...5 {
      if time > 1 { print("Pressed again: \(fault.rawValue)") }
      try press()
      if let value = try? watch(for: what, seconds: 3, file: file, line: line, outcome) {
        return value
      }
    }
    throw DeskError("pressed in vain for \(what)", file: file, line: line)
  }

  /// Asserts that a screen reader has words for all of what shows that the keyboard reaches.
  func assertNamed(_ what: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertEqual(app.unnamed, [], what, file: file, line: line)
  }

  /// What has the focus.
  func focus() -> Element? { app.all { try $0.has(.focused) }.last }

  /// What has the focus is called so.
  func focusedName() -> String? {
    app.all { try $0.has(.focused) && !$0.name.isEmpty }.last.flatMap { try? $0.name }
  }

  /// Goes by Tab, or another key, to what has a name, or begins so.
  func goByKeys(
    to name: String, _ key: String = "Tab", holding modifiers: String...,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try goByKeys(to: name, key, holding: modifiers, file: file, line: line) {
      try $0.name.hasPrefix(name)
    }
  }

  /// Goes by a key to what fulfils a condition: each time it is typed the focus must move.
  func goByKeys(
    to what: String, _ key: String, holding modifiers: [String] = [],
    file: StaticString = #filePath, line: UInt = #line, _ isIt: (Element) throws -> Bool
  ) throws {
    for _ in 0..<Walkthrough.mostControls {
      let before = focus()
      if try before.map(isIt) == true { return }
      hands.type(key, holding: modifiers)
      let start = before.flatMap { try? $0.name } ?? "nothing"
      // An AdwEntryRow of libadwaita 1.2 does not tell that it has the focus, and a text keeps it from
      // link to link: that of the map has more of them until its tiles have come.
      let isText = (try? before?.role) == "label"
      var nothing = Date.distantFuture
      try watch(for: "\(key) to lead from “\(start)” to \(what)", file: file, line: line) {
        if let now = focus(), now != before || !isText { return now == before ? nil : true }
        nothing = min(nothing, Date())
        return before != nil && nothing.timeIntervalSinceNow < -0.5 ? true : nil
      }
    }
    throw DeskError("\(key) does not lead to \(what)", file: file, line: line)
  }

  /// More than any page has.
  private static let mostControls = 60

  /// Chooses the last entry of the menu that shows, which entry is named.
  func chooseLastEntry(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try app.waitForEntry(name, file: file, line: line)
    try watch(for: "the focus on an entry", file: file, line: line) {
      entries().first { (try? $0.has(.focused)) == true }
    }
    try goByKeys(to: name, "Down", file: file, line: line) { $0 == entries().last }
    hands.type("Return")
  }

  /// Chooses from the menu of a button by the key of an entry; the menu is seen by one whose name nothing
  /// else has.
  func choose(
    by key: String, fromMenu button: String, with entry: String, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    // By keys: a press is lost while the menu of before has the pointer still.
    try goByKeys(to: button, file: file, line: line)
    hands.type("space")
    try app.waitForEntry(entry, file: file, line: line)
    hands.type(key)
    try app.waitForEnd(ofEntry: entry, file: file, line: line)
  }

  /// Chooses from the menu of the list of places, which is opened for it, by the key of an entry.
  func chooseFromPlaces(
    by key: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    if app.all({ try $0.name == "Places Menu" && $0.frame.width > 1 }).isEmpty {
      hands.type("F9")
      _ = try stillFrame(of: "Places Menu", file: file, line: line)
    }
    try choose(
      by: key, fromMenu: "Places Menu", with: "Export Places…", file: file, line: line)
  }

  /// Waits until a dialog is laid out.
  func waitForDialog(
    _ heading: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "“\(heading)” on the screen", file: file, line: line) {
      try app.all { try $0.name == heading }.first { try $0.frame.width > 1 }
    }
  }

  /// Waits until a dialog is laid out, and gives it the keyboard, as a manager of windows would.
  func focusDialog(
    _ heading: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try waitForDialog(heading, file: file, line: line)
    // Newer versions show it in the window.
    let window = try watch(for: "the window of “\(heading)”", file: file, line: line) {
      screen.topWindow
    }
    screen.focus(window)
  }

  /// Waits until there is a dialog above a window, and gives it the keyboard.
  func focusDialog(
    above window: UInt, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let dialog = try watch(for: "a dialog", file: file, line: line) {
      screen.topWindow.flatMap { $0 == window ? nil : $0 }
    }
    screen.focus(dialog)
  }

  /// Waits until a dialog is gone, and gives the keyboard back to the window, as its manager would.
  func waitForEnd(ofDialog name: String) throws {
    let dialog = screen.topWindow
    try app.waitForEnd(of: name)
    let window = try XCTUnwrap(screen.windows.first)
    // It may have gone from the accessible tree, but not yet from the screen.
    try watch(for: "the end of the dialog's window") {
      dialog == window || screen.topWindow != dialog ? true : nil
    }
    screen.focus(window)
  }

  /// Starts the program, whatever it may show: at its map, or on the page of the last time.
  func launch(
    _ path: String = TouristAtDesk.stagedProgram.path, _ arguments: [String] = [],
    environment: [String: String] = [:], onLastPage: Bool = false
  ) throws {
    if !onLastPage { try person.forgetPage() }
    try sitDown(before: person.desk.start(path, arguments, environment: environment))
  }

  /// Waits for the window of a program that was started.
  func sitDown(before program: Program) throws {
    self.program = program
    app = try person.desk.eyes.application(program)
    hands.awaitProgram = { [app] in _ = try? app?.children }
    // A key that comes before the first layout finds a map without a size, and a menu without a place.
    try watch(for: "a window that is laid out") {
      try app.children.contains { try $0.frame.width > 1 } ? true : nil
    }
    // Not the card of a pin on which the pointer has been left.
    try screen.focus(watch(for: "the window") { screen.topWindow })
  }

  /// What `unshare` takes so that mounts are the program’s own; skips where there can be none.
  func mountNamespace() throws -> [String] {
    let namespace =
      getuid() == 0
      ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"]
    let probe = try person.desk.start(
      "/usr/bin/unshare",
      namespace + ["sh", "-c", "mount -t tmpfs tmpfs \"$XDG_DATA_HOME\" && exec /bin/true"])
    try XCTSkipUnless(probe.waitForExit() == 0, "this machine allows no mounts")
    return namespace
  }

  /// Starts the program after a script that mounts something.
  func launch(after script: String) throws {
    try launch(
      "/usr/bin/unshare",
      mountNamespace() + [
        "sh", "-c", "\(script) && exec \"$0\"", TouristAtDesk.stagedProgram.path,
      ])
  }

  /// Ends the program as a user does, by its keys.
  func quit() throws {
    hands.type("q", holding: "Control_L")
    XCTAssertEqual(try program.waitForExit(), 0)
  }

  /// Waits until what draws is what was asked for.
  func waitForFrames(
    drawnBy renderer: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    // Later versions than 4.8 look what OpenGL can do though it does not draw.
    guard !FileManager.default.fileExists(atPath: "/dev/dri"),
      try renderer == "gl" || program.hasLoaded("/libgtk-4.so.1.800.")
    else { return }
    // At its start the toolkit may try another one.
    try watch(for: "frames drawn by \(renderer)", file: file, line: line) {
      try program.hasMadeCode == (renderer == "gl") ? true : nil
    }
  }

  /// Where the middle of the map is on the screen.
  func mapMiddle() throws -> (x: Double, y: Double) {
    let frame = try app.waitFor(tr("Map")).frame
    return (frame.x + frame.width / 2, frame.y + frame.height / 2)
  }

  /// The place at a point of the screen, for a map that shows a view.
  func place(x: Double, y: Double, in view: MapView) throws -> Coordinate {
    let middle = try mapMiddle()
    var point = Mercator.project(view.center)
    point.x += (x - middle.x) / view.worldSize
    point.y += (y - middle.y) / view.worldSize
    return Mercator.coordinate(at: point)
  }

  /// How far two places are from each other on the screen, in pixels.
  func distance(_ a: Coordinate, _ b: Coordinate, in view: MapView) -> Double {
    let (a, b) = (Mercator.project(a), Mercator.project(b))
    let dx = a.x - b.x - (a.x - b.x).rounded()
    return hypot(dx, a.y - b.y) * view.worldSize
  }

  /// Waits until the settings hold a view around a place, as seen in an earlier view.
  func waitForView(around place: Coordinate, in view: MapView) throws {
    try watch(for: "a view around \(place)") {
      try savedView().flatMap { distance($0.center, place, in: view) < 3 ? true : nil }
    }
  }

  /// The pins that stand in the library's file.
  func savedPins() throws -> [Coordinate] {
    try rows("SELECT latitude, longitude FROM pin WHERE removed_at IS NULL ORDER BY id").compactMap
    {
      Coordinate(latitude: Double($0[0])!, longitude: Double($0[1])!)
    }
  }

  /// What the pins in the library's file are called.
  func savedTitles() throws -> [String] {
    try rows("SELECT title FROM pin WHERE removed_at IS NULL ORDER BY id").map { $0[0] }
  }

  /// Waits until the library holds so many pins.
  @discardableResult
  func waitForPins(
    _ count: Int, file: StaticString = #filePath, line: UInt = #line
  ) throws -> [Coordinate] {
    try watch(for: "\(count) pins in the library", file: file, line: line) {
      // A library that is not made yet has no number of pins, not even none.
      guard let pins = try? savedPins(), pins.count == count else { return nil }
      return pins
    }
  }

  /// The pins' buttons on the map.
  func pinButtons() -> [Element] { app.buttons { $0.hasSuffix(" photos") } }

  /// Waits until a pin is laid out on the map: a press that comes before is the map's.
  @discardableResult
  func waitForPinInSight(file: StaticString = #filePath, line: UInt = #line) throws -> Element {
    try watch(for: "a pin in sight", file: file, line: line) {
      try pinButtons().first { try $0.frame.width > 1 }
    }
  }

  /// The view that the settings hold.
  func savedView() throws -> MapView? {
    let text = try String(contentsOf: person.settingsFile, encoding: .utf8)
    func number(_ key: String) -> Double? {
      text.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
        .flatMap { Double($0.dropFirst(key.count + 1)) }
    }
    guard let latitude = number("map-latitude"), let longitude = number("map-longitude"),
      let zoom = number("map-zoom"),
      let center = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    return MapView(center: center, zoom: zoom)
  }

  /// The view that the settings hold when they change no more.
  func settledView() throws -> MapView? {
    var last: MapView?
    return try watch(for: "a view at rest") { () -> MapView? in
      // A program that is held up meanwhile saves no view.
      hands.linger(seconds: 0.6)
      defer { last = try? savedView() }
      return try last != nil && last == savedView() ? last : nil
    }
  }

  /// What a query to the library, or to another one, answers, as text.
  func rows(
    _ sql: String, of library: URL? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws -> [[String]] {
    try naming(file, line) {
      try Database((library ?? person.library).path, isReadOnly: true).rows(sql)
    }.map { $0.map { PseudoLanguage.heard($0 ?? "") } }
  }

  /// Changes the library's file while the program is not running.
  func change(_ sql: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try occupyLibrary(sql, file: file, line: line).close()
  }

  /// Uses the library's file while the program runs, until that is closed.
  func occupyLibrary(
    _ sql: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Database {
    try naming(file, line) {
      let database = try Database(person.library.path)
      try database.rows(sql)
      return database
    }
  }

  /// Says of what a library's file refuses where in a test that was.
  private func naming<Value>(
    _ file: StaticString, _ line: UInt, _ work: () throws -> Value
  ) throws -> Value {
    do { return try work() } catch { throw DeskError("\(error)", file: file, line: line) }
  }

  /// Leaves a picture of the screen and the accessible tree, for whoever looks into a failure.
  private func leaveEvidence() {
    guard let person else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "virtual-tourist-failures")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = self.name.filter { $0.isLetter || $0.isNumber || $0 == "." }
    try? person.desk.screen.capture(to: folder.appendingPathComponent("\(name).png").path)
    let evidence = [app?.outline() ?? "no tree"] + person.desk.portalCalls + [program?.output ?? ""]
    try? evidence.joined(separator: "\n").write(
      to: folder.appendingPathComponent("\(name).txt"), atomically: true, encoding: .utf8)
    print("A picture and the accessible tree are in \(folder.path)/\(name).*")
  }
}
