import CArchive
import Files

/// Writes a zip archive of files as they are, with the checksum of each in a list at its end.
final class ArchiveWriter {
  private let archive: OpaquePointer
  private let file: IncomingFile
  private var sums = Checksums()
  private var failure: DiskFailure?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  /// Begins an archive in a new file.
  init(_ file: IncomingFile) throws(BackupFailure) {
    self.file = file
    archive = archive_write_new()
    archive_write_set_format_zip(archive)
    // Photos are compressed already, and whoever looks into it by hand finds all as it is.
    archive_write_zip_set_compression_store(archive)
    archive_write_set_bytes_in_last_block(archive, 1)
    let code = archive_write_open(
      archive, Unmanaged.passUnretained(self).toOpaque(), nil,
      { _, context, bytes, count in
        let writer = Unmanaged<ArchiveWriter>.fromOpaque(context!).takeUnretainedValue()
        do throws(DiskFailure) {
          try writer.file.append(UnsafeRawBufferPointer(start: bytes, count: count))
          return count
        } catch {
          writer.failure = error
          return -1
        }
      }, nil)
    try check(code)
  }

  deinit {
    // Freeing an archive completes it, which nobody wants of one that failed.
    archive_write_fail(archive)
    archive_write_free(archive)
    buffer.deallocate()
  }

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
    try check(archive_write_close(archive))
  }

  private func begin(_ name: String, size: Int, time: Int64) throws(BackupFailure) {
    let entry = archive_entry_new()
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname(entry, name)
    archive_entry_set_size(entry, Int64(size))
    archive_entry_set_filetype(entry, fileType)
    archive_entry_set_perm(entry, 0o600)
    archive_entry_set_mtime(entry, time_t(time), 0)
    try check(archive_write_header(archive, entry))
  }

  private func write(_ text: String, _ sum: Checksum?) throws(BackupFailure) {
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(BackupFailure) in
      let bytes = UnsafeRawBufferPointer(bytes)
      try write(bytes)
      sum?.add(bytes)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(BackupFailure) {
    guard !bytes.isEmpty else { return }
    let count = archive_write_data(archive, bytes.baseAddress, bytes.count)
    guard count == bytes.count else { throw .disk(failure ?? .unwritable) }
  }

  private func check(_ code: Int32) throws(BackupFailure) {
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw .disk(failure ?? .unwritable) }
  }
}

/// `AE_IFREG`, which Swift does not import: an ordinary file.
let fileType: UInt32 = 0o100000
