import CArchive
import Foundation
import TestDesk

/// Zip files, as other programs make and read them.
enum Zip {
  /// Packs texts by their names.
  static func pack(_ texts: [(name: String, text: String)], into file: URL) throws {
    let archive = archive_write_new()
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    guard archive_write_open_filename(archive, file.path) == ARCHIVE_OK else {
      throw DeskError("“\(file.path)” cannot be written")
    }
    for (name, text) in texts {
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      let content = Array(text.utf8)
      archive_entry_set_pathname(entry, name)
      archive_entry_set_perm(entry, 0o644)
      archive_entry_set_filetype(entry, 0o100000)
      archive_entry_set_size(entry, Int64(content.count))
      guard archive_write_header(archive, entry) == ARCHIVE_OK,
        archive_write_data(archive, content, content.count) == content.count
      else { throw DeskError("“\(name)” cannot be packed") }
    }
    archive_write_close(archive)
  }

  /// What is in a file, by the names.
  static func unpack(_ file: URL) throws -> [String: Data] {
    // Only in a locale that can write all names does libarchive read them.
    setlocale(LC_CTYPE, "C.UTF-8")
    defer { setlocale(LC_CTYPE, "C") }
    let archive = archive_read_new()
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    guard archive_read_open_filename(archive, file.path, 1 << 16) == ARCHIVE_OK else {
      throw DeskError("“\(file.path)” is no zip file")
    }
    var files: [String: Data] = [:]
    var entry: OpaquePointer?
    while archive_read_next_header(archive, &entry) == ARCHIVE_OK {
      let name = String(cString: archive_entry_pathname_utf8(entry))
      var content = [UInt8](repeating: 0, count: Int(archive_entry_size(entry)))
      guard archive_read_data(archive, &content, content.count) == content.count else {
        throw DeskError("“\(name)” cannot be unpacked")
      }
      files[name] = Data(content)
    }
    return files
  }
}
