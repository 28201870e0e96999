import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Files that are brought to the program: opened with it, or dropped on its window.
final class DropTests: ViewerWalkthrough {
  func testFilesOfPlacesOpenWithTheProgram() throws {
    let file = person.desk.home.appendingPathComponent("trip.gpx")
    try """
    <gpx version="1.1"><wpt lat="48.86" lon="2.29"><name>Our hotel</name></wpt></gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    let other = person.desk.home.appendingPathComponent("more.geojson")
    try """
    {"type": "Feature", "properties": {"name": "A tower"},
      "geometry": {"type": "Point", "coordinates": [2.31, 48.87]}}
    """.write(to: other, atomically: true, encoding: .utf8)
    let picture = person.desk.home.appendingPathComponent("picture.gif")
    try Data("GIF89a\u{1}\0\u{1}\0\0\0\0;".utf8).write(to: picture)
    try person.writeSettings(["prefetch": "false"])
    // With the program, before its library is open.
    try launch(TouristAtDesk.stagedProgram.path, [file.path])
    try focusDialog("Make 1 Pin?")
    let window = try XCTUnwrap(screen.windows.first)
    hands.type("Return")
    try waitForPins(1)
    try app.waitForEnd(of: "Make 1 Pin?")
    // While it runs; what is known already is said.
    let again = try person.desk.start(
      TouristAtDesk.stagedProgram.path, [file.path, other.path])
    XCTAssertEqual(try again.waitForExit(), 0)
    try focusDialog("Make 1 Pin?")
    try watch(for: "what is in both files") {
      app.all { try $0.name.contains("“trip.gpx”") && $0.name.contains("“more.geojson”") }.first
    }
    hands.type("Return")
    try waitForPins(2)
    screen.focus(window)
    hands.type("z", holding: "Control_L")
    try waitForPins(1)
    XCTAssertEqual(try savedTitles(), ["Our hotel"])
    let third = try person.desk.start(TouristAtDesk.stagedProgram.path, [picture.path])
    XCTAssertEqual(try third.waitForExit(), 0)
    _ = try app.waitFor("The picture does not say where it was taken.")
  }

  func testAFileThatIsOpenedTwiceIsAskedAboutOnceAtATime() throws {
    let file = person.desk.home.appendingPathComponent("trip.gpx")
    try """
    <gpx version="1.1"><wpt lat="48.86" lon="2.29"><name>Our hotel</name></wpt>
    <wpt lat="48.87" lon="2.31"><name>A tower</name></wpt></gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    let other = person.desk.home.appendingPathComponent("more.geojson")
    try """
    {"type": "Feature", "properties": {"name": "A tower"},
      "geometry": {"type": "Point", "coordinates": [2.31, 48.87]}}
    """.write(to: other, atomically: true, encoding: .utf8)
    try person.writeSettings(["prefetch": "false"])
    try launch(TouristAtDesk.stagedProgram.path, [file.path])
    try focusDialog("Make 2 Pins?")
    let windows = screen.windows
    for path in [file.path, other.path] {
      XCTAssertEqual(try person.start([path]).waitForExit(), 0)
    }
    // What was opened meanwhile is read when this is done, and so tells what is new by then.
    hands.type("Return")
    try waitForPins(2)
    try focusDialog("No New Places")
    XCTAssertEqual(screen.windows.count, windows.count)
    try watch(for: "what is in both files") {
      app.all { try $0.name.contains("2 places are already on the map") }.first
    }
    hands.type("Escape")
    try app.waitForEnd(of: "No New Places")
    XCTAssertEqual(try savedTitles(), ["Our hotel", "A tower"])
  }

