import CArchive
import Files
import Glibc
import TravelModel

/// The kinds of files that places are kept in, each with the ending of its files' names.
public enum PlaceFormat: String, Sendable, CaseIterable {
  case gpx, kml, csv
  case geoJSON = "geojson"

  /// The format that the ending of a file's name tells; nil for others.
  public init?(endingOf path: String) { self.init(rawValue: FileName.ending(of: path) ?? "") }
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
  public static let longestFile = 512 << 20
  /// How long one file is that is not packed, or unpacked: all of it is in memory.
  private static let longestText = 256 << 20
  /// An archive of everything somebody has may be long, but one with more files is a trap.
  private static let mostPackedFiles = 100_000
  private static let packedKinds = [".kml", ".gpx", ".geojson", ".json", ".csv"]

  /// Reads a file of any format, or a zip archive of such files, such as KMZ; its kind is told by its
  /// content.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`. Asks `goesOn` from time to time, and throws
  /// `cancelled` where that returns false.
  public init(
    file path: String, mostUnpacked: Int = longestFile,
    goesOn: @escaping () -> Bool = { true }
  ) throws(PlaceFileError) {
    guard let file = try? OpenFile(path) else { throw .unreadable }
    defer { withExtendedLifetime(file) {} }
    guard file.size <= PlaceList.longestFile else { throw .tooLarge }
    guard let archive = archive_read_new() else { throw .unreadable }
    defer { archive_read_free(archive) }
    archive_read_support_format_empty(archive)
    archive_read_support_format_zip(archive)
    // To libarchive, any other file is an archive of one.
    archive_read_support_format_raw(archive)
    guard archive_read_open_fd(archive, file.descriptor, 64 << 10) == ARCHIVE_OK else {
      throw .unreadable
    }
    let harvest = Harvest(isWanted: goesOn)
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var (unpacked, hasPlaces) = (0, false)
    var entry: OpaquePointer?
    for _ in 0..<PlaceList.mostPackedFiles {
      let code = archive_read_next_header(archive, &entry)
      if code == ARCHIVE_EOF || harvest.isFull { break }
      guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else {
        guard hasPlaces else { throw .damaged }
        harvest.report(.brokenOff, line: 1)
        break
      }
      let isPacked = archive_format(archive) != ARCHIVE_FORMAT_RAW
      if isPacked {
        guard let name = archive_entry_pathname_utf8(entry).map({ String(cString: $0) }),
          PlaceList.packedKinds.contains(where: name.lowercased().hasSuffix)
        else { continue }
        harvest.entry = name
      }
      var isDamaged = false
      do throws(PlaceFileError) {
        var (text, count) = ([UInt8](), 0)
        if !isPacked { text.reserveCapacity(min(file.size, PlaceList.longestText)) }
        repeat {
          guard goesOn() else { throw .cancelled }
          count = chunk.withUnsafeMutableBytes {
            archive_read_data(archive, $0.baseAddress, $0.count)
          }
          guard count >= 0 || isPacked else { throw .unreadable }
          isDamaged = count < 0
          text += chunk.prefix(max(0, count))
          unpacked += max(0, count)
          guard unpacked <= mostUnpacked, text.count <= PlaceList.longestText else {
            throw .tooLarge
          }
        } while count > 0
        try PlaceFiles.read(text, into: harvest)
        guard goesOn() else { throw .cancelled }
        hasPlaces = true
      } catch {
        switch error {
        case .unknownKind where isPacked, .noCoordinateColumn where isPacked: break
        case .damaged where isPacked: isDamaged = true
        case .noCoordinateColumn where ![nil, .csv].contains(PlaceFormat(endingOf: path)):
          throw .damaged
        default: throw error
        }
      }
      if isDamaged {
        hasPlaces = true
        harvest.report(.brokenOff, line: 1)
      }
    }
    guard hasPlaces else { throw .unknownKind }
    self = harvest.list
  }
}

/// Reads a file of any format but an archive.
private func read(_ file: [UInt8], into harvest: Harvest) throws(PlaceFileError) {
  let text = utf8Text(of: file) { harvest.report(.badCharacters, line: $0) }
  switch text.first(where: { !isSpace($0) }) {
  case UInt8(ascii: "<"): try XMLWalk(text, harvest).read()
  case UInt8(ascii: "{"), UInt8(ascii: "["): try readGeoJSON(text, into: harvest)
  // No text has the character NUL, and nearly every other file does.
  case .some where !text.contains(0): try readTable(text, into: harvest)
  default: throw .unknownKind
  }
}
