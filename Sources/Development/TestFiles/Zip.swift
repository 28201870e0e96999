import CArchive
import Foundation

/// Makes and reads zip files independently of the program.
public enum Zip {
  public struct Entry: Sendable {
    public var name: String
    public var bytes: [UInt8]
    /// The target, if it is a link.
    public var link: String?
    public var isFolder: Bool

    public init(name: String, bytes: [UInt8] = [], link: String? = nil, isFolder: Bool = false) {
      (self.name, self.bytes, self.link, self.isFolder) = (name, bytes, link, isFolder)
    }

    public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }
  }

  public static func pack(_ entries: [Entry], into path: String, isCompressed: Bool = false) {
    let archive = archive_write_new()
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    if !isCompressed { archive_write_zip_set_compression_store(archive) }
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
      _ = archive_write_data(archive, item.bytes, item.bytes.count)
    }
    precondition(archive_write_close(archive) == ARCHIVE_OK, "“\(path)” cannot be written")
  }

  public static func unpack(_ path: String) throws -> [Entry] {
    // libarchive reads only names that the locale can write.
    let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    let archive = archive_read_new()
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    guard archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK else {
      throw CocoaError(.fileReadCorruptFile)
    }
    var entries: [Entry] = []
    var entry: OpaquePointer?
    while archive_read_next_header(archive, &entry) == ARCHIVE_OK {
      var file = Entry(name: String(cString: archive_entry_pathname_utf8(entry)))
      var buffer = [UInt8](repeating: 0, count: 65536)
      while case let count = archive_read_data(archive, &buffer, buffer.count), count != 0 {
        guard count > 0 else { throw CocoaError(.fileReadCorruptFile) }
        file.bytes += buffer[..<count]
      }
      entries.append(file)
    }
    return entries
  }
}
