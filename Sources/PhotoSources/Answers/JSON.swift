/// A JSON value, read leniently: services send numbers as strings, and omit members.
enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  /// Parses JSON; nil where it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let value = JSONReader.value(of: bytes) else { return nil }
    self = value
  }
}

extension JSON {
  /// A member of an object; null where there is none.
  subscript(_ name: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  var isNull: Bool { self == .null }

  /// The elements of an array; none where this is no array.
  var elements: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The members of an object; none where this is no object.
  var members: [String: JSON] {
    guard case .object(let members) = self else { return [:] }
    return members
  }

  /// A string; numbers are converted.
  var text: String? {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number) where number.isFinite: "\(number)"
    default: nil
    }
  }

  /// A number; strings are converted.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number) where number.isFinite: number
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A whole number; strings are converted.
  var integer: Int? {
    switch self {
    case .integer(let integer): integer
    default: number.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }
  }
}
