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

  /// The name of a file as a part of an address.
  static func address(ofFile name: String) -> String {
    var address = ""
    for byte in name.utf8 {
      let isPlain =
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || "-._~".utf8.contains(byte)
      if isPlain {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += self.address(ofByte: byte)
      }
    }
    return address
  }

  /// A byte as a part of an address.
  static func address(ofByte byte: UInt8) -> String {
    "\(byte < 16 ? "%0" : "%")\(String(byte, radix: 16, uppercase: true))"
  }

  /// A text that links to a web page, or the text alone where the address is none.
  package static func link(_ label: String, to address: String?, rel: String = "") -> String {
    guard let page = address.flatMap(WebAddress.page) else { return text(label) }
    let relation = rel.isEmpty ? "noreferrer" : "\(rel) noreferrer"
    return "<a href=\"\(text(page))\" rel=\"\(relation)\">\(text(label))</a>"
  }
}
