import Archives
import CArchive
import Files
import Glibc
public import TravelStore

/// A backup that was read and checked; the present library is unchanged.
public struct FoundBackup: Sendable {
  public let library: StagedLibrary
  public let content: BackupContent
}

extension LibraryBackup {
  /// Whether a file is an archive whose first file declares it a backup; blocks.
  public static func isOne(_ path: String) -> Bool {
    guard let file = try? OpenFile(path), let archive = archive_read_new() else { return false }
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    return withExtendedLifetime(file) {
      var entry: OpaquePointer?
      guard archive_read_open_fd(archive, file.descriptor, 64 << 10) == ARCHIVE_OK,
        archive_read_next_header(archive, &entry) == ARCHIVE_OK, let entry,
        let name = archive_entry_pathname(entry)
      else { return false }
      return String(cString: name) == Manifest.name
    }
  }

  /// Reads a backup into a folder beside the present library, and checks it.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  public static func read(
    _ path: String, besideLibraryIn folder: String, progress: BackupProgress = BackupProgress()
  ) throws(BackupFailure) -> FoundBackup {
    guard let file = try? OpenFile(path) else { throw .unreadable }
    let library = try inLibrary { () throws(StoreError) in try StagedLibrary(in: folder) }
    var reader = BackupReader(file: file, library: library, progress: progress)
    defer { reader.buffer.deallocate() }
    let manifest = try reader.read()
    do {
      let content = try library.check(fileCount: reader.photoCount)
      return FoundBackup(
        library: library,
        content: BackupContent(
          made: manifest.made, pinCount: content.pinCount, photoCount: content.photoCount))
    } catch {
      switch error {
      case .newerVersion: throw .newerVersion
      case .noSpace, .unwritable, .busy: throw .library(error)
      default: throw .damaged
      }
    }
  }
}

/// Unpacks a backup, which is not trusted.
private struct BackupReader {
  let file: OpenFile
  let library: StagedLibrary
  let progress: BackupProgress
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
  var photoCount = 0
  /// The checksums of the unpacked files, by name.
  var sums: [String: String] = [:]
  var manifest: Manifest?
  var list: [UInt8]?
  var unpacked = 0

  /// The most files: an archive with more than a library ever has is a trap.
  private static let mostEntries = 4_000_000
  /// The longest line of a list of checksums, in bytes.
  private static let longestLine = 200

  /// The most bytes in all files together.
  ///
  /// The program does not compress them; a backup that somebody has packed again may be a little
  /// smaller.
  private var mostUnpacked: Int { 8 * file.size + (64 << 20) }

  mutating func read() throws(BackupFailure) -> Manifest {
    var start = [UInt8](repeating: 0, count: 4)
    guard pread(file.descriptor, &start, 4, 0) >= 0 else { throw .unreadable }
    guard start == [0x50, 0x4B, 3, 4] else { throw .notABackup }
    guard let archive = archive_read_new() else { throw .unreadable }
    defer { archive_read_free(archive) }
    // Without the central directory at its end, the archive is truncated.
    archive_read_support_format_zip_seekable(archive)
    guard archive_read_open_fd(archive, file.descriptor, buffer.count) == ARCHIVE_OK else {
      throw .damaged
    }
    var entry: OpaquePointer?
    var count = 0
    while true {
      try progress.check()
      let code = archive_read_next_header(archive, &entry)
      if code == ARCHIVE_EOF { break }
      guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else { throw .damaged }
      count += 1
      guard count <= BackupReader.mostEntries else { throw .harmful }
      try read(entry, of: archive)
    }
    guard let manifest else { throw .notABackup }
    guard let list, Checksums.match(list, sums), sums[TravelStore.fileName] != nil else {
      throw .damaged
    }
    return manifest
  }

  private mutating func read(
    _ entry: OpaquePointer, of archive: OpaquePointer
  ) throws(BackupFailure) {
    guard let path = archive_entry_pathname(entry) else { throw .harmful }
    let name = String(cString: path)
    guard archive_entry_filetype(entry) == ordinaryFileType, archive_entry_symlink(entry) == nil,
      archive_entry_hardlink(entry) == nil
    else {
      // A backup that was packed again may contain folders.
      guard archive_entry_filetype(entry) == folderType, isInside(name) else { throw .harmful }
      return
    }
    guard isInside(name) else { throw .harmful }
    guard archive_entry_is_encrypted(entry) == 0 else { throw .notABackup }
    switch name {
    case Manifest.name:
      let bytes = try bytes(of: archive, named: name, most: Manifest.longest)
      guard manifest == nil, let found = Manifest(bytes) else { throw .notABackup }
      guard found.format <= Manifest.format else { throw .newerVersion }
      manifest = found
    case Checksums.name:
      guard list == nil else { throw .damaged }
      let most = (BackupReader.longestLine + 1) * (sums.count + 10)
      list = try bytes(of: archive, named: nil, most: most)
    default:
      try unpack(archive, name)
    }
  }

  private func isInside(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.contains("\\") && !name.split(separator: "/").contains("..")
  }

  private mutating func unpack(_ archive: OpaquePointer, _ name: String) throws(BackupFailure) {
    guard sums[name] == nil else { throw .damaged }
    let made: IncomingFile?
    do throws(DiskFailure) { made = try library.newFile(name) } catch {
      throw .library(StoreError(error, path: name))
    }
    guard let file = made else { throw .notABackup }
    try readEntry(archive, named: name) { bytes throws(BackupFailure) in
      do throws(DiskFailure) { try file.append(bytes) } catch {
        throw .library(StoreError(error, path: file.path))
      }
    }
    if name.hasPrefix("photos/") { photoCount += 1 }
  }

  private mutating func bytes(
    of archive: OpaquePointer, named name: String?, most: Int
  ) throws(BackupFailure) -> [UInt8] {
    var all: [UInt8] = []
    try readEntry(archive, named: name) { bytes throws(BackupFailure) in
      guard all.count + bytes.count <= most else { throw .harmful }
      all += bytes
    }
    return all
  }

  /// Reads an entry piece by piece, calling `body` at least once, and records the checksum.
  private mutating func readEntry(
    _ archive: OpaquePointer, named name: String?,
    _ body: (UnsafeRawBufferPointer) throws(BackupFailure) -> Void
  ) throws(BackupFailure) {
    let sum = Checksum()
    var isFirst = true
    while true {
      try progress.check()
      let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
      guard count >= 0 else { throw .damaged }
      unpacked += count
      guard unpacked <= mostUnpacked else { throw .harmful }
      if count == 0, !isFirst { break }
      isFirst = false
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      try body(bytes)
      sum.add(bytes)
      progress.advance(to: min(unpacked, file.size), of: file.size)
      if count == 0 { break }
    }
    if let name { sums[name] = sum.digits }
  }
}

/// `AE_IFDIR`, which Swift does not import: a folder.
private let folderType: UInt32 = 0o040000
