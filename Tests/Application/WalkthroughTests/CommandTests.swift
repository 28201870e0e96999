import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Commands without a window, and beside one.
final class CommandTests: AlbumWalkthrough {
  private var home: String { person.desk.home.lastPathComponent }

  /// Runs a command and returns its exit status and all that it has written.
  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let program = try person.start(arguments, environment: environment)
    let status = try program.waitForExit()
    return (status, program.output)
  }

  private func assert(
    _ answer: (status: Int32, output: String), _ status: Int32, _ output: String,
    line: UInt = #line
  ) {
    XCTAssertEqual(answer.status, status, answer.output, line: line)
    XCTAssertEqual(answer.output, output, line: line)
  }

  func testAWindowShowsAtOnceWhatIsDoneBesideIt() throws {
    let gpx = person.desk.home.appendingPathComponent("hotel.gpx")
    try """
    <gpx version="1.1"><wpt lat="\(view.center.latitude)" lon="\(view.center.longitude + 0.05)">
    <name>Our hotel</name></wpt></gpx>
    """.write(to: gpx, atomically: true, encoding: .utf8)
    try begin(settings: ["prefetch": "false"])
    let place = "\(view.center.latitude),\(view.center.longitude)"
    assert(try run("--drop", place), 0, "1\t48.85840\t2.29450\t0\tParis, France\n")
    _ = try watch(for: "the pin") { app.buttons { $0 == "Paris, France, 0 photos" }.first }
    // The working folder is that of the caller.
    assert(try run("--import", "hotel.gpx"), 0, "1 pin made\n")
    _ = try watch(for: "another pin") { app.buttons { $0 == "Our hotel, 0 photos" }.first }
    assert(try run("--fetch", "1", "--json"), 0, "{\"pin\": 1, \"photos\": 6, \"failed\": 0}\n")
    _ = try watch(for: "its photos") { app.buttons { $0 == "Paris, France, 6 photos" }.first }
    assert(
      try run("--fetch", "Atlantis"), 3,
      "virtual-tourist: There is no pin “Atlantis”. --list shows all of them.\n")
    let list = try run("--list", "--json").output
    let pins = try XCTUnwrap(
      JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
    XCTAssertEqual(pins.map { $0["title"] as? String }, ["Paris, France", "Our hotel"])
    XCTAssertEqual(pins.map { $0["photos"] as? Int }, [6, 0])
    let gone = try run("--backup", "/nowhere/backup.zip")
    assert(
      gone, 1, "virtual-tourist: The library was not backed up: the folder cannot be written.\n")
    assert(try run("--backup", "backup.zip"), 0, "Library backed up to “\(home)”\n")
    XCTAssertTrue(
      FileManager.default.fileExists(
        atPath: person.desk.home.appendingPathComponent("backup.zip").path))
    // One window, in which it can be undone.
    XCTAssertTrue(program.isRunning)
    hands.type("z", holding: "Control_L")
    try waitForPins(1)
    try quit()
    assert(try run("--list"), 0, "1\t48.85840\t2.29450\t6\tParis, France\n")
  }

  func testAPictureIsImportedAsThePlaceWhereItWasTaken() throws {
    let home = person.desk.home
    let picture = home.appendingPathComponent("IMG_0001.png")
    try screen.capture(to: picture.path)
    assert(
      try run("--import", "IMG_0001.png"), 1,
      "virtual-tourist: IMG_0001.png: The picture does not say where it was taken.\n")
    Metadata.write(place: view.center, into: picture.path)
    assert(try run("--import", "IMG_0001.png"), 0, "1 pin made\n")
    assert(
      try run("--import", "IMG_0001.png"), 0, "0 pins made. 1 place is already on the map.\n")
    let json = #"{"made": 0, "known": 1, "trips": 0, "problems": 0}"#
    assert(try run("--import", "IMG_0001.png", "--json"), 0, "\(json)\n")
    XCTAssertEqual(try savedTitles(), ["Paris, France"])
    // One that lies in the folder of the user's pictures will be in the pin's album.
    let folder = home.appendingPathComponent("Camera")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let other = folder.appendingPathComponent("IMG_0002.png")
    try FileManager.default.copyItem(at: picture, to: other)
    Metadata.write(place: Coordinate(latitude: 43.3, longitude: 5.37)!, into: other.path)
    try person.writeSettings(["pictures-folder": "'\(folder.path)'"])
    assert(try run("--import", "Camera/IMG_0002.png"), 0, "1 pin made\n")
    try launch()
    try watch(for: "a copy of the picture") {
      try rows("SELECT 1 FROM photo WHERE state = 'stored' AND source = 'pictures'").count == 1
        ? true : nil
    }
  }

  /// Writes tracks beside so many places that to compare them takes minutes.
  private func writeTracks() throws -> String {
    let latitude = view.center.latitude
    var text = "<gpx version=\"1.1\">\n"
    for number in 0..<40_000 {
      text += "<wpt lat=\"\(latitude)\" lon=\"\(Double(number) / 1000)\"/>\n"
    }
    let points = (0..<60).map { "<trkpt lat=\"\(latitude)\" lon=\"\($0)\"/>" }.joined()
    for _ in 0..<5000 { text += "<trk><trkseg>\(points)</trkseg></trk>\n" }
    let file = person.desk.home.appendingPathComponent("tracks.gpx")
    try "\(text)</gpx>".write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  /// Whether a process has a file open.
  private func isOpen(_ path: String, in process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
  }

  func testAnImportEndsAtASignalAlsoWhileTracksAreCompared() throws {
    let path = try writeTracks()
    assert(try run("--drop", "48.8584,2.2945"), 0, "1\t48.85840\t2.29450\t0\tParis, France\n")
    for signal in [SIGTERM, SIGINT] {
      let program = try person.start(["--import", path])
      try watch(for: "the reading of the file") { isOpen(path, in: program.id) ? true : nil }
      try watch(for: "the end of the file") { isOpen(path, in: program.id) ? nil : true }
      kill(program.id, signal)
      assert((try program.waitForExit(), program.output), 1, "")
      assert(try run("--list"), 0, "1\t48.85840\t2.29450\t0\tParis, France\n")
    }
    XCTAssertEqual(try rows("SELECT count(*) FROM trip"), [["0"]])
    XCTAssertEqual(try rows("SELECT count(*) FROM undo_step"), [["1"]])
  }

  func testNoDisplayAndNoBusAreNeeded() throws {
    let bare = [
      "DISPLAY": "", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
    ]
    try person.writeSettings([
      "commons-endpoint": "'\(person.services.commons())'", "photos-per-album": "4",
    ])
    assert(
      try run("--drop", "48.8584,2.2945", environment: bare), 0,
      "1\t48.85840\t2.29450\t0\tParis, France\n")
    assert(try run("--fetch", "Paris, France", environment: bare), 0, "4 photos\n")
    assert(
      try run("--export", "csv", "--output", "places.csv", environment: bare), 0,
      "1 place exported to “\(home)”\n")
    let file = person.desk.home.appendingPathComponent("places.csv")
    let exported = try String(contentsOf: file, encoding: .utf8)
    XCTAssertTrue(exported.contains("\"Paris, France\",48.8584,2.2945"), exported)
    XCTAssertEqual(try run("--export", "csv", environment: bare).output, exported)
    assert(
      try run("--import", "places.csv", environment: bare), 0,
      "0 pins made. 1 place is already on the map.\n")
    for (arguments, status) in [
      (["--drop", "91,0"], 2), (["--bogus"], 2), (["--import", "nothing.gpx"], 3),
      (["--fetch", "7"], 3),
    ] {
      let program = try person.start(arguments, environment: bare)
      XCTAssertEqual(try program.waitForExit(), Int32(status))
      XCTAssertTrue(program.output.hasPrefix("virtual-tourist: "), program.output)
    }
    let route = person.desk.home.appendingPathComponent("route.gpx")
    try """
    <gpx version="1.1"><rte><name>Loire</name><rtept lat="47.4" lon="0.7"><name>Tours</name></rtept>
    <rtept lat="47.9" lon="1.9"><name>Orléans</name></rtept></rte></gpx>
    """.write(to: route, atomically: true, encoding: .utf8)
    assert(
      try run("--import", "route.gpx", environment: bare), 0, "2 pins made. 1 trip made.\n")
    try """
    <gpx version="1.1"><wpt lat="48.4" lon="-4.5"><name>Brest</name></wpt>
    <wpt lat="47.2" lon="-1.
    """.write(to: route, atomically: true, encoding: .utf8)
    assert(
      try run("--import", "route.gpx", environment: bare), 0,
      "1 pin made. The file is damaged: nothing was read from line 2 on.\n")
    let table = person.desk.home.appendingPathComponent("table.csv")
    try "lat,lon\n91,0\n95,1\nx,y\n".write(to: table, atomically: true, encoding: .utf8)
    let skipped =
      "1 place was skipped: its coordinates are not valid (line 4). "
      + "2 places were skipped: their latitudes are not valid (lines 2, 3)."
    assert(
      try run("--import", "table.csv", environment: bare), 0, "0 pins made. \(skipped)\n")
    try start(at: view)
    _ = try watch(for: "the pin") { app.buttons { $0 == "Paris, France, 4 photos" }.first }
  }
}
