import Archives
import Files
import TravelStore

/// Writes a zip archive of uncompressed files, with a list of their checksums at its end.
final class ArchiveWriter {
  private let zip: ZipWriter
  private let progress: BackupProgress
  private var sums = Checksums()

  /// Begins an archive in a new file.
  init(_ file: IncomingFile, _ progress: BackupProgress) throws(BackupFailure) {
    zip = try onDisk { () throws(DiskFailure) in try ZipWriter(file) }
    self.progress = progress
  }

  /// Adds the first `size` bytes of a file; false if they cannot be read, and then nothing is
  /// added.
  func add(
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
      try write(bytes)
      sum.add(bytes)
    }
    guard isWhole else { throw .library(.unwritable(path: name)) }
    sums.add(sum.digits, of: name)
    return true
  }

  /// Adds a text as a file.
  func add(_ name: String, _ text: String, time: Int64) throws(BackupFailure) {
    let sum = Checksum()
    try begin(name, size: text.utf8.count, time: time)
    try write(text, sum)
    sums.add(sum.digits, of: name)
  }

  /// Adds the list of checksums, and completes the archive.
  func finish(time: Int64) throws(BackupFailure) {
    try begin(Checksums.name, size: sums.text.utf8.count, time: time)
    try write(sums.text, nil)
    try onDisk { () throws(DiskFailure) in try zip.finish() }
  }

  private func begin(_ name: String, size: Int, time: Int64) throws(BackupFailure) {
    try onDisk { () throws(DiskFailure) in
      // A backup is readable by its user alone.
      try zip.begin(name, size: size, time: time, permissions: 0o600)
    }
  }

  private func write(_ text: String, _ sum: Checksum?) throws(BackupFailure) {
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(BackupFailure) in
      let bytes = UnsafeRawBufferPointer(bytes)
      try write(bytes)
      sum?.add(bytes)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(BackupFailure) {
    try onDisk { () throws(DiskFailure) in try zip.write(bytes) }
  }
}
