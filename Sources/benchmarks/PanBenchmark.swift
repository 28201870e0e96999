import Desk
import Foundation

/// What a frame of panning takes, with many pins and with the carried world, beside the empty map.
enum PanBenchmark {
  private static let rounds = 3

  static func run() throws {
    let desk = try Desk(width: 1000, height: 680)
    defer { desk.clear() }
    print("panning by 8 pixels a frame, the middle and the 95th percentile of 240 frames:")
    var empty: [(Double, Double)] = []
    for (name, pins, world) in [
      ("empty map", 0, false), ("1,000 pins", 1_000, false), ("100,000 pins", 100_000, false),
      ("carried world", 0, true), ("carried world, 100,000 pins", 100_000, true),
    ] {
      let samples = try (0..<rounds).map { _ in try sample(desk, pins: pins, carriedWorld: world) }
      if empty.isEmpty { empty = samples }
      let ratios = zip(samples, empty).map { $0.0 / $1.0 }
      print(
        "  \(name): \(milliseconds(samples.map(\.0))), 95 %: \(milliseconds(samples.map(\.1))), ",
        "\(summary(ratios)) times the empty map")
    }
  }

  private static func sample(
    _ desk: Desk, pins: Int, carriedWorld: Bool
  ) throws -> (Double, Double) {
    let program = try desk.start(
      TouristAtDesk.builtProgram("benchmarks").path,
      ["pan-map", "\(pins)", carriedWorld ? "world" : "plain"])
    _ = try program.waitForExit()
    let numbers = program.output.split(separator: "\n").last?.split(separator: " ").compactMap {
      Double($0)
    }
    guard let numbers, numbers.count == 3 else { throw DeskError(program.output) }
    return (numbers[0], numbers[1])
  }
}
