import Desk
import Foundation

/// What a frame of a moving map takes, beside a bare map that moves in the same way.
enum MotionBenchmark {
  private static let rounds = 5

  static func run() throws {
    let person = try TouristAtDesk(width: 1000, height: 680)
    defer { person.clear() }
    print("processor time of a frame while the map moves, \(rounds) rounds in turn:")
    for renderer in ["cairo", "gl"] {
      for motion in MovingMap.Motion.allCases {
        var times: [MovingMap.Kind: [Double]] = [:]
        for _ in 0..<rounds {
          for kind in MovingMap.Kind.allCases {
            times[kind, default: []].append(try sample(person, kind, motion, renderer))
          }
        }
        let bare = times[.bare]!
        for kind in MovingMap.Kind.allCases where kind != .bare {
          let ratios = zip(times[kind]!, bare).map { $0 / $1 }
          print(
            "  \(motion) with \(renderer), \(kind): \(milliseconds(times[kind]!, digits: 1)),",
            "bare map \(milliseconds(bare, digits: 1)), ratio \(summary(ratios)) (aim: 1.2)")
        }
      }
    }
  }

  private static func sample(
    _ person: TouristAtDesk, _ kind: MovingMap.Kind, _ motion: MovingMap.Motion, _ renderer: String
  ) throws -> Double {
    let program = try person.desk.start(
      TouristAtDesk.builtProgram("benchmarks").path,
      [
        "move-map", kind.rawValue, motion.rawValue,
        "\(person.services.address)/tiles/{z}/{x}/{y}.png",
      ], environment: ["GSK_RENDERER": renderer])
    try watch(for: "the end of the motion", seconds: 120) { program.isRunning ? nil : true }
    guard let time = program.output.split(separator: "\n").last.flatMap({ Double($0) }) else {
      throw DeskError(program.output)
    }
    return time
  }
}
