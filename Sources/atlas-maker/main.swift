import Atlas
import Foundation

// Makes the files of the offline map from their sources.

guard (3...4).contains(CommandLine.arguments.count) else {
  FileHandle.standardError.write(
    Data("usage: atlas-maker SOURCE_FOLDER OUTPUT_FOLDER [FILE]\n".utf8))
  exit(2)
}
let (sources, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
let wanted = CommandLine.arguments.dropFirst(3).first

/// Makes a file, unless only another one is wanted.
func write(_ file: @autoclosure () throws -> [UInt8], _ name: String) throws {
  guard wanted == nil || wanted == name else { return }
  try Data(file()).write(to: URL(fileURLWithPath: output).appendingPathComponent(name))
}

try write(
  OutlineFile.file.encoded(OutlineMaker(sources: sources).content()), "outlines.atlas")
try write(
  LandscapeFile.file.encoded(LandscapeMaker(sources: sources).content()), "landscape.atlas")
try write(
  LandmarkFile.file.encoded(LandmarkMaker(sources: sources).content()), "landmarks.atlas")
try write(GazetteerMaker.make(from: sources), "gazetteer.atlas")
try write(TimeZoneFile.file.encoded(TimeZoneMaker(sources: sources).content()), "timezones.atlas")
