import Foundation
import LoopTesting
import TestDesk

/// How long the main thread is busy while a list of 100,000 places is opened, searched and sorted.
enum PlacesBenchmark {
  private static let count = 100_000
  private static let rounds = 3

  static func run() throws {
    let desk = try Desk(width: 1000, height: 680)
    defer { desk.clear() }
    let few = try steps(with: 10, on: desk)
    print("the list of \(count) places; the longest that the main thread is held (aim: 16 ms):")
    for (number, step) in try steps(with: count, on: desk).enumerated() {
      let peer = number == 0 ? ", with ten places \(milliseconds(few[0].held, digits: 1))" : ""
      print(
        "  \(step.name): \(milliseconds(step.held, digits: 1))\(peer), done after \(milliseconds(step.all))"
      )
    }
  }

  private struct Step {
    let name: String
    /// The longest time in which the main thread was busy, and the time until everything was shown,
    /// in each round.
    var held: [Double] = [], all: [Double] = []
  }

  private static func steps(with count: Int, on desk: Desk) throws -> [Step] {
    let folder = TouristAtDesk.builtProgram("places-benchmark").path
    try? FileManager.default.removeItem(atPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try SampleLibrary.make(count, in: folder)
    var steps: [Step] = []
    try takeRounds(rounds, of: "\(count) places", within: 30) {
      let program = try desk.start(
        TouristAtDesk.builtProgram("benchmarks").path, ["list-places", folder],
        // Without a graphics card, OpenGL compiles its shaders during the first frames.
        environment: ["GSK_RENDERER": "cairo"])
      try watch(for: "the end of the list", seconds: 300) { program.isRunning ? nil : true }
      let lines = program.output.split(separator: "\n").filter { $0.hasPrefix("step\t") }
      guard !lines.isEmpty else { throw DeskError(program.output) }
      for (number, line) in lines.enumerated() {
        let parts = line.split(separator: "\t")
        if steps.count <= number { steps.append(Step(name: String(parts[1]))) }
        steps[number].held.append(Double(parts[2])!)
        steps[number].all.append(Double(parts[3])!)
      }
    }
    return steps
  }
}
