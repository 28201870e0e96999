import Foundation
import TestDesk
import TestSupport
import TravelModel
import XCTest

/// A day of somebody who drops pins faster than their photos come, and leaves the program meanwhile.
final class DayTests: AlbumWalkthrough {
  /// Whether what was typed last has had its effect.
  private var isDone: () -> Bool = { true }

  func testAtTheEndOfADayEveryPinHasItsAlbum() throws {
    for seed: UInt64 in 1...3 {
      var numbers = SeededNumbers(seed: seed)
      for part in 0..<3 {
        try begin(commons: "delay=300", count: 3)
        isDone = { true }
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
      try watch(for: "an album of each pin", seconds: 120) {
        let pins = try? rows(
          """
          SELECT (SELECT count(*) FROM photo WHERE pin_id = pin.id AND state = 'stored')
          FROM pin WHERE removed_at IS NULL
          """)
        return pins.map { !$0.isEmpty && $0.allSatisfy { $0 == ["3"] } } == true ? true : nil
      }
      // What a power cut leaves without a row is set aside after the next start.
      try watch(for: "no file besides those of photos") {
        try photoFiles() == savedPaths() ? true : nil
      }
      try quit()
      try FileManager.default.removeItem(at: person.libraryFolder)
    }
  }

  /// Does something that a person does, and waits for no photo.
  private func act(_ numbers: inout SeededNumbers) throws {
    let choice = Int.random(in: 0..<6, using: &numbers)
    // A pin that is being taken away must not be looked for.
    if choice == 0 { _ = try? watch(for: "the effect", seconds: 5) { isDone() ? true : nil } }
    switch choice {
    case 0 where !pinButtons().isEmpty:
      try openAlbum()
      if Bool.random(using: &numbers) {
        hands.type("F2")
        _ = try app.waitFor("Name of the Place")
        hands.type(text: "home")
      }
      try press("Back")
      _ = try app.waitFor("Map")
    case 1:
      let before = stepCount()
      hands.type("z", holding: "Control_L")
      isDone = { [unowned self] in before == 0 || stepCount() < before }
    default:
      for _ in 0..<3 {
        hands.type(["Left", "Right", "Up", "Down"].randomElement(using: &numbers)!)
      }
      let before = stepCount()
      hands.type("n", holding: "Control_L", "Shift_L")
      isDone = { [unowned self] in stepCount() > before }
    }
  }

  /// How many steps can be undone.
  private func stepCount() -> Int {
    (try? rows("SELECT 1 FROM undo_step WHERE NOT is_undone"))?.count ?? 0
  }
}
