import CGLib

/// GLib's converter of an encoding into UTF-8.
final class TextConverter {
  private let converter: GIConv
  /// How many bytes are left out where they stand for nothing.
  private let unit: Int

  /// Prepares to convert; nil where the C library does not know the encoding.
  init?(_ encoding: String, unit: Int = 1) {
    let converter = g_iconv_open("UTF-8", encoding)
    guard let converter, converter != GIConv(bitPattern: -1) else { return nil }
    (self.converter, self.unit) = (converter, unit)
  }

  /// Prepares to convert a file by its beginning; nil where that is UTF-8, or nothing that is known.
  ///
  /// UTF-16 is recognised by its mark, or by the zeros that Latin letters have in it. Of other
  /// encodings, XML says which.
  convenience init?(beginningOf file: [UInt8]) {
    let sample = file.prefix(64)
    let zeros = (0...1).map { parity in
      sample.indices.count { $0 % 2 == parity && sample[$0] == 0 }
    }
    if sample.starts(with: [0xFF, 0xFE]) || (zeros[1] * 4 > sample.count && zeros[0] == 0) {
      self.init("UTF-16LE", unit: 2)
    } else if sample.starts(with: [0xFE, 0xFF]) || (zeros[0] * 4 > sample.count && zeros[1] == 0) {
      self.init("UTF-16BE", unit: 2)
    } else {
      let declaration = file.prefix(200).prefix { $0 != UInt8(ascii: ">") }
      let words = String(decoding: declaration, as: UTF8.self).lowercased()
        .split { $0.isWhitespace || "=\"'?".contains($0) }
      guard words.first == "<", words.dropFirst().first == "xml",
        let name = words.drop(while: { $0 != "encoding" }).dropFirst().first,
        !["utf-8", "utf8", "us-ascii", "ascii"].contains(name)
      else { return nil }
      self.init(String(name))
      // Some say UTF-16 and write one byte for each letter.
      guard utf8(declaration, isEnd: false).text.starts(with: "<?xml".utf8) else { return nil }
    }
  }

  deinit { g_iconv_close(converter) }

  /// Converts bytes, with U+FFFD for those that stand for nothing, and says how many it has used: a
  /// character at their end may be cut, unless it is the end of all.
  func utf8(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (text: [UInt8], used: Int) {
    var text: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      var (read, written) = (gsize(), gsize())
      let found = rest.withUnsafeBytes {
        g_convert_with_iconv(
          $0.baseAddress?.assumingMemoryBound(to: CChar.self), gssize($0.count), converter, &read,
          &written, nil)
      }
      if let found {
        found.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
          text += UnsafeBufferPointer(start: $0, count: Int(written))
        }
        g_free(found)
        rest = rest.dropFirst(Int(read))
        if rest.isEmpty || !isEnd { break }
      } else {
        text += utf8(rest.prefix(Int(read)), isEnd: false).text
        rest = rest.dropFirst(Int(read))
      }
      text += "\u{FFFD}".utf8
      rest = rest.dropFirst(unit)
    }
    return (text, bytes.count - rest.count)
  }
}
