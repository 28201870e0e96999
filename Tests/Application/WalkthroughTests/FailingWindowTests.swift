import Foundation
import TestDesk
import TestSupport
import TravelModel
import XCTest

/// What a person does in the window while calls of the system fail: a sentence tells of it, nothing is
/// lost, and done again it is done.
final class FailingWindowTests: AlbumWalkthrough {
  private var portal: Portal!
  /// The files of the album's photos, as they came.
  private var files: [String: Data] = [:]

  /// A call that fails, as `failing-calls.c` has it, and words of what the window says of that.
  private struct Fault {
    let order: String
    let words: String

    init(_ call: String, of kind: String, _ words: String) {
      (order, self.words) = ("\(call) \(kind)", words)
    }

    private static let log = "virtual-tourist/library.sqlite-wal"

    /// Those at a change of the library.
    static let ofLibrary = [
      Fault("1+:\(ENOSPC)", of: "write:\(log)", "The disk is full"),
      Fault("1:\(EIO)", of: "sync:\(log)", "The disk failed while writing"),
      Fault("2:\(EIO)", of: "write:\(log)", "cannot be used"),
      Fault("3+:\(EACCES)", of: "write:\(log)", "cannot be written"),
      Fault("1:\(EDQUOT)", of: "write:\(log)", "The disk is full"),
    ]

    /// Those at an export, of which all is said.
    static let ofExport = [
      Fault("1:\(EIO)", of: "rename:/Exports/", unwritable),
      Fault("2:\(EIO)", of: "sync:/Exports/", unwritable),
      Fault("1:\(ENOSPC)", of: "mkdir:/Exports/", full),
      Fault("1+:\(ENOSPC)", of: "write:/Exports/", full),
      Fault("1:\(EIO)", of: "sync:/Exports$", unwritable),
    ]

    private static let unwritable = "The album was not exported: the folder cannot be written."
    private static let full = "The album was not exported: the disk is full."
  }

  func testWhateverFailsIsToldAndNothingIsLost() throws {
    let triesAll = ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_FAILURES"] != nil
    func chosen(_ faults: [Fault], from first: Int = 0) -> [Fault] {
      triesAll ? faults : [faults[first]]
    }
    portal = try person.desk.startPortal()
    try FileManager.default.createDirectory(at: exports, withIntermediateDirectories: true)
    try begin(
      count: 3, settings: ["prefetch": "false", "place-words": "false"],
      environment: [
        "LD_PRELOAD": built("failing-calls.so"), "CALLS_FOLDER": person.desk.home.path,
        "CALLS_ORDERS": orders.path,
      ])
    try openNewAlbum()
    try waitForPhotos(3)
    // Nothing else is written by then.
    try watch(for: "the end of the work") { try isSensitive("New Collection") ? true : nil }
    for path in try savedPaths() { files[path] = try content(of: path) }
    XCTAssertEqual(files.count, 3)

    for fault in chosen(Fault.ofLibrary, from: 1) { try removePhoto(fault) }
    for fault in chosen(Fault.ofExport) { try exportAlbum(fault) }
    let title = try savedTitles()
    try export(
      as: "Folder of Pictures", to: exports, by: portal, saying: "Album exported to “Exports”")
    XCTAssertEqual(try exportedNames(), title)
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    for (number, fault) in chosen(Fault.ofLibrary).enumerated() { try drop(number, fault) }
    for (number, fault) in chosen(Fault.ofLibrary).enumerated() { try importPlace(number, fault) }
    // A press on its row would not be one on the pin.
    hands.type("F9")
    try watch(for: "the end of the list") {
      app.all { try $0.name == "Places Menu" && $0.frame.width > 1 }.isEmpty ? true : nil
    }
    let pins = try savedPins()
    try quit()

    // What was imported has moved the map.
    try start(at: view, settings: ["prefetch": "false", "place-words": "false"])
    let pin = try watch(for: "the pin of 3 photos") {
      app.buttons { $0.hasSuffix(", 3 photos") }.first
    }
    XCTAssertEqual(try savedPins(), pins)
    try press(try pin.name)
    try waitForPhotos(3)
    try assertWhole()
  }

  /// Removes a photo of the album that is shown, and brings it back.
  private func removePhoto(_ fault: Fault) throws {
    let name = photoNames()[1]
    try fail(fault) { try press(name) }
    XCTAssertEqual(try savedNames().count, 3)
    try press("Try Again")
    try waitForEnd(of: fault)
    try press(name)
    try waitForPhotos(2)
    try fail(fault) { hands.type("z", holding: "Control_L") }
    XCTAssertEqual(try savedNames().count, 2)
    hands.type("z", holding: "Control_L")
    try waitForPhotos(3)
  }

