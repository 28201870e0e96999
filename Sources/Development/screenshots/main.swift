import Foundation
import TestDesk

// Takes the pictures of the README and the guide: the staged program, pressed by hand, on a screen of its own.
//
// usage: screenshots FOLDER

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

/// Starts the program with some pins, and takes a picture after `pose` has brought it into a state.
func take(_ name: String, pose: (TouristAtDesk, Element) throws -> Void = { _, _ in }) throws {
  let person = try TouristAtDesk(width: 1000, height: 680)
  defer { person.clear() }
  try person.writeSettings([
    "tile-source": "'offline'", "photo-source": "'postcards'", "map-latitude": "48.0",
    "map-longitude": "8.0", "map-zoom": "5.0",
    "window-width": "1000", "window-height": "680",
  ])
  let program = try person.start(environment: ["ADW_DEBUG_COLOR_SCHEME": "prefer-light"])
  let app = try person.desk.eyes.application(program)
  person.desk.screen.focus(try watch(for: "the window") { person.desk.screen.windows.last })
  let map = try app.waitFor("Map").frame
  let (x, y) = (map.x + map.width / 2, map.y + map.height / 2)
  // Off the Irish coast, by the Alps, at the Baltic, and in the Pyrenees.
  for (count, offset) in [(-0.4, -0.22), (0.06, 0.06), (0.22, -0.28), (-0.17, 0.24)].enumerated() {
    person.desk.hands.hold(x: x + offset.0 * map.width, y: y + offset.1 * map.height)
    try watch(for: "the pin") {
      app.buttons { $0.hasSuffix(" photos") }.count == count + 1 ? true : nil
    }
  }
  try pose(person, app)
  person.desk.hands.move(x: 2, y: 2)
  person.desk.hands.rest(seconds: 1)
  try person.desk.screen.capture(to: folder.appendingPathComponent("\(name).png").path)
  print("took \(name).png")
}

func openAlbum(_ person: TouristAtDesk, _ app: Element) throws {
  let pin = try watch(for: "a pin") { app.buttons { $0.hasSuffix(" photos") }.first }.frame
  person.desk.hands.click(x: pin.x + pin.width / 2, y: pin.y + pin.height / 2)
  _ = try app.waitFor("New Collection")
  try watch(for: "all photos") {
    app.all { try $0.name.hasPrefix("Loading ") }.isEmpty ? true : nil
  }
}

try take("map")
try take("globe") { person, app in
  // From zoom 5, it takes several steps to the globe, at which the button becomes insensitive.
  let zoomOut = try app.waitFor("Zoom Out")
  for _ in 0..<8 {
    guard try zoomOut.has(.sensitive) else { break }
    person.desk.hands.type("minus")
    person.desk.hands.rest(seconds: 1)
  }
}
try take("places") { person, app in
  person.desk.hands.type("F9")
  _ = try app.waitFor("Search your places")
}
try take("album", pose: openAlbum)
try take("photo") { person, app in
  try openAlbum(person, app)
  let photo = try watch(for: "a photo") {
    app.all { try $0.role == "image" && !$0.name.isEmpty }.first
  }.frame
  person.desk.hands.move(x: photo.x + photo.width / 2, y: photo.y + photo.height / 2)
  let view = try watch(for: "its button") { app.buttons { $0.hasPrefix("View ") }.first }.frame
  person.desk.hands.click(x: view.x + view.width / 2, y: view.y + view.height / 2)
  _ = try app.waitFor("Photo Menu")
  person.desk.hands.type("F9")
  _ = try app.waitFor("Place")
}
