import Files
import Glibc
import TravelModel

/// The kinds of files that places are kept in.
public enum PlaceFormat: Hashable, Sendable, CaseIterable {
  case gpx, kml, geoJSON, csv

  /// What names of such files end with.
  public var fileExtension: String {
    switch self {
    case .gpx: "gpx"
    case .kml: "kml"
    case .geoJSON: "geojson"
    case .csv: "csv"
    }
  }
}

/// Why a file of places cannot be read at all.
public enum PlaceFileError: Error, Hashable, Sendable, CaseIterable {
  /// The file is not there, or the disk refuses it.
  case unreadable
  /// The file, or what is packed in it, is too large.
  case tooLarge
  /// The file is of a kind that has no places, or that is not known.
  case unknownKind
  /// A table in which no column holds coordinates.
  case noCoordinateColumn
  /// The file defines abbreviations of its own, as only files do that are made to do harm.
  case harmful
  /// The file is broken from its beginning.
  case damaged
  /// Nobody wants the places any more.
  case cancelled
}

extension PlaceList {
  /// How long a file, and what is packed in one, may be, in bytes.
  static let longestFile = 512 << 20

  /// Reads a file of any format, or a zip archive of such files; its kind is told by its content.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`. From time to time `goesOn` is told how many
  /// bytes were read of how many, and returns whether to go on.
  public init(
    file path: String,
    goesOn: @escaping (_ read: Int, _ size: Int) -> Bool = { _, _ in true }
  ) throws(PlaceFileError) {
    try self.init(
      file: path, mostUnpacked: PlaceList.longestFile, goesOn: goesOn)
  }

  init(
    file path: String, mostUnpacked: Int,
    goesOn: @escaping (Int, Int) -> Bool = { _, _ in true }
  ) throws(PlaceFileError) {
    // Opening a pipe would wait for somebody who writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable
    }
    let size = Int(status.st_size)
    guard size <= PlaceList.longestFile else { throw .tooLarge }
    var count = 0
    let pull: ByteStream.Pull = { buffer throws(PlaceFileError) in
      guard goesOn(min(count, size), size) else { throw .cancelled }
      while true {
        let length = read(descriptor, buffer.baseAddress, buffer.count)
        if length < 0, errno == EINTR { continue }
        guard length >= 0 else { throw .unreadable }
        count += length
        // A file may grow while it is read; of an archive, parts are read twice.
        guard count <= 2 * PlaceList.longestFile else { throw .tooLarge }
        return length
      }
    }
    let harvest = Harvest()
    if try ZipArchive.isOne(descriptor) {
      let archive = ZipArchive(descriptor: descriptor, mostUnpacked: mostUnpacked, pull: pull)
      try archive.read(into: harvest)
    } else {
      do throws(PlaceFileError) {
        try read(try ByteStream(pull), into: harvest)
      } catch {
        // What is named so was never a table.
        let others = PlaceFormat.allCases.filter { $0 != .csv }.map(\.fileExtension)
        let isNoTable = others.contains(FileName.ending(of: path) ?? "")
        throw error == .noCoordinateColumn && isNoTable ? .damaged : error
      }
    }
    self = harvest.list
  }
}

/// Reads a file of any format but an archive.
func read(_ bytes: ByteStream, into harvest: Harvest) throws(PlaceFileError) {
  let beginning = bytes.beginning()
  let start = beginning.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  switch start.first {
  case UInt8(ascii: "<"): try readXML(bytes, into: harvest)
  case UInt8(ascii: "{"), UInt8(ascii: "["): try readGeoJSON(bytes, into: harvest)
  // No text has the character NUL, and nearly every other file does.
  case .some where !beginning.contains(0):
    try CSVTable(bytes, harvest).read()
  default: throw .unknownKind
  }
}
