import CGLib
import GLibBridge
import TravelModel

/// Writes texts from anywhere into HTML.
package enum HTML {
  /// A text that stays text, in content and in quoted attributes.
  package static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Control characters and what is no character are errors in HTML.
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): escaped += " "
      case _ where scalar.properties.isNoncharacterCodePoint: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A text as a part of an address: but for letters and digits, it keeps these characters alone.
  static func address(of text: String, keeping others: String? = nil) -> String {
    String(adopting: g_uri_escape_string(text, others, 0))
  }

  /// A text that links to a web page, or the text alone where the address is none.
  package static func link(_ label: String, to address: String?, rel: String = "") -> String {
    guard let page = address.flatMap(WebAddress.page) else { return text(label) }
    let relation = rel.isEmpty ? "noreferrer" : "\(rel) noreferrer"
    return "<a href=\"\(text(page))\" rel=\"\(relation)\">\(text(label))</a>"
  }
}