  /// Exports the album that is shown.
  private func exportAlbum(_ fault: Fault) throws {
    try order(fault)
    try export(as: "Folder of Pictures", to: exports, by: portal, saying: fault.words)
    try withdrawOrder()
    XCTAssertEqual(try exportedNames(), [], fault.order)
    try dismiss(fault.words)
  }

  /// Drops a pin that no other one is near.
  private func drop(_ number: Int, _ fault: Fault) throws {
    let (middle, pins) = (try mapMiddle(), try savedPins().count)
    // Below the bubble that tells of the last one.
    try fail(fault) { try dropPin(x: middle.x + 250, y: middle.y - 200 + Double(number) * 100) }
    XCTAssertEqual(try savedPins().count, pins)
    XCTAssertEqual(app.buttons { $0 == "New pin" }.count, 1, "the pin has gone from the map")
    try press("Try Again")
    try waitForPins(pins + 1)
  }

  /// Imports a place of which there is no pin.
  private func importPlace(_ number: Int, _ fault: Fault) throws {
    let file = person.desk.home.appendingPathComponent("place.csv")
    let longitude = view.center.longitude + 0.025 * Double(number + 1)
    try "name,latitude,longitude\nHarbour,\(view.center.latitude + 0.03),\(longitude)\n".write(
      to: file, atomically: true, encoding: .utf8)
    try portal.choose(file)
    let pins = try savedPins().count
    try chooseFromPlaces(by: "i")
    try waitForDialog("Make 1 Pin?")
    try fail(fault) { try agree() }
    XCTAssertEqual(try savedPins().count, pins)
    try chooseFromPlaces(by: "i")
    try waitForDialog("Make 1 Pin?")
    try agree()
    try waitForPins(pins + 1)
  }

  private func agree() throws {
    hands.type("Return")
    try waitForEnd(ofDialog: "Make 1 Pin?")
  }
}

/// How calls fail, and what must be true then.
extension FailingWindowTests {
  private var orders: URL { person.desk.home.appendingPathComponent("orders") }
  private var exports: URL { person.desk.home.appendingPathComponent("Exports") }

  /// Has a call fail from now on.
  private func order(_ fault: Fault) throws {
    try fault.order.write(to: orders, atomically: true, encoding: .utf8)
  }

  /// Lets all calls pass again.
  private func withdrawOrder() throws {
    // One call that has failed has taken it away.
    if FileManager.default.fileExists(atPath: orders.path) {
      try FileManager.default.removeItem(at: orders)
    }
  }

  /// Does something while a call fails, and waits until that is told.
  private func fail(
    _ fault: Fault, file: StaticString = #filePath, line: UInt = #line, _ work: () throws -> Void
  ) throws {
    // What was told before is no answer.
    try waitForEnd(of: fault, file: file, line: line)
    try order(fault)
    try work()
    try watch(for: "“\(fault.words)” because of \(fault.order)", file: file, line: line) {
      sentence(of: fault)
    }
    try withdrawOrder()
    try assertWhole(file: file, line: line)
  }

  /// What shows of a fault.
  private func sentence(of fault: Fault) -> Element? {
    app.all { try $0.name.contains(fault.words) && $0.frame.width > 1 }.first
  }

  private func waitForEnd(
    of fault: Fault, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the end of “\(fault.words)”", file: file, line: line) {
      sentence(of: fault) == nil ? true : nil
    }
  }

  /// Asserts that the library hangs together, and that each photo has its file, also a removed one.
  private func assertWhole(file: StaticString = #filePath, line: UInt = #line) throws {
    XCTAssertEqual(try rows("PRAGMA integrity_check"), [["ok"]], file: file, line: line)
    XCTAssertEqual(try rows("PRAGMA foreign_key_check"), [], file: file, line: line)
    let paths = try rows("SELECT path FROM photo UNION ALL SELECT path FROM kept_photo")
    let found = try paths.map { ($0[0], try content(of: $0[0])) }
    XCTAssertTrue(
      Dictionary(found) { $1 } == files && found.count == files.count, "\(paths)", file: file,
      line: line)
  }

  private func content(of photo: String) throws -> Data {
    try Data(contentsOf: person.libraryFolder.appendingPathComponent("photos/\(photo)"))
  }

  private func exportedNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: exports.path)
  }
}
