import CGLib
import GLibBridge

/// The description of a backup in its file `manifest.ini`.
struct Manifest: Hashable {
  let format: Int
  /// When it was made, in seconds since 1970.
  let made: Int64

  static let name = "manifest.ini"
  /// The newest known format.
  static let format = 1
  /// The longest manifest that is read, in bytes: many times what the program writes.
  static let longest = 64 << 10

  /// The file's text, with a note for people who unpack a backup by hand.
  static func text(of content: BackupContent, by program: String) -> String {
    """
    # This is a library of Virtual Tourist, as a zip archive.
    #
    # library.sqlite  all pins and photos, as tables of SQLite
    # photos/         the photos' files; the column "path" of the table "photo" names them
    # settings.ini    the settings, in GLib's text form
    # SHA256SUMS      what "sha256sum --check" compares the files with
    #
    # Virtual Tourist reads it by "Restore Library"; or unpack it into the folder
    # ~/.local/share/virtual-tourist, which must not be there before.

    [backup]
    format=\(format)
    program=\(program)
    made=\(text(of: content.made))
    pins=\(content.pinCount)
    photos=\(content.photoCount)

    """
  }

  /// Reads the file; nil if it is no manifest.
  ///
  /// Of a newer format only the version is read.
  init?(_ bytes: [UInt8]) {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    let text = Bytes(copying: bytes)
    guard g_key_file_load_from_bytes(file, text.pointer, GKeyFileFlags(rawValue: 0), nil) != 0
    else { return nil }
    func value(_ key: String) -> String? {
      g_key_file_get_value(file, "backup", key, nil).map(String.init(adopting:))
    }
    guard let format = value("format").flatMap({ Int($0) }), format > 0 else { return nil }
    self.format = format
    made = value("made").flatMap(Manifest.time(of:)) ?? 0
  }

  private static func text(of time: Int64) -> String {
    guard let date = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(date) }
    return g_date_time_format(date, "%Y-%m-%dT%H:%M:%SZ").map(String.init(adopting:)) ?? ""
  }

  private static func time(of text: String) -> Int64? {
    guard let date = g_date_time_new_from_iso8601(text, nil) else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }
}
