import Atlas
import Foundation

// Makes the files of the offline map from their sources: all of them, or some by their names.

guard CommandLine.arguments.count >= 3 else {
  FileHandle.standardError.write(
    Data("usage: atlas-maker SOURCE_FOLDER OUTPUT_FOLDER [NAME ...]\n".utf8))
  exit(2)
}
let (sources, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
let chosen = Set(CommandLine.arguments.dropFirst(3))

func isWanted(_ name: String) -> Bool { chosen.isEmpty || chosen.contains(name) }

func write(_ name: String, of group: String? = nil, _ file: () throws -> [UInt8]) throws {
  guard isWanted(group ?? name) else { return }
  try Data(file()).write(to: URL(fileURLWithPath: output).appendingPathComponent("\(name).atlas"))
}

try write("outlines") { try Outlines.file.encoded(OutlineMaker(sources: sources).content()) }
try write("landscape") {
  try Landscape.file.encoded(LandscapeMaker(sources: sources).content())
}
try write("relief") { try Relief.file.encoded(ReliefMaker.planes(sources: sources)) }
try write("landmarks") { try Landmarks.file.encoded(LandmarkMaker(sources: sources).content()) }
try write("gazetteer") { try GazetteerMaker.make(from: sources) }
try write("timezones") { try TimeZones.file.encoded(TimeZoneMaker(sources: sources).content()) }
// They name the features in the files above.
if isWanted("names") {
  let names = try NamesMaker(sources: sources, made: output)
  for language in NamesMaker.languages {
    try write("names-\(language)", of: "names") {
      LocalNames.file.encoded(names.content(in: language))
    }
  }
}
