import Foundation
import TestDesk
import TestSupport
import TravelModel

/// The time to import many places from a file into a new library, compared with GDAL's `ogr2ogr`,
/// which writes them into an SQLite database.
enum ImportBenchmark {
  private static let count = 100_000
  private static let rounds = 5

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "import-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("places.gpx").path
    try write(to: file)
    var ratios: [Double] = []
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for round in 0..<rounds {
      say("round \(round + 1) of \(rounds)")
      let home = folder.appendingPathComponent("home\(round)").path
      let ours = try time(
        TouristAtDesk.stagedProgram.path, ["--import", file],
        [
          "XDG_DATA_HOME": "\(home)/data", "XDG_CACHE_HOME": "\(home)/cache",
          "XDG_CONFIG_HOME": "\(home)/config", "GSETTINGS_BACKEND": "memory",
          "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        ])
      let theirs = try time(
        "/usr/bin/ogr2ogr", ["-f", "SQLite", "\(home)/ogr.sqlite", file, "waypoints"], [:])
      times.ours.append(ours.seconds)
      times.theirs.append(theirs.seconds)
      ratios.append(ours.seconds / theirs.seconds)
      if round == rounds - 1 {
        print(
          """
          \(count) places from a GPX file into a new library, beside ogr2ogr's into SQLite:
            \(summary(ratios)) times as long (aim: 1.0): \(milliseconds(times.ours)), \
          ogr2ogr \(milliseconds(times.theirs)); \
          memory at most \(ours.memory) MB, ogr2ogr \(theirs.memory) MB
          """)
      }
    }
  }

  /// Writes places in GPX, as programs for journeys do.
  private static func write(to file: String) throws {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"bench\""
    text += " xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
    for pin in PinBenchmark.pins(count) {
      let place = pin.coordinate
      text += """
        <wpt lat="\(place.latitude)" lon="\(place.longitude)"><ele>12.5</ele>
        <time>2024-05-06T07:08:09Z</time><name>Place \(pin.title)</name>
        <desc>Seen from the road, number \(pin.title)</desc><sym>Flag</sym></wpt>

        """
    }
    try (text + "</gpx>\n").write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// Runs a program to its end; returns the seconds, and the most memory it has taken, in MB.
  private static func time(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (seconds: Double, memory: Int) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    if let data = environment["XDG_DATA_HOME"] {
      try FileManager.default.createDirectory(
        atPath: (data as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    }
    let begin = now()
    try process.run()
    var peak = 0
    while process.isRunning {
      peak = max(peak, memory("VmHWM", of: "\(process.processIdentifier)"))
      usleep(2000)
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw DeskError("\(program) has failed") }
    return (now() - begin, peak >> 10)
  }
}
