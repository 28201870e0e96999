import CGLib
import GLibBridge
import TravelModel

package enum HTML {
  /// Escapes a text for content and quoted attributes.
  package static func text(_ text: String) -> String {
    // Control characters and noncharacters are errors in HTML.
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar.properties.generalCategory == .control { return " " }
      return scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
    }
    let allowed = String(String.UnicodeScalarView(scalars))
    return String(adopting: g_markup_escape_text(allowed, -1))
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
