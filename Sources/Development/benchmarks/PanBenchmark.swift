import Foundation
import TestDesk

/// The time for a frame of panning the offline map with many pins, compared with no pins.
enum PanBenchmark {
  private static let rounds = 3

  static func run() throws {
    let desk = try Desk(width: 1000, height: 680)
    defer { desk.clear() }
    print("panning by 8 pixels a frame, the middle and the 95th percentile of 240 frames, in turn:")
    let counts = [0, 1_000, 100_000, 1_000_000]
    var samples: [Int: [(middle: Double, late: Double)]] = [:]
    try takeRounds(rounds, within: 90) {
      for pins in counts { samples[pins, default: []].append(try sample(desk, pins: pins)) }
    }
    for pins in counts {
      let ratios = zip(samples[pins]!, samples[0]!).map { $0.middle / $1.middle }
      print(
        "  \(pins) pins: \(milliseconds(samples[pins]!.map(\.middle), digits: 1)), "
          + "95 %: \(milliseconds(samples[pins]!.map(\.late), digits: 1)), "
          + "\(summary(ratios)) times that without pins (aim: 1.2)")
    }
  }

  private static func sample(_ desk: Desk, pins: Int) throws -> (middle: Double, late: Double) {
    let times = try desk.figures(of: ["pan-map", "\(pins)"], count: 3)
    return (times[0], times[1])
  }
}
