import CGLib
import TextFormats
import TravelModel

/// Converts notes to descriptions of KML and back; those may be HTML or plain text, and nothing says which.
enum KMLNote {
  /// In bytes: a longer description is taken as it is, because to parse it as HTML would last long.
  private static let longest = 256 << 10

  /// The note of a description, in which HTML becomes text.
  static func note(of description: String) -> String {
    let description = description.trimmed
    guard isHTML(description), description.utf8.count <= longest else { return description }
    // Compares bytes, because a combining accent behind a tag would make one character with its
    // last sign.
    let bytes = Array(description.utf8)
    var text = Array(bytes.dropFirst(start.count).dropLast(end.count))
    guard bytes == start + text + end, !text.contains(UInt8(ascii: "<")) else {
      return plainLines(fromHTML: description)
    }
    for (name, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      text.replace(name.utf8, with: letter.utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The description of a note; as preformatted HTML where it would be taken for HTML as it is.
  static func description(of note: String) -> String {
    guard isHTML(note) else { return note }
    var bytes = Array(note.utf8)
    bytes.replace("&".utf8, with: "&amp;".utf8)
    bytes.replace("<".utf8, with: "&lt;".utf8)
    return String(decoding: start + bytes + end, as: UTF8.self)
  }

  private static let start = Array("<pre>".utf8)
  private static let end = Array("</pre>".utf8)

  /// Whether a text has something that looks like a tag or an entity of HTML.
  private static func isHTML(_ text: String) -> Bool {
    g_regex_match(html, text, GRegexMatchFlags(rawValue: 0), nil) != 0
  }

  /// Nothing changes an expression after it was made, so all threads may use it.
  nonisolated(unsafe) private static let html = g_regex_new(
    "<[A-Za-z!/]|&[A-Za-z#][^\\x01-\\x20;]{0,11};", G_REGEX_RAW, GRegexMatchFlags(rawValue: 0), nil)
}
