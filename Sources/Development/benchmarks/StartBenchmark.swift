import Foundation
import TestDesk

/// The time from the start of the process to a drawn map, compared with a bare window with tiles;
/// and memory and processor time, compared with GNOME Maps.
enum StartBenchmark {
  private static let rounds = 5
  private static let pins = 1000
  private static let manyPins = 100_000
  /// An address at which nobody listens.
  private static let noServer = "http://127.0.0.1:9"
  private static let gnomeMaps = "/usr/bin/gnome-maps"

  static func run() throws {
    let person = try TouristAtDesk(width: 1000, height: 680)
    defer { person.clear() }
    try SampleLibrary.make(pins, in: person.libraryFolder.path)
    let view = ["map-latitude": "20.0", "map-longitude": "10.0", "map-zoom": "4.0"]
    try person.writeSettings(view)
    try compareTimes(person, "tiles from a service") { showsTiles(person) }
    try person.writeSettings(view.merging(["tile-source": "'offline'"]) { $1 })
    let map = try settledMap(person, at: land)
    try compareTimes(person, "the offline map") { colors(of: person, at: land) == map }
    try person.writeSettings(view.merging(["tile-url": "'\(noServer)/{z}/{x}/{y}.png'"]) { $1 })
    try compareTimes(person, "no server of tiles") { colors(of: person, at: land) == map }
    try person.writeSettings(view.merging(["tile-source": "'offline'"]) { $1 })
    try compareCosts(person)
    try comparePins(person)
  }

