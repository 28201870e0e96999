import Files
import Foundation
import TestFiles
import TestSupport
import TravelModel

@testable import PlaceFiles

/// Reads a file with some bytes.
func read(_ bytes: [UInt8]) throws -> PlaceList {
  let folder = TemporaryFolder()
  let path = folder.newPath()
  try IncomingFile(path: path).append(bytes)
  return try PlaceList(file: path)
}

func read(_ text: String) throws -> PlaceList { try read(Array(text.utf8)) }

/// The bytes of a text in UTF-16 with a mark.
func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
  ("\u{FEFF}" + text).utf16.flatMap { unit in
    let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    return isBigEndian ? bytes.reversed() : bytes
  }
}

/// Latin-1, which has a byte for each of its characters.
func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

/// A zip archive of some files.
func zip(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  let folder = TemporaryFolder()
  let path = folder.newPath()
  Zip.pack(files.map { Zip.Entry(name: $0.name, bytes: $0.bytes) }, into: path, isCompressed: true)
  return Array(FileManager.default.contents(atPath: path)!)
}

func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)!
}

extension PlaceList {
  /// The list in the bytes of a file.
  func written(as format: PlaceFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    write(as: format) { bytes += $0 }
    return bytes
  }

  var names: [String?] { places.map(\.name) }

  /// The kinds of the problems and their lines.
  var troubles: [String] { problems.map { "\($0.kind) \($0.line)" } }
}
