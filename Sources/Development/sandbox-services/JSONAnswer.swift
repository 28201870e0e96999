import Foundation

extension SandboxServer.Answer {
  /// An answer in JSON; with `isEscaped`, slashes and all beyond ASCII are escaped, as PHP does.
  static func json(_ value: Any, isEscaped: Bool = false) -> SandboxServer.Answer {
    let data = try! JSONSerialization.data(
      withJSONObject: value, options: isEscaped ? [] : .withoutEscapingSlashes)
    let text = String(decoding: data, as: UTF8.self)
    guard isEscaped else { return .text(text, type: "application/json") }
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      guard !scalar.isASCII else { return escaped.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 { escaped += String(format: "\\u%04x", unit) }
    }
    return .text(escaped, type: "application/json")
  }
}