  private static func compareTimes(
    _ person: TouristAtDesk, _ map: String, isDrawn: () -> Bool
  ) throws {
    var (ours, bare): ([Double], [Double]) = ([], [])
    var emptyMaps = 0
    say(map)
    // The first round warms the caches of the system and of both programs.
    var isWarm = false
    while ours.count < rounds {
      let time = try timeToMap(person, isDrawn: isDrawn) { try person.start() }
      // libshumate 1.4 sometimes shows no tiles at all.
      let peer = try? timeToMap(person, isDrawn: { showsTiles(person) }) {
        try startBareMap(person)
      }
      guard let peer else {
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
      start to a drawn map, \(map), \(pins) pins, \(rounds) rounds in turn:
        program \(milliseconds(ours)), bare map \(milliseconds(bare)), \
      ratio \(summary(ratios)) (aim: 1.3)
      """)
    if emptyMaps > 0 { print("  the bare map stayed empty in \(emptyMaps) rounds more") }
  }

  private static func startBareMap(_ person: TouristAtDesk) throws -> Program {
    try person.desk.start(
      TouristAtDesk.builtProgram("benchmarks").path,
      ["bare-map", "\(person.services.address)/tiles/{z}/{x}/{y}.png"],
      // Without a cache of tiles, as in the program's own run.
      environment: [:])
  }

  /// Compares very many pins with none, each until the screen does not change any more.
  private static func comparePins(_ person: TouristAtDesk) throws {
    let folder = person.libraryFolder
    try FileManager.default.removeItem(at: folder)
    let libraries = try [0, manyPins].map { count in
      let library = person.desk.home.appendingPathComponent("library-\(count)")
      try SampleLibrary.make(count, in: library.path)
      return library
    }
    func use<Result>(_ library: Int, _ work: () throws -> Result) throws -> Result {
      try FileManager.default.moveItem(at: libraries[library], to: folder)
      defer { try? FileManager.default.moveItem(at: folder, to: libraries[library]) }
      return try work()
    }
    say("\(manyPins) pins and none")
    let maps = try libraries.indices.map { try use($0) { try settledMap(person, at: grid) } }
    let times = try (0..<rounds).map { _ in
      try libraries.indices.map { library in
        try use(library) {
          try timeToMap(person, isDrawn: { colors(of: person, at: grid) == maps[library] }) {
            try person.start()
          }
        }
      }
    }
    print(
      """
      start to a settled offline map, \(manyPins) pins and none, \(rounds) rounds in turn:
        \(milliseconds(times.map { $0[1] })), \(milliseconds(times.map { $0[0] })), \
      ratio \(summary(times.map { $0[1] / $0[0] })) (aim: 1.3)
      """)
  }

  /// Points on the screen where the map has land and no name.
  private static let land = [(x: 300, y: 300), (x: 620, y: 250), (x: 480, y: 345)]
  /// Points all over the map, whose colours show when it is drawn with its pins.
  private static let grid = stride(from: 60, to: 660, by: 60).flatMap { y in
    stride(from: 20, to: 980, by: 60).map { x in (x: x, y: y) }
  }

  /// The time until the map fills the middle of the screen, in seconds.
  private static func timeToMap(
    _ person: TouristAtDesk, isDrawn: () -> Bool, _ start: () throws -> Program
  ) throws -> Double {
    try emptyCaches(of: person)
    let begin = now()
    let program = try start()
    defer { end(program, of: person) }
    try watch(for: "a drawn map") { isDrawn() ? true : nil }
    return now() - begin
  }

  private static func end(_ program: Program, of person: TouristAtDesk) {
    program.kill()
    _ = try? watch(for: "an empty screen") { person.desk.screen.windows.isEmpty ? true : nil }
  }

  private static func colors(of person: TouristAtDesk, at points: [(x: Int, y: Int)]) -> [UInt32] {
    points.map { person.desk.screen.color(x: $0.x, y: $0.y) }
  }

  /// The colours of the offline map once nothing changes any more.
  private static func settledMap(
    _ person: TouristAtDesk, at points: [(x: Int, y: Int)]
  ) throws -> [UInt32] {
    let program = try person.start()
    defer { end(program, of: person) }
    try watch(for: "a window") { person.desk.screen.windows.isEmpty ? nil : true }
    sleep(3)
    return colors(of: person, at: points)
  }

  /// Whether some points have the pale blues and greens of the services' tiles, which a window
  /// without a map has not.
  private static func showsTiles(_ person: TouristAtDesk) -> Bool {
    land.allSatisfy { point in
      let color = person.desk.screen.color(x: point.x, y: point.y)
      let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
      return red > 0x80 && red < 0xD0 && green > 0xB0 && green < 0xD8 && blue > 0xA0 && blue < 0xF0
    }
  }

  /// Compares memory and processor time without a network, some seconds after the start.
  private static func compareCosts(_ person: TouristAtDesk) throws {
    guard FileManager.default.isExecutableFile(atPath: gnomeMaps) else {
      return print("  GNOME Maps is not installed: memory and processor time have no peer")
    }
    var (ours, bare, theirs): ([Cost], [Cost], [Cost]) = ([], [], [])
    for _ in 0..<3 {
      say("memory and processor time")
      ours.append(try cost(person) { try person.start() })
      // The least that a program with libshumate's map can take.
      bare.append(try cost(person) { try startBareMap(person) })
      theirs.append(try cost(person) { try person.desk.start(gnomeMaps, []) })
    }
    func show(_ name: String, _ value: KeyPath<Cost, Double>, _ aim: Double, _ unit: String) {
      let ratios = zip(ours, theirs).map { $0[keyPath: value] / $1[keyPath: value] }
      print(
        "  \(name): program \(summary(ours.map { $0[keyPath: value] })) \(unit), "
          + "bare map \(summary(bare.map { $0[keyPath: value] })) \(unit), "
          + "GNOME Maps \(summary(theirs.map { $0[keyPath: value] })) \(unit), "
          + "ratio \(summary(ratios)) (aim: \(aim))")
    }
    show("memory of its own", \.memory, 0.8, "MB")
    show("processor time", \.time, 0.5, "s")
  }

  private struct Cost {
    var memory = 0.0
    var time = 0.0
  }

  private static func cost(_ person: TouristAtDesk, _ start: () throws -> Program) throws -> Cost {
    try emptyCaches(of: person)
    let program = try start()
    defer { end(program, of: person) }
    try watch(for: "a window") { person.desk.screen.windows.isEmpty ? nil : true }
    sleep(5)
    var cost = Cost()
    for id in program.processes {
      let memory = (try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8)) ?? ""
      cost.memory += (memory.firstMatch(of: /Pss: +(\d+)/).flatMap { Double($0.1) } ?? 0) / 1024
      let times = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
      // The 12th and 13th fields after the name, which may contain spaces: ticks in user and in
      // kernel mode.
      let fields = times.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12 else { continue }
      cost.time += (Double(fields[11])! + Double(fields[12])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
    return cost
  }

  private static func emptyCaches(of person: TouristAtDesk) throws {
    let cache = person.desk.home.appendingPathComponent("cache")
    for name in ["virtual-tourist", "shumate"] {
      try? FileManager.default.removeItem(at: cache.appendingPathComponent(name))
    }
  }
}
