import Foundation
import TestDesk
import TravelModel
import TravelStore

/// From the start of the process to a map that is drawn, beside a bare window with the same tiles.
enum StartBenchmark {
  private static let rounds = 7
  private static let pins = 1000

  static func run() throws {
    let person = try TouristAtDesk(width: 1000, height: 680)
    defer { person.clear() }
    try person.writeSettings([
      "map-latitude": "20.0", "map-longitude": "10.0", "map-zoom": "4.0",
    ])
    try fillLibrary(in: person.libraryFolder.path)

    var (ours, bare): ([Double], [Double]) = ([], [])
    var emptyMaps = 0
    // The first round warms the caches of the system and of both programs.
    var isWarm = false
    while ours.count < rounds {
      let time = try startProgram(person)
      // That of libshumate 1.4 sometimes stays empty.
      guard let peer = try? startBareMap(person) else {
        emptyMaps += 1
        guard emptyMaps <= rounds else { throw DeskError("the bare map stays empty") }
        continue
      }
      if isWarm {
        ours.append(time)
        bare.append(peer)
      }
      isWarm = true
    }
    let ratios = zip(ours, bare).map { $0 / $1 }
    print(
      """
      start to a drawn map, \(pins) pins, \(rounds) rounds in turn:
        program \(milliseconds(ours)), bare map \(milliseconds(bare)), \
      ratio \(summary(ratios)) (aim: 1.3)
      """)
    if emptyMaps > 0 { print("  the bare map stayed empty in \(emptyMaps) rounds more") }
  }

  private static func startProgram(_ person: TouristAtDesk) throws -> Double {
    try timeToTiles(person) { try person.start() }
  }

  private static func startBareMap(_ person: TouristAtDesk) throws -> Double {
    try timeToTiles(person) {
      try person.desk.start(
        TouristAtDesk.builtProgram("benchmarks").path,
        ["bare-map", "\(person.services.address)/tiles/{z}/{x}/{y}.png"],
        // As cold as ours: its tiles come from the network, not from a cache of its own.
        environment: [:])
    }
  }

  /// The time until tiles fill the middle of the screen, in seconds.
  private static func timeToTiles(
    _ person: TouristAtDesk, _ start: () throws -> Program
  ) throws -> Double {
    try emptyCaches(of: person)
    let begin = DispatchTime.now().uptimeNanoseconds
    let program = try start()
    defer {
      program.kill()
      _ = try? watch(for: "an empty screen") { person.desk.screen.windows.isEmpty ? true : nil }
    }
    let points = [(x: 300, y: 300), (x: 620, y: 250), (x: 500, y: 500)]
    try watch(for: "a drawn map") {
      points.allSatisfy { isTile(person.desk.screen.color(x: $0.x, y: $0.y)) } ? true : nil
    }
    return Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
  }

  /// Tells the pale blues and greens of the services' tiles from a window without a map.
  private static func isTile(_ color: UInt32) -> Bool {
    let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
    return red > 0x80 && red < 0xD0 && green > 0xB0 && green < 0xD8 && blue > 0xA0 && blue < 0xF0
  }

  private static func emptyCaches(of person: TouristAtDesk) throws {
    let cache = person.desk.home.appendingPathComponent("cache")
    for name in ["virtual-tourist", "shumate"] {
      try? FileManager.default.removeItem(at: cache.appendingPathComponent(name))
    }
  }

  private static func fillLibrary(in folder: String) throws {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let store = try await TravelStore(folder: folder)
      for number in 0..<pins {
        let place = Coordinate(
          latitude: Double(number * 37 % 140) - 70, longitude: Double(number * 71 % 360) - 180)!
        _ = try await store.addPin(at: place, titled: place.readable)
      }
      done.signal()
    }
    done.wait()
  }
}
