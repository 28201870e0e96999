import TextFormats
import TravelModel

/// Notes in KML, where a description may be HTML and may be plain text, and nothing says which.
enum KMLNote {
  /// Longer ones are no notes, and the parser of HTML would take its time over them.
  private static let longest = 256 << 10

  /// The note of a description, in which HTML becomes text.
  static func note(of description: String) -> String {
    let description = description.trimmed
    guard isHTML(description), description.utf8.count <= longest else { return description }
    // Bytes, because an accent may follow a mark and make one character with it.
    let bytes = Array(description.utf8)
    if bytes.starts(with: start), bytes.suffix(end.count).elementsEqual(end),
      case let inner = bytes.dropFirst(start.count).dropLast(end.count),
      !inner.contains(UInt8(ascii: "<"))
    {
      return unescaped(inner)
    }
    return plainLines(fromHTML: description)
  }

  /// The description of a note; as preformatted HTML where it would be taken for HTML as it is.
  static func description(of note: String) -> String {
    guard isHTML(note) else { return note }
    var bytes = start
    for byte in note.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes + end, as: UTF8.self)
  }

  private static let start = Array("<pre>".utf8)
  private static let end = Array("</pre>".utf8)

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      let known = [("&lt;", "<"), ("&amp;", "&"), ("&gt;", ">"), ("&quot;", "\"")]
      if byte == UInt8(ascii: "&"),
        let (name, text) = known.first(where: { rest.starts(with: $0.0.utf8) })
      {
        result += text.utf8
        rest = rest.dropFirst(name.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text has something that looks like a tag or an entity of HTML.
  private static func isHTML(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast().contains { place in
      let next = bytes[place + 1]
      let isLetter = (0x41...0x5A).contains(next & 0xDF)
      switch bytes[place] {
      case UInt8(ascii: "<"): return isLetter || [0x21, 0x2F].contains(next)  // ! /
      case UInt8(ascii: "&"):
        guard isLetter || next == UInt8(ascii: "#") else { return false }
        let name = bytes[(place + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        return name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
          && !name.contains { $0 <= 0x20 }
      default: return false
      }
    }
  }
}
