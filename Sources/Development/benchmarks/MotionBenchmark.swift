import Foundation
import TestDesk

/// The processor time for a frame of a moving map, compared with a bare map that moves in the same
/// way.
enum MotionBenchmark {
  private static let rounds = 2
  private static let kinds = [MovingMap.Kind.bare, .tiles, .offline]

  static func run() throws {
    let person = try TouristAtDesk(width: 1000, height: 680)
    defer { person.clear() }
    print("processor time of a frame while the map moves, in turn:")
    for renderer in ["cairo", "gl"] {
      // Where OpenGL is drawn by the processor, as on most machines that build, a frame takes so
      // long that one motion is enough.
      for motion in renderer == "cairo" ? MovingMap.Motion.allCases : [.drag] {
        var times: [MovingMap.Kind: [(all: Double, main: Double)]] = [:]
        try takeRounds(rounds, of: "\(motion) with \(renderer)", within: 30) {
          for kind in kinds {
            times[kind, default: []].append(try sample(person, kind, motion, renderer))
          }
        }
        let bare = times[.bare]!
        for kind in kinds where kind != .bare {
          let ours = times[kind]!
          let ratios = zip(ours, bare).map { $0.all / $1.all }
          print(
            "  \(motion) with \(renderer), \(kind): \(milliseconds(ours.map(\.all), digits: 1)),",
            "bare map \(milliseconds(bare.map(\.all), digits: 1)),",
            "ratio \(summary(ratios)) (aim: 1.2);",
            "of it the main thread \(milliseconds(ours.map(\.main), digits: 1)),",
            "bare map \(milliseconds(bare.map(\.main), digits: 1))")
        }
      }
    }
  }

  /// The processor time for a frame, in all threads and in the main thread.
  static func sample(
    _ person: TouristAtDesk, _ kind: MovingMap.Kind, _ motion: MovingMap.Motion, _ renderer: String
  ) throws -> (all: Double, main: Double) {
    let times = try person.desk.figures(
      of: [
        "move-map", kind.rawValue, motion.rawValue,
        "\(person.services.address)/tiles/{z}/{x}/{y}.png", person.libraryFolder.path,
      ], count: 2, environment: ["GSK_RENDERER": renderer])
    return (times[0], times[1])
  }
}
