import Foundation
import TestDesk

/// What a frame of panning the offline map takes with many pins, beside the map without any.
enum PanBenchmark {
  private static let rounds = 3

  static func run() throws {
    let desk = try Desk(width: 1000, height: 680)
    defer { desk.clear() }
    print("panning by 8 pixels a frame, the middle and the 95th percentile of 240 frames:")
    var empty: [(Double, Double)] = []
    for (name, pins) in [("no pins", 0), ("1,000 pins", 1_000), ("100,000 pins", 100_000)] {
      let samples = try (0..<rounds).map { _ in try sample(desk, pins: pins) }
      if empty.isEmpty { empty = samples }
      let ratios = zip(samples, empty).map { $0.0 / $1.0 }
      print(
        "  \(name): \(milliseconds(samples.map(\.0))), 95 %: \(milliseconds(samples.map(\.1))), ",
        "\(summary(ratios)) times that without pins (aim: 1.2)")
    }
  }

  private static func sample(_ desk: Desk, pins: Int) throws -> (Double, Double) {
    let program = try desk.start(
      TouristAtDesk.builtProgram("benchmarks").path,
      ["pan-map", "\(pins)"])
    _ = try program.waitForExit()
    let numbers = program.output.split(separator: "\n").last?.split(separator: " ").compactMap {
      Double($0)
    }
    guard let numbers, numbers.count == 3 else { throw DeskError(program.output) }
    return (numbers[0], numbers[1])
  }
}
