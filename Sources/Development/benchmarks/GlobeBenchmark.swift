import Foundation
import LoopTesting
import TestDesk
import TravelModel
import TravelStore

/// The time for a frame of turning the globe, and of dragging the map with names and the line of a
/// trip, compared with the plain offline map.
enum GlobeBenchmark {
  private static let rounds = 2
  private static let kinds = [MovingMap.Kind.offline, .unnamed, .trips, .globe]
  private static let (pins, stops) = (1000, 200)

  static func run() throws {
    let person = try TouristAtDesk(width: 1000, height: 680)
    defer { person.clear() }
    try fillLibrary(in: person.libraryFolder.path)
    print("processor time of a frame of a drag, \(pins) pins, in turn:")
    for renderer in ["cairo", "gl"] {
      var times: [MovingMap.Kind: [(all: Double, main: Double)]] = [:]
      try takeRounds(rounds, of: renderer, within: 45) {
        for kind in kinds {
          times[kind, default: []].append(try MotionBenchmark.sample(person, kind, .drag, renderer))
        }
      }
      for kind in kinds {
        let ratios = zip(times[kind]!, times[.offline]!).map { $0.all / $1.all }
        print(
          "  \(renderer), \(name(of: kind)): \(milliseconds(times[kind]!.map(\.all), digits: 1)),",
          "of it the main thread \(milliseconds(times[kind]!.map(\.main), digits: 1)),",
          "\(summary(ratios)) times the map with names")
      }
    }
  }

  private static func name(of kind: MovingMap.Kind) -> String {
    switch kind {
    case .unnamed: "the map without names"
    case .trips: "with a trip of \(stops) stops"
    case .globe: "the globe turned"
    default: "the map with names"
    }
  }

  /// Adds the pins of the other benchmarks' maps, and a trip through some of them.
  private static func fillLibrary(in folder: String) throws {
    try onMainLoop {
      let store = try await TravelStore(folder: folder)
      var ids: [Pin.ID] = []
      for pin in PinBenchmark.pins(pins) {
        ids.append(try await store.addPin(at: pin.coordinate, titled: pin.title).id)
      }
      _ = try await store.addTrip(
        TripDetails(name: "Around the World"), stops: Array(ids.prefix(stops)))
    }
  }
}
