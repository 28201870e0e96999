/// A JSON value, read forgivingly: services write numbers as texts, and leave out what they promise.
enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads an answer, or returns nil where it is no JSON.
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

  /// Tells whether this is nothing.
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

  /// A text, also of a number.
  var text: String? {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number) where number.isFinite: "\(number)"
    default: nil
    }
  }

  /// A number, also from a text.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number) where number.isFinite: number
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A whole number, also from a text.
  var integer: Int? {
    switch self {
    case .integer(let integer): integer
    default: number.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }
  }
}
