import CArchive  // For the compiler, `stat` may be in it.
import Files
import Glibc
public import TravelStore

/// The description of a backup.
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
  /// The file name extension of backups.
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
      try write(library, settings, program, into: file, progress)
    }
  }

  private static func write(
    _ library: LibrarySnapshot, _ settings: String, _ program: String, into file: IncomingFile,
    _ progress: BackupProgress
  ) throws(BackupFailure) -> BackupContent {
    let now = Int64(time(nil))
    var content = BackupContent(
      made: now, pinCount: library.pinCount, photoCount: library.photoCount)
    let archive = try ArchiveWriter(file, progress)
    let manifest = Manifest.text(of: content, by: program)
    try archive.add(Manifest.name, manifest, time: now)
    var done = 0
    while true {
      let files = try inLibrary { () throws(StoreError) in try library.nextFiles() }
      guard !files.isEmpty else { break }
      for file in files {
        if try !add(file, to: archive) {
          library.leaveOut(file)
          content.missing += 1
        }
        done += 1
        progress.advance(to: min(done, library.fileCount), of: library.fileCount)
      }
    }
    let size = try inLibrary { () throws(StoreError) in try library.finish() }
    guard
      try archive.add(TravelStore.fileName, of: library.file, size: size, time: now)
    else { throw .library(.unwritable(path: TravelStore.fileName)) }
    try archive.add("settings.ini", settings, time: now)
    try archive.finish(time: now)
    return content
  }

  /// Adds a photo; false if its file cannot be read to its end.
  private static func add(
    _ photo: LibrarySnapshot.File, to archive: ArchiveWriter
  ) throws(BackupFailure) -> Bool {
    guard let file = try? OpenFile(photo.path) else { return false }
    return try archive.add(
      "photos/\(photo.name)", of: file, size: file.size,
      time: Int64(file.status.st_mtim.tv_sec))
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
