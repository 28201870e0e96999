import CGLib
import GLibBridge
import TravelModel

/// Escapes untrusted text for HTML.
package enum HTML {
  /// Escapes a text for content and quoted attributes.
  package static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Control characters and noncharacters are errors in HTML.
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): escaped += " "
      case _ where scalar.properties.isNoncharacterCodePoint: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Percent-encodes a text for an address, except letters, digits and the given characters.
  static func address(of text: String, keeping others: String? = nil) -> String {
    String(adopting: g_uri_escape_string(text, others, 0))
  }

  /// A link to a web page, or just the text if the address is invalid.
  package static func link(_ label: String, to address: String?, rel: String = "") -> String {
    guard let page = address.flatMap(WebAddress.page) else { return text(label) }
    let relation = rel.isEmpty ? "noreferrer" : "\(rel) noreferrer"
    return "<a href=\"\(text(page))\" rel=\"\(relation)\">\(text(label))</a>"
  }
}
