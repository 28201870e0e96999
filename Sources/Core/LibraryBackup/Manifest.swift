import CGLib

/// What a backup says of itself: the file `manifest.ini` in it.
struct Manifest: Hashable {
  /// The version of the backup's layout.
  var format = Manifest.format
  /// The version of the program that wrote it.
  var program: String
  /// When it was made, in seconds since 1970.
  var made: Int64
  var pins: Int
  var photos: Int

  static let name = "manifest.ini"
  /// The newest layout that is known.
  static let format = 1
  /// Many times what the program writes, in bytes.
  static let longest = 64 << 10

  /// The file, with a word to those who unpack it by hand.
  var text: String {
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
    made=\(Manifest.text(of: made))
    pins=\(pins)
    photos=\(photos)

    """
  }

  init(program: String, made: Int64, pins: Int, photos: Int) {
    (self.program, self.made, self.pins, self.photos) = (program, made, pins, photos)
  }

  /// Reads the file; nil where it is none, and of a newer layout no more than that.
  init?(_ bytes: [UInt8]) {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    let isRead = bytes.withUnsafeBufferPointer {
      g_key_file_load_from_data(
        file, $0.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) },
        gsize($0.count), GKeyFileFlags(rawValue: 0), nil)
    }
    guard isRead != 0 else { return nil }
    func value(_ key: String) -> String? {
      g_key_file_get_value(file, "backup", key, nil).map { text in
        defer { g_free(text) }
        return String(cString: text)
      }
    }
    func number(_ key: String) -> Int { value(key).flatMap { Int($0) }.map { max(0, $0) } ?? 0 }
    guard let format = value("format").flatMap({ Int($0) }), format > 0 else { return nil }
    self.format = format
    program = value("program") ?? ""
    made = value("made").flatMap(Manifest.time(of:)) ?? 0
    (pins, photos) = (number("pins"), number("photos"))
  }

  private static func text(of time: Int64) -> String {
    guard let date = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(date) }
    guard let text = g_date_time_format(date, "%Y-%m-%dT%H:%M:%SZ") else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func time(of text: String) -> Int64? {
    guard let date = g_date_time_new_from_iso8601(text, nil) else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }
}
