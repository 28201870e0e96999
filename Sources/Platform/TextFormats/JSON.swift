/// A JSON value, read leniently: services write numbers as strings, and omit members.
package enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  /// Parses JSON; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
    guard let value = JSONReader.value(of: bytes) else { return nil }
    self = value
  }

  /// A member of an object; null if there is none.
  package subscript(_ name: String) -> JSON { members[name] ?? .null }

  package var isNull: Bool { self == .null }

  /// The elements of an array; empty if this is no array.
  package var elements: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The members of an object; empty if this is no object.
  package var members: [String: JSON] {
    guard case .object(let members) = self else { return [:] }
    return members
  }

  /// A string; numbers are converted.
  package var text: String? {
    switch self {
    case .text(let text): text
    case .number(let number) where number.isFinite:
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: nil
    }
  }

  /// A number; strings are converted.
  package var number: Double? {
    switch self {
    case .number(let number) where number.isFinite: number
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A whole number; strings are converted.
  package var integer: Int? { number.flatMap { Int(exactly: $0.rounded(.towardZero)) } }

  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
