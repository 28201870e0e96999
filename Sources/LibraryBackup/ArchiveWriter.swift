import Archives
import Files

/// Writes a zip archive of files as they are, with the checksum of each in a list at its end.
final class ArchiveWriter {
  private let zip: ZipWriter
  private var sums = Checksums()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  /// Begins an archive in a new file.
  init(_ file: IncomingFile) throws(BackupFailure) {
    zip = try onDisk { () throws(DiskFailure) in try ZipWriter(file) }
  }

  deinit { buffer.deallocate() }

  /// Adds a file of at most so many bytes, which `read` puts into a buffer until it returns 0.
  func add(
    _ name: String, size: Int, time: Int64,
    read: (UnsafeMutableRawBufferPointer) throws(BackupFailure) -> Int
  ) throws(BackupFailure) {
    try begin(name, size: size, time: time)
    let sum = Checksum()
    var left = size
    while left > 0 {
      let count = try read(
        UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, left)]))
      guard count > 0 else { break }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      try write(bytes)
      sum.add(bytes)
      left -= count
    }
    sums.add(sum.digits, of: name)
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
      // A library is for its user alone.
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
