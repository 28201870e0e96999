import Foundation

// Usage: atlas-maker INPUT OUTPUT, two folders: the tables to read, and where the files go.
let (input, output) = (CommandLine.arguments[1], CommandLine.arguments[2])

func write(_ file: [UInt8], _ name: String) throws {
  try Data(file).write(to: URL(fileURLWithPath: output).appendingPathComponent(name))
}

try write(GazetteerMaker.make(from: "\(input)/geonames-cities15000.tsv"), "gazetteer.atlas")
