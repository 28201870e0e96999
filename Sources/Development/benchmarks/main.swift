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

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "bare-map": BareMap.run(tiles: arguments[1])
case "pan-map": PanningMap.run(pins: Int(arguments[1])!)
case "move-map":
  MovingMap.run(
    MovingMap.Kind(rawValue: arguments[1])!, MovingMap.Motion(rawValue: arguments[2])!,
    tiles: arguments[3], library: arguments[4])
case "scroll-album": ScrollingAlbum.run(folder: arguments[1], cells: Int(arguments[2])!)
case "list-places": ListedPlaces.run(folder: arguments[1])
default: break
}

let measurements: [(name: String, run: () throws -> Void)] = [
  ("start", StartBenchmark.run),
  ("pins", PinBenchmark.run),
  ("motion", MotionBenchmark.run),
  ("globe", GlobeBenchmark.run),
  ("found", FoundBenchmark.run),
  ("pan", PanBenchmark.run),
  ("atlas", AtlasBenchmark.run),
  ("tiles", TileFileBenchmark.run),
  ("sphere", SphereBenchmark.run),
  ("choosing", ChoosingBenchmark.run),
  ("album", AlbumBenchmark.run),
  ("scroll", ScrollBenchmark.run),
  ("downloads", DownloadBenchmark.run),
  ("import", ImportBenchmark.run),
  ("places", PlacesBenchmark.run),
]
let wanted = Set(arguments)
var took: [String] = []
var haveAllEnded = true
for measurement in measurements where wanted.isEmpty || wanted.contains(measurement.name) {
  say("measuring \(measurement.name)")
  do {
    let seconds = try duration(of: measurement.run)
    took.append("\(measurement.name) \(Int(seconds)) s")
  } catch {
    print("\(measurement.name) has failed: \(error)")
    haveAllEnded = false
  }
}
print("took: \(took.joined(separator: ", "))")
exit(haveAllEnded ? 0 : 1)
