import Atlas
import Foundation

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: atlas-maker SOURCE_FOLDER OUTPUT_FOLDER\n".utf8))
  exit(2)
}
let (sources, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
let outlines = try OutlineMaker(sources: sources).content()
try Data(OutlineFile.file.encoded(outlines))
  .write(to: URL(fileURLWithPath: "\(output)/outlines.atlas"))
// The gazetteer's maker is called here.
