import CArchive
import Foundation

/// Archives as anybody may make them.
enum Archive {
  struct Entry {
    var name: String
    var bytes: [UInt8] = []
    /// Where it leads, if it is a link.
    var link: String?
    var isFolder = false
  }

  /// What is in an archive, in its order.
  static func entries(of path: String) throws -> [Entry] {
    var entries: [Entry] = []
    try read(path) { entries.append(Entry(name: $0, bytes: $1)) }
    return entries
  }

  static func read(_ path: String, _ visit: (String, [UInt8]) throws -> Void) throws {
    let archive = archive_read_new()
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    guard archive_read_open_filename(archive, path, 10240) == ARCHIVE_OK else {
      throw CocoaError(.fileReadCorruptFile)
    }
    var entry: OpaquePointer?
    while archive_read_next_header(archive, &entry) == ARCHIVE_OK {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while case let count = archive_read_data(archive, &buffer, buffer.count), count > 0 {
        bytes += buffer[..<count]
      }
      try visit(String(cString: archive_entry_pathname(entry)), bytes)
    }
  }

  static func write(_ entries: [Entry], to path: String, packed: Bool = false) {
    let archive = archive_write_new()
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    if !packed { archive_write_zip_set_compression_store(archive) }
    archive_write_open_filename(archive, path)
    for item in entries {
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      archive_entry_set_pathname(entry, item.name)
      archive_entry_set_perm(entry, 0o644)
      archive_entry_set_filetype(
        entry, item.link != nil ? 0o120000 : item.isFolder ? 0o040000 : 0o100000)
      if let link = item.link {
        archive_entry_set_symlink(entry, link)
      } else {
        archive_entry_set_size(entry, Int64(item.bytes.count))
      }
      archive_write_header(archive, entry)
      if !item.bytes.isEmpty { _ = archive_write_data(archive, item.bytes, item.bytes.count) }
    }
    archive_write_close(archive)
  }
}
