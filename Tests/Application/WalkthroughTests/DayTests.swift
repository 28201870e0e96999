import Foundation
import TestDesk
import TestSupport
import TravelModel
import XCTest

/// A day of somebody who drops pins faster than their photos come, and leaves the program meanwhile.
final class DayTests: AlbumWalkthrough {
  func testAtTheEndOfADayEveryPinHasItsAlbum() throws {
    for seed: UInt64 in 1...3 {
      var numbers = SeededNumbers(seed: seed)
      for part in 0..<3 {
        try begin(commons: "delay=300", count: 3)
        for _ in 0..<Int.random(in: 3...5, using: &numbers) { try act(&numbers) }
        switch part {
        case 0: try quit()
        case 1:
          kill(program.id, SIGTERM)
          XCTAssertEqual(try program.waitForExit(), 0)
        default: program.kill()
        }
      }
      try begin(count: 3)
      try watch(for: "an album of each pin", seconds: 30) {
        let pins = try? rows(
          """
          SELECT (SELECT count(*) FROM photo WHERE pin_id = pin.id AND state = 'stored')
          FROM pin WHERE removed_at IS NULL
          """)
        return pins.map { !$0.isEmpty && $0.allSatisfy { $0 == ["3"] } } == true ? true : nil
      }
      XCTAssertEqual(photoFiles(), try savedPaths())
      try quit()
      try FileManager.default.removeItem(at: person.libraryFolder)
    }
  }

  /// Does something that a person does, and waits for no photo.
  private func act(_ numbers: inout SeededNumbers) throws {
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0 where !pinButtons().isEmpty:
      try openAlbum()
      if Bool.random(using: &numbers) {
        hands.type("F2")
        _ = try app.waitFor("Name of the Place")
        hands.type(text: "home")
      }
      try press("Back")
      _ = try app.waitFor("Map")
    case 1: hands.type("z", holding: "Control_L")
    default:
      for _ in 0..<3 {
        hands.type(["Left", "Right", "Up", "Down"].randomElement(using: &numbers)!)
      }
      hands.type("n", holding: "Control_L", "Shift_L")
    }
  }
}