  func testAPhotoThatIsDraggedToAnotherTouristIsAPlaceThere() throws {
    try skipOnWayland("two programs that know nothing of each other need a bus each")
    try beginInAlbum(count: 3)
    let mine = try XCTUnwrap(screen.windows.first)
    // Another tourist, who has no pin yet, and of whom this one's bus knows nothing.
    let data = person.desk.home.appendingPathComponent("other-data")
    let bus = person.desk.home.appendingPathComponent("run/other-bus").path
    _ = try person.desk.start(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--address=unix:path=\(bus)"])
    try watch(for: "another bus") { FileManager.default.fileExists(atPath: bus) ? true : nil }
    _ = try person.desk.start(
      TouristAtDesk.stagedProgram.path, [],
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus)", "XDG_DATA_HOME": data.path,
        "GTK_A11Y": "none",
      ])
    // The windows of one program have the same first digits.
    let theirs = try watch(for: "the other window") {
      screen.windows.first { $0 >> 21 != mine >> 21 }
    }
    screen.resize(mine, width: 600, height: 600)
    screen.resize(theirs, width: 600, height: 600)
    screen.move(theirs, x: 640, y: 0)
    let photo = try stillFrame(of: photoNames()[0])
    // What follows the pointer is a window too.
    func question() -> UInt? { screen.windows.first { $0 != theirs && $0 >> 21 == theirs >> 21 } }
    hands.move(x: photo.x + 60, y: photo.y + 60)
    hands.press()
    let windows = Set(screen.windows)
    hands.glide(fromX: photo.x + 60, y: photo.y + 60, toX: 300, y: 300, steps: 20)
    try watch(for: "the picture at the pointer") {
      Set(screen.windows).subtracting(windows).first
    }
    hands.glide(fromX: 300, y: 300, toX: 940, y: 300, steps: 20)
    // Both have to see it coming.
    hands.linger(seconds: 1)
    let header = screen.color(x: 940, y: 20)
    hands.release()
    // From version 1.5 of libadwaita on the question is in their window, which darkens behind it.
    let dialog = try watch(for: "the question") {
      question() ?? (screen.color(x: 940, y: 20) != header ? theirs : nil)
    }
    // Nothing of it was a press.
    XCTAssertEqual(try rows("SELECT id FROM photo").count, 3)
    screen.focus(dialog)
    hands.type("Return")
    let library = data.appendingPathComponent("virtual-tourist/library.sqlite")
    let pin = try watch(for: "the pin") {
      try rows("SELECT latitude, longitude FROM pin", of: library).first
    }
    let place = try XCTUnwrap(
      Coordinate(latitude: Double(pin[0])!, longitude: Double(pin[1])!))
    XCTAssertLessThan(place.distance(to: view.center), 2000)
  }

  func testPacksOfPlacesOpenWithTheProgram() throws {
    let home = person.desk.home
    let tour = home.appendingPathComponent("tour.kmz")
    Zip.pack(
      [
        Zip.Entry(
          name: "doc.kml",
          text: """
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>A mill</name>
            <Point><coordinates>2.31,48.87</coordinates></Point></Placemark></Document></kml>
            """
        )
      ], into: tour.path)
    let takeout = home.appendingPathComponent("takeout-1.zip")
    Zip.pack(
      [
        Zip.Entry(name: "Takeout/archive_browser.html", text: "<html></html>"),
        Zip.Entry(
          name: "Takeout/Saved/Want to go.csv",
          text: """
            Title,Note,URL,Tags,Comment
            Pont Neuf,at dusk,"https://www.google.com/maps/place/Pont+Neuf/data=!3d48.857!4d2.341",,

            """
        ),
        Zip.Entry(
          name: "Takeout/Maps (your places)/Saved Places.json",
          text: """
            {"type": "FeatureCollection", "features": [
              {"geometry": {"coordinates": [2.2945, 48.8584], "type": "Point"}, "type": "Feature",
                "properties": {"location": {"name": "A tower"}}}]}
            """
        ),
      ], into: takeout.path)
    try person.writeSettings([:])
    try launch(TouristAtDesk.stagedProgram.path, [tour.path, takeout.path])
    try focusDialog("Make 3 Pins?")
    try watch(for: "what is in both files") {
      app.all { try $0.name.contains("“tour.kmz”") && $0.name.contains("“takeout-1.zip”") }.first
    }
    hands.type("Return")
    try waitForPins(3)
    XCTAssertEqual(try savedTitles().sorted(), ["A mill", "A tower", "Pont Neuf"])
    XCTAssertEqual(try rows("SELECT note FROM pin WHERE title = 'Pont Neuf'"), [["at dusk"]])
  }

  func testFilesThatAreDroppedOnTheWindowAreTakenForWhatIsInThem() throws {
    try skipOnWayland("files are dragged there as X has it")
    let home = person.desk.home
    let places = home.appendingPathComponent("our trip.gpx")
    try """
    <gpx version="1.1"><wpt lat="48.86" lon="2.29"><name>Our hotel</name></wpt></gpx>
    """.write(to: places, atomically: true, encoding: .utf8)
    try begin(settings: ["prefetch": "false"])
    let window = try XCTUnwrap(screen.windows.first)
    // A backup with a pin that is in the library no longer.
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    let title = try savedTitles()[0]
    let backup = home.appendingPathComponent("backup.zip")
    XCTAssertEqual(try person.start(["--backup", backup.path]).waitForExit(), 0)
    hands.type("z", holding: "Control_L")
    try waitForPins(0)

    try screen.drop([places], on: window)
    try focusDialog("Make 1 Pin?")
    hands.type("Return")
    try waitForPins(1)
    XCTAssertEqual(try savedTitles(), ["Our hotel"])
    try waitForEnd(ofDialog: "Make 1 Pin?")
    // A file whose name says nothing of it.
    let renamed = home.appendingPathComponent("old things")
    try FileManager.default.moveItem(at: backup, to: renamed)
    try screen.drop([renamed], on: window)
    try focusDialog("Restore Library?")
    hands.type("Return")
    try waitForPins(2)
    XCTAssertEqual(try savedTitles().sorted(), ["Our hotel", title].sorted())
  }
}
