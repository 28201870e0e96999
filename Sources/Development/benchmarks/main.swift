import Foundation
import Imaging
import TestDesk

// Measures the program against its peers on this machine, as ratios within one run.
//
// usage: benchmarks [NAME ...]

// Pictures are read in other processes, as in the program; the variable shows what that costs.
if ProcessInfo.processInfo.environment["WITHOUT_READERS"] == nil {
  PictureReaders.begin(program: TouristAtDesk.stagedProgram.path)
}

if CommandLine.arguments.dropFirst().first == "bare-map" {
  BareMap.run(tiles: CommandLine.arguments[2])
}

if CommandLine.arguments.dropFirst().first == "pan-map" {
  PanningMap.run(pins: Int(CommandLine.arguments[2])!)
}

if CommandLine.arguments.dropFirst().first == "move-map" {
  MovingMap.run(
    MovingMap.Kind(rawValue: CommandLine.arguments[2])!,
    MovingMap.Motion(rawValue: CommandLine.arguments[3])!, tiles: CommandLine.arguments[4],
    library: CommandLine.arguments[5])
}

if CommandLine.arguments.dropFirst().first == "scroll-album" {
  ScrollingAlbum.run(
    folder: CommandLine.arguments[2], cells: Int(CommandLine.arguments[3])!)
}

if CommandLine.arguments.dropFirst().first == "list-places" {
  ListedPlaces.run(folder: CommandLine.arguments[2])
}

let measurements: [(name: String, run: () throws -> Void)] = [
  ("start", StartBenchmark.run),
  ("pins", PinBenchmark.run),
  ("motion", MotionBenchmark.run),
  ("globe", GlobeBenchmark.run),
  ("pan", PanBenchmark.run),
  ("atlas", AtlasBenchmark.run),
  ("choosing", ChoosingBenchmark.run),
  ("album", AlbumBenchmark.run),
  ("scroll", ScrollBenchmark.run),
  ("downloads", DownloadBenchmark.run),
  ("import", ImportBenchmark.run),
  ("places", PlacesBenchmark.run),
]
let wanted = Set(CommandLine.arguments.dropFirst())
var took: [String] = []
for measurement in measurements where wanted.isEmpty || wanted.contains(measurement.name) {
  let clock = ContinuousClock()
  say("measuring \(measurement.name)")
  let time = try clock.measure { try measurement.run() }
  took.append("\(measurement.name) \(time.components.seconds) s")
}
print("took: \(took.joined(separator: ", "))")
