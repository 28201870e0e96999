import Foundation
import TestDesk
import XCTest

extension Walkthrough {
  /// A part of the screen that shows what is wanted, and changes no more.
  ///
  /// A program that waits for a processor changes nothing either, but it does not sleep.
  func pictureAtRest(
    x: Int, y: Int, width: Int, height: Int, file: StaticString = #filePath, line: UInt = #line,
    _ isWanted: (Picture) -> Bool = { _ in true }
  ) throws -> Picture {
    try watch(for: "a picture at rest", file: file, line: line) {
      let first = try screen.look(x: x, y: y, width: width, height: height)
      guard program.isAsleep else { return nil }
      hands.rest(seconds: 0.3)
      let second = try screen.look(x: x, y: y, width: width, height: height)
      return program.isAsleep && first == second && isWanted(second) ? second : nil
    }
  }
}

extension Hands {
  /// Presses, and moves at once so far that a busy machine cannot make it a long press.
  func beginDrag(fromX x: Double, y: Double, toX endX: Double) {
    move(x: x, y: y)
    together {
      press()
      move(x: endX, y: y)
    }
  }

  /// More pixels than a long press may move.
  static let dragBegin = 12.0
}

extension Program {
  /// Whether all of its threads sleep: none works, or waits for a processor.
  var isAsleep: Bool {
    processes.allSatisfy { id in
      let folder = "/proc/\(id)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return threads.allSatisfy { thread in
        // One that has ended works no more.
        guard let line = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
        else { return true }
        // Its name, which comes first, may hold anything.
        return line.split(separator: ")").last?.hasPrefix(" S ") == true
      }
    }
  }
}
