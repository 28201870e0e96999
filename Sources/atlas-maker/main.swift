import Atlas
import Foundation

// Makes the files of the offline map from their sources.

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: atlas-maker SOURCE_FOLDER OUTPUT_FOLDER\n".utf8))
  exit(2)
}
let (sources, output) = (CommandLine.arguments[1], CommandLine.arguments[2])

func write(_ file: [UInt8], _ name: String) throws {
  try Data(file).write(to: URL(fileURLWithPath: output).appendingPathComponent(name))
}

try write(
  OutlineFile.file.encoded(OutlineMaker(sources: sources).content()), "outlines.atlas")
try write(
  LandscapeFile.file.encoded(LandscapeMaker(sources: sources).content()), "landscape.atlas")
try write(
  LandmarkFile.file.encoded(LandmarkMaker(sources: sources).content()), "landmarks.atlas")
try write(GazetteerMaker.make(from: sources), "gazetteer.atlas")
