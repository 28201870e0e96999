import CArchive
public import Files

public final class ZipWriter {
  private let archive: OpaquePointer
  /// The file, which is open as long as this object lives.
  private let file: IncomingFile

  public init(_ file: IncomingFile) throws(DiskFailure) {
    self.file = file
    archive = archive_write_new()
    archive_write_set_format_zip(archive)
    // Names are UTF-8, whatever the user's locale.
    archive_write_set_options(archive, "hdrcharset=UTF-8")
    // Photos are compressed already, and uncompressed entries are easy to recover by hand.
    archive_write_zip_set_compression_store(archive)
    archive_write_set_bytes_in_last_block(archive, 1)
    try check(archive_write_open_fd(archive, file.opened()))
  }

  deinit {
    // Freeing an archive would complete it, which must not happen after a failure.
    archive_write_fail(archive)
    archive_write_free(archive)
  }

  /// Begins a file of a size in bytes, with the permissions that it gets when unpacked.
  public func begin(
    _ name: String, size: Int, time: Int64, permissions: UInt32 = 0o644
  ) throws(DiskFailure) {
    let entry = archive_entry_new()
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname_utf8(entry, name)
    archive_entry_set_size(entry, Int64(size))
    archive_entry_set_filetype(entry, ordinaryFileType)
    archive_entry_set_perm(entry, mode_t(permissions))
    archive_entry_set_mtime(entry, time_t(time), 0)
    try check(archive_write_header(archive, entry))
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(DiskFailure) {
    guard !bytes.isEmpty else { return }
    let count = archive_write_data(archive, bytes.baseAddress, bytes.count)
    guard count == bytes.count else { throw failure }
  }

  public func write(_ bytes: [UInt8]) throws(DiskFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(DiskFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Completes the archive.
  public func finish() throws(DiskFailure) { try check(archive_write_close(archive)) }

  private func check(_ code: Int32) throws(DiskFailure) {
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure }
  }

  private var failure: DiskFailure { DiskFailure(code: archive_errno(archive)) ?? .unwritable }
}

/// `AE_IFREG`, which Swift does not import.
public let ordinaryFileType: UInt32 = 0o100000
