import CArchive
import Glibc

/// A zip archive of files with places, such as KMZ; nothing of it is ever written to the disk.
struct ZipArchive {
  private let descriptor: Int32
  /// How many bytes the files in it may have together.
  private let mostUnpacked: Int
  private let pull: ByteStream.Pull

  /// An archive of everything somebody has may be long, but one with more is a trap.
  private static let mostEntries = 100_000
  private static let kinds = [".kml", ".gpx", ".geojson", ".json", ".csv"]

  init(descriptor: Int32, mostUnpacked: Int, pull: @escaping ByteStream.Pull) {
    (self.descriptor, self.mostUnpacked, self.pull) = (descriptor, mostUnpacked, pull)
  }

  /// Whether a file begins as archives do.
  static func isOne(_ descriptor: Int32) throws(PlaceFileError) -> Bool {
    var start = [UInt8](repeating: 0, count: 4)
    guard pread(descriptor, &start, 4, 0) >= 0 else { throw .unreadable }
    return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
  }

  /// Reads every file in it that can have places.
  func read(into harvest: Harvest) throws(PlaceFileError) {
    let feed = Feed(descriptor, pull)
    guard let archive = archive_read_new() else { throw .unreadable }
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    feed.attach(to: archive)
    guard archive_read_open1(archive) == ARCHIVE_OK else { throw feed.failure ?? .damaged }
    var unpacked = 0
    var hasPlaces = false
    var entry: OpaquePointer?
    for _ in 0..<ZipArchive.mostEntries {
      let code = archive_read_next_header(archive, &entry)
      if let failure = feed.failure { throw failure }
      if code == ARCHIVE_EOF || harvest.isFull { break }
      guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else {
        guard hasPlaces else { throw .damaged }
        harvest.report(.brokenOff, line: 1)
        break
      }
      guard let name = archive_entry_pathname_utf8(entry).map({ String(cString: $0) }),
        case let small = name.lowercased(), ZipArchive.kinds.contains(where: small.hasSuffix)
      else { continue }
      harvest.entry = name
      var isDamaged = false
      do throws(PlaceFileError) {
        let bytes = try ByteStream { buffer throws(PlaceFileError) in
          let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
          if let failure = feed.failure { throw failure }
          guard count >= 0 else {
            isDamaged = true
            return 0
          }
          unpacked += count
          guard unpacked <= mostUnpacked else { throw .tooLarge }
          return count
        }
        try PlaceFiles.read(bytes, into: harvest)
        hasPlaces = true
      } catch {
        switch error {
        case .unknownKind, .noCoordinateColumn: break
        case .damaged:
          isDamaged = true
        default: throw error
        }
      }
      if isDamaged {
        hasPlaces = true
        harvest.report(.brokenOff, line: 1)
      }
    }
    harvest.entry = nil
    guard hasPlaces else { throw .unknownKind }
  }
}

/// What libarchive reads the archive's bytes by.
private final class Feed {
  private let descriptor: Int32
  private let pull: ByteStream.Pull
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  /// Why reading has ended.
  private(set) var failure: PlaceFileError?

  init(_ descriptor: Int32, _ pull: @escaping ByteStream.Pull) {
    (self.descriptor, self.pull) = (descriptor, pull)
  }

  deinit { buffer.deallocate() }

  /// Lets an archive read; it must go before this does.
  func attach(to archive: OpaquePointer) {
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    archive_read_set_read_callback(archive) { _, context, result in
      let feed = Unmanaged<Feed>.fromOpaque(context!).takeUnretainedValue()
      result?.pointee = UnsafeRawPointer(feed.buffer.baseAddress)
      do throws(PlaceFileError) {
        return try feed.pull(feed.buffer)
      } catch {
        feed.failure = error
        return Int(ARCHIVE_FATAL)
      }
    }
    // The directory of an archive is at its end, and says more than what stands before each file.
    archive_read_set_seek_callback(archive) { _, context, offset, whence in
      let feed = Unmanaged<Feed>.fromOpaque(context!).takeUnretainedValue()
      let place = lseek(feed.descriptor, off_t(offset), whence)
      return place < 0 ? Int64(ARCHIVE_FATAL) : Int64(place)
    }
  }
}
