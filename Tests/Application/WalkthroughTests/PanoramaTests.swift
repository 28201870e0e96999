import Foundation
import TestDesk
import TestFiles
import TravelModel
import XCTest

/// Pictures that show all around, as a person looks around in them.
final class PanoramaTests: ViewerWalkthrough {
  /// Starts with a picture on the map that is a sphere, whose middle looks to the north-east, and
  /// one of the same shape that is flat.
  private func beginInPanorama(renderer: String? = nil) throws {
    let folder = person.desk.home.appendingPathComponent("Camera")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, tags) in [
      ("a", ["Xmp.GPano.ProjectionType": "equirectangular", "Xmp.GPano.PoseHeadingDegrees": "45"]),
      ("b", [:]),
    ] {
      let file = folder.appendingPathComponent("\(name).jpg")
      try Data(sixSidedPicture(width: 1440)).write(to: file)
      let title = name == "a" ? "All around" : "Flat"
      Metadata.write(
        tags.merging(["Xmp.dc.title": title]) { $1 }, place: view.center, into: file.path)
    }
    try begin(
      settings: ["pictures-folder": "'\(folder.path)'", "pictures-on-map": "true"],
      environment: renderer.map { ["GSK_RENDERER": $0, "G_MESSAGES_DEBUG": "virtual-tourist"] }
        ?? [:])
    try press("2 of your pictures")
    try watch(for: "the keys in the gallery") { focusedName() == "a.jpg" ? true : nil }
    hands.type("Return")
    try waitForViewer(of: "Panorama, looking north-east")
  }

  /// Waits until the middle of the picture, or its left edge, shows a side.
  private func waitForSide(
    _ side: Int, atEdge: Bool = false, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let color = sixSides[side].color
    try watch(for: "side \(side)", file: file, line: line) { () -> Bool? in
      guard let frame = try picture()?.frame else { return nil }
      // Beside the buttons.
      let point =
        atEdge
        ? (x: frame.x + 40, y: frame.y + frame.height / 4)
        : (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
      return screen.colors(around: point).allSatisfy { isLike($0, color) } ? true : nil
    }
  }

  /// Whether a colour of the screen is one of a picture, which JPEG changes a little.
  private func isLike(_ seen: UInt32, _ color: [UInt8]) -> Bool {
    let parts = [seen >> 16, seen >> 8, seen].map { Int($0 & 0xFF) }
    return zip(parts, color).allSatisfy { abs($0 - Int($1)) < 24 }
  }

  func testAGraphicsCardShowsAllSixSides() throws {
    try beginInPanorama(renderer: "gl")
    try watch(for: "a card that draws") {
      program.output.contains("a graphics card draws a sphere") ? true : nil
    }
    try lookAround()
  }

  /// Looks to all sides, and ends at the one in the south-west.
  private func lookAround() throws {
    try waitForSide(0)
    // Eight presses turn by 90 degrees.
    for (key, side, heading) in [
      ("Right", 1, "south-east"), ("Right", 2, "south-west"), ("Right", 3, "north-west"),
      ("Left", 2, "south-west"),
    ] {
      for _ in 0..<8 { hands.type(key) }
      try waitForViewer(of: "Panorama, looking \(heading)")
      try waitForSide(side)
    }
    for (key, side) in [("Up", 4), ("Down", 5)] {
      for _ in 0..<20 { hands.type(key) }
      try waitForSide(side)
    }
    for _ in 0..<8 { hands.type("Up") }
    try waitForSide(2)
  }

  func testItIsLookedAroundByKeysHandAndWheelAndSeenFlat() throws {
    try beginInPanorama()
    _ = try app.waitFor("All around")
    try lookAround()

    let frame = try XCTUnwrap(picture()).frame
    let middle = (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    hands.move(x: middle.x, y: middle.y)
    hands.turnWheel(-8)
    try waitForSide(1, atEdge: true)
    hands.turnWheel(8)
    try waitForSide(2, atEdge: true)
    hands.type("0")
    for _ in 0..<4 {
      hands.drag(fromX: middle.x - 180, y: middle.y, toX: middle.x + 180, y: middle.y)
    }
    try watch(for: "another side") {
      try picture()?.name == "Panorama, looking south-west" ? nil : true
    }

    try press("Look Around")
    try waitForViewer(of: "All around")
    XCTAssertLessThan(try zoom(), 100)
    // The button's tooltip has its name.
    hands.move(x: middle.x, y: middle.y)
    try press("Look Around")
    hands.move(x: middle.x, y: middle.y)
    _ = try watch(for: "the panorama") {
      try picture()?.name.hasPrefix("Panorama, looking") == true ? true : nil
    }
    // What has the same shape is no panorama.
    hands.type("Page_Down")
    try waitForViewer(of: "Flat")
    try app.waitForEnd(of: "Look Around")
  }
}
