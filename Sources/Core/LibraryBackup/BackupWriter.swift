import Archives
import CArchive  // For the compiler, `stat` may be in it.
import Files
import Glibc
public import TravelStore

public struct BackupContent: Hashable, Sendable {
  /// When it was made, in seconds since 1970.
  public let made: Int64
  public let pinCount: Int
  public let photoCount: Int
  /// How many photos' files were missing.
  public var missing = 0
}

/// Libraries as single files: zip archives of a SQLite file, the photos, the settings, and
/// checksums.
public enum LibraryBackup {
  public static let fileExtension = "zip"

  /// Writes a library and some settings into a file, replacing an existing one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  public static func write(
    _ library: LibrarySnapshot, settings: String, program: String, to path: String,
    notInto folder: String, progress: BackupProgress = BackupProgress()
  ) throws(BackupFailure) -> BackupContent {
    guard !isInside(path, folder) else { throw .insideLibrary }
    return try IncomingFile.replace(path, isOrdinary: false, because: { .disk($0) }) {
      file throws(BackupFailure) in
      try BackupWriter(file, progress).write(library, settings, by: program)
    }
  }

  /// Whether a file is, or would be, in a folder or below it.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard let parent = realPath(parent.isEmpty ? "/" : parent), let folder = realPath(folder) else {
      return false
    }
    return parent == folder || parent.hasPrefix("\(folder)/")
  }
}

/// Writes a zip archive of uncompressed files, with a list of their checksums at its end.
private final class BackupWriter {
  private let zip: ZipWriter
  private let progress: BackupProgress
  private var sums = Checksums()
  private let now = Int64(time(nil))

  init(_ file: IncomingFile, _ progress: BackupProgress) throws(BackupFailure) {
    zip = try onDisk { () throws(DiskFailure) in try ZipWriter(file) }
    self.progress = progress
  }

  func write(
    _ library: LibrarySnapshot, _ settings: String, by program: String
  ) throws(BackupFailure) -> BackupContent {
    var content = BackupContent(
      made: now, pinCount: library.pinCount, photoCount: library.photoCount)
    try add(Manifest.name, Manifest.text(of: content, by: program))
    var done = 0
    while true {
      let files = try inLibrary { () throws(StoreError) in try library.nextFiles() }
      guard !files.isEmpty else { break }
      for file in files {
        if try !add(file) {
          library.leaveOut(file)
          content.missing += 1
        }
        done += 1
        progress.advance(to: min(done, library.fileCount), of: library.fileCount)
      }
    }
    let size = try inLibrary { () throws(StoreError) in try library.finish() }
    guard try add(TravelStore.fileName, of: library.file, size: size, time: now) else {
      throw .library(.unwritable(path: TravelStore.fileName))
    }
    try add("settings.ini", settings)
    try add(Checksums.name, sums.text)
    try onDisk { () throws(DiskFailure) in try zip.finish() }
    return content
  }

  /// Adds a photo; false if its file cannot be read to its end.
  private func add(_ photo: LibrarySnapshot.File) throws(BackupFailure) -> Bool {
    guard let file = try? OpenFile(photo.path) else { return false }
    return try add(
      "photos/\(photo.name)", of: file, size: file.size,
      time: Int64(file.status.st_mtim.tv_sec))
  }

  /// Adds the first `size` bytes of a file; false if they cannot be read, and then nothing is
  /// added.
  private func add(
    _ name: String, of file: OpenFile, size: Int, time: Int64
  ) throws(BackupFailure) -> Bool {
    // An entry cannot be removed from the archive, so the file is read once before.
    let isReadable = try file.forEachPiece(of: size) { _ throws(BackupFailure) in
      try progress.check()
    }
    guard isReadable else { return false }
    try begin(name, size: size, time: time)
    let sum = Checksum()
    let isWhole = try file.forEachPiece(of: size) { bytes throws(BackupFailure) in
      try progress.check()
      try write(bytes, sum)
    }
    guard isWhole else { throw .library(.unwritable(path: name)) }
    sums.add(sum.digits, of: name)
    return true
  }

  private func add(_ name: String, _ text: String) throws(BackupFailure) {
    try begin(name, size: text.utf8.count, time: now)
    let sum = Checksum()
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(BackupFailure) in
      try write(UnsafeRawBufferPointer(bytes), sum)
    }
    sums.add(sum.digits, of: name)
  }

  private func begin(_ name: String, size: Int, time: Int64) throws(BackupFailure) {
    try onDisk { () throws(DiskFailure) in
      // A backup is readable by its user alone.
      try zip.begin(name, size: size, time: time, permissions: 0o600)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, _ sum: Checksum) throws(BackupFailure) {
    try onDisk { () throws(DiskFailure) in try zip.write(bytes) }
    sum.add(bytes)
  }
}
