import Foundation
import TestDesk
import TravelModel
import XCTest

/// Whether eyes that are not the best tell what shows from its ground, measured from the screen.
final class ContrastTests: AlbumWalkthrough {
  /// As the Web Content Accessibility Guidelines ask of text, and of signs and rings.
  private let (text, sign) = (4.5, 3.0)

  func testTextsSignsAndRingsStandOutFromTheirGrounds() throws {
    for scheme in ["prefer-light", "prefer-dark"] {
      try start(
        at: view, settings: ["click-explained": "true"],
        environment: ["ADW_DEBUG_COLOR_SCHEME": scheme])
      try lookAtMap(scheme)
      try lookAtSearch(scheme)
      if scheme == "prefer-light" { hands.type("n", holding: "Control_L", "Shift_L") }
      try waitForPins(1)
      hands.type("F9")
      let count = try stillFrame(of: "the number of places") { try $0.name.hasPrefix("1 place") }
      expect(text, "a caption, \(scheme)", in: count)
      hands.type("F9")
      try watch(for: "the end of the list") {
        app.all { try $0.name.hasPrefix("1 place") && $0.frame.width > 1 }.isEmpty ? true : nil
      }
      try openAlbum()
      let title = try stillFrame(of: "the title") { try $0.name.hasPrefix("Rename ") }
      let part = title.height * 0.4
      expect(
        text, "coordinates below a title, \(scheme)",
        in: (title.x, title.y + title.height - part, title.width, part))
      try quit()
    }
  }

  private func lookAtMap(_ scheme: String) throws {
    // It begins with text that is no link.
    let credit = try stillFrame(of: "the credit") { try $0.name.contains("OpenStreetMap") }
    expect(
      text, "links of the credit, \(scheme)",
      in: (credit.x + credit.width * 0.6, credit.y, credit.width * 0.4, credit.height))
    try goByKeys(to: "Zoom In")
    let button = try stillFrame(of: "Zoom In")
    expect(
      sign, "the ring of a zoom button, \(scheme)",
      in: (button.x - 6, button.y + button.height / 2, 6, 1))
  }

  private func lookAtSearch(_ scheme: String) throws {
    hands.type("f", holding: "Control_L")
    let entry = try stillFrame(of: "Search places")
    // Neither the picture before it nor the cursor.
    expect(
      text, "what is to be typed, \(scheme)",
      in: (entry.x + 40, entry.y + 5, 60, entry.height - 10))
    hands.type(text: "reykj")
    let row = try stillFrame(of: "what was found") {
      try $0.role == "list item" && $0.name == "Reykjavík, Iceland"
    }
    // What GTK 4.8 tells of a row is the room within its padding.
    let list = try stillFrame(of: "Places found")
    expect(sign, "a selected row, \(scheme)", in: (list.x, row.y + row.height / 2, 8, 1))
    hands.type("Escape")
    try watch(for: "the list to close") {
      try app.all { try $0.name == "Reykjavík, Iceland" }.allSatisfy { try $0.frame.height == 0 }
        ? true : nil
    }
  }

  /// Asserts that something in a part of the screen soon stands out by so much.
  private func expect(
    _ least: Double, _ what: String, in frame: Frame, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    var seen = 0.0
    _ = try? watch(for: what) { () -> Bool? in
      seen = try contrast(in: frame)
      return seen >= least ? true : nil
    }
    XCTAssertGreaterThanOrEqual(seen, least, what, file: file, line: line)
  }

  /// The greatest contrast to the colour that most of a part of the screen has.
  private func contrast(in frame: Frame) throws -> Double {
    let (width, height) = (max(1, Int(frame.width)), max(1, Int(frame.height)))
    let picture = try screen.look(
      x: Int(frame.x), y: Int(frame.y), width: width, height: height)
    var counts: [UInt32: Int] = [:]
    for place in 0..<width * height {
      counts[picture[place % width, place / width], default: 0] += 1
    }
    let ground = luminance(try XCTUnwrap(counts.max { $0.value < $1.value }).key)
    return counts.keys.map { color in
      let other = luminance(color)
      return (max(ground, other) + 0.05) / (min(ground, other) + 0.05)
    }.max() ?? 1
  }

  /// How bright an eye sees a colour.
  private func luminance(_ color: UInt32) -> Double {
    let parts = [16, 8, 0].map { shift in
      let part = Double(color >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
