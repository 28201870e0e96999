import Foundation
import LoopTesting
import TestDesk

/// How long the main thread is held while a list of 100,000 places is opened, searched and sorted.
enum PlacesBenchmark {
  private static let count = 100_000
  private static let rounds = 3

  static func run() throws {
    let desk = try Desk(width: 1000, height: 680)
    defer { desk.clear() }
    let folder = TouristAtDesk.builtProgram("places-benchmark").path
    try? FileManager.default.removeItem(atPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try SampleLibrary.make(count, in: folder)
    var steps: [(name: String, held: [Double], all: [Double])] = []
    for _ in 0..<rounds {
      let program = try desk.start(
        TouristAtDesk.builtProgram("benchmarks").path, ["list-places", folder])
      try watch(for: "the end of the list", seconds: 300) { program.isRunning ? nil : true }
      let lines = program.output.split(separator: "\n").filter { $0.hasPrefix("step\t") }
      guard !lines.isEmpty else { throw DeskError(program.output) }
      for (number, line) in lines.enumerated() {
        let parts = line.split(separator: "\t")
        if steps.count <= number { steps.append((String(parts[1]), [], [])) }
        steps[number].held.append(Double(parts[2])!)
        steps[number].all.append(Double(parts[3])!)
      }
    }
    print("the list of \(count) places; the longest that the main thread is held (aim: 16 ms):")
    for step in steps {
      print(
        "  \(step.name): \(milliseconds(step.held, digits: 1)), done after \(milliseconds(step.all))"
      )
    }
  }
}
