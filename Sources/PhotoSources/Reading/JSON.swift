import CGLib
import CJSON
import GLibBridge

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
    guard JSON.depth(of: bytes) <= JSON.deepest else { return nil }
    let parser = json_parser_new_immutable()!
    defer { g_object_unref(parser) }
    let isRead = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        json_parser_load_from_data(parser, $0.baseAddress, gssize($0.count), nil) != 0
      }
    }
    guard isRead, let root = json_parser_get_root(parser) else { return nil }
    self.init(root)
  }

  /// Deeper than any service nests, and no deeper than a parser that calls itself can go.
  private static let deepest = 100

  /// How deep the brackets nest outside of texts.
  private static func depth(of bytes: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    var isInText = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return deepest
  }

  private init(_ node: OpaquePointer) {
    switch json_node_get_node_type(node) {
    case JSON_NODE_OBJECT:
      let object = json_node_get_object(node)!
      var members: [String: JSON] = [:]
      let names = json_object_get_members(object)
      defer { g_list_free(names) }
      var link = names
      while let current = link {
        let name = current.pointee.data.assumingMemoryBound(to: CChar.self)
        members[String(cString: name)] = JSON(json_object_get_member(object, name)!)
        link = current.pointee.next
      }
      self = .object(members)
    case JSON_NODE_ARRAY:
      let array = json_node_get_array(node)!
      self = .array(
        (0..<json_array_get_length(array)).map { JSON(json_array_get_element(array, $0)!) })
    case JSON_NODE_VALUE:
      switch json_node_get_value_type(node) {
      case .glibBoolean: self = .flag(json_node_get_boolean(node) != 0)
      case .glibInt64: self = .integer(Int(json_node_get_int(node)))
      case .glibDouble: self = .number(json_node_get_double(node))
      default: self = .text(json_node_get_string(node).map { String(cString: $0) } ?? "")
      }
    default: self = .null
    }
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
    case .number(let number): "\(number)"
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
