/// Parses JSON strictly by RFC 8259: no comments, no single quotes.
package struct JSONReader: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  /// How many values may still be read.
  private var values: Int

  /// The deepest nesting: more than services use, and safe for a recursive parser.
  private static let deepest = 100

  private struct Malformed: Error {}

  /// Parses one value and nothing after it; nil if that fails.
  static func value(of bytes: [UInt8]) -> JSON? {
    bytes.withUnsafeBufferPointer {
      var reader = JSONReader(bytes: $0, values: .max)
      let value = try? reader.value(depth: 0)
      return reader.peek() == nil ? value : nil
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, values: Int) {
    self.bytes = bytes
    self.values = values
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }  // byte order mark
  }

  private mutating func value(depth: Int) throws(Malformed) -> JSON {
    values -= 1
    guard depth <= JSONReader.deepest, values >= 0 else { throw Malformed() }
    switch peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Malformed) -> JSON {
    place += 1
    var members: [String: JSON] = [:]
    guard !consume("}") else { return .object(members) }
    repeat {
      let name = try name()
      members[name] = try value(depth: depth + 1)
    } while consume(",")
    guard consume("}") else { throw Malformed() }
    return .object(members)
  }

  /// Reads the name of a member, and the colon behind it.
  private mutating func name() throws(Malformed) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw Malformed() }
    let name = try text()
    guard consume(":") else { throw Malformed() }
    return name
  }

  private mutating func array(depth: Int) throws(Malformed) -> JSON {
    place += 1
    var elements: [JSON] = []
    guard !consume("]") else { return .array(elements) }
    repeat { elements.append(try value(depth: depth + 1)) } while consume(",")
    guard consume("]") else { throw Malformed() }
    return .array(elements)
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(Malformed) -> JSON {
    for offset in 0..<word.utf8CodeUnitCount where next() != word.utf8Start[offset] {
      throw Malformed()
    }
    return value
  }
}

extension JSONReader {
  /// Parses a long array, or an object with a long array called `list`, one element at a time.
  ///
  /// `each` gets each element and its offset, and returns whether to continue. An element with more
  /// than `most` values counts as malformed. Returns the members of the object without its list, and
  /// the offset at which the document is malformed, if it is.
  package static func read(
    _ bytes: [UInt8], list: String, most: Int, each: (JSON, Int) -> Bool
  ) -> (members: [String: JSON], brokenPlace: Int?) {
    bytes.withUnsafeBufferPointer {
      var reader = JSONReader(bytes: $0, values: most)
      var members: [String: JSON] = [:]
      do throws(Malformed) {
        if reader.peek() == UInt8(ascii: "[") {
          guard try reader.elements(most: most, each: each) else { return (members, nil) }
        } else {
          guard reader.consume("{") else { throw Malformed() }
          guard !reader.consume("}") else { return (members, nil) }
          repeat {
            let name = try reader.name()
            if name == list, reader.peek() == UInt8(ascii: "[") {
              guard try reader.elements(most: most, each: each) else { return (members, nil) }
            } else {
              members[name] = try reader.value(depth: 1)
            }
          } while reader.consume(",")
          guard reader.consume("}") else { throw Malformed() }
        }
        guard reader.peek() == nil else { throw Malformed() }
        return (members, nil)
      } catch {
        return (members, reader.place)
      }
    }
  }

  /// Returns false if `each` has.
  private mutating func elements(most: Int, each: (JSON, Int) -> Bool) throws(Malformed) -> Bool {
    place += 1
    guard !consume("]") else { return true }
    repeat {
      values = most
      _ = peek()
      let start = place
      guard each(try value(depth: 1), start) else { return false }
    } while consume(",")
    guard consume("]") else { throw Malformed() }
    return true
  }
}

extension JSONReader {
  private mutating func number() throws(Malformed) -> JSON {
    let start = place
    _ = consumeByte("-")
    if !consumeByte("0") { try digits() }
    if consumeByte(".") { try digits() }
    if consumeByte("e") || consumeByte("E") {
      _ = consumeByte("+") || consumeByte("-")
      try digits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return Double(text).map { .number($0) } ?? .null
  }

  private mutating func digits() throws(Malformed) {
    let start = place
    while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
      place += 1
    }
    guard place > start else { throw Malformed() }
  }

  private mutating func text() throws(Malformed) -> String {
    place += 1
    var text = ""
    var start = place
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\""):
        return text + String(decoding: bytes[start..<(place - 1)], as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[start..<(place - 1)], as: UTF8.self)
        text.unicodeScalars.append(try escaped())
        start = place
      case 0..<0x20: throw Malformed()
      default: break
      }
    }
    throw Malformed()
  }

  private mutating func escaped() throws(Malformed) -> Unicode.Scalar {
    switch next() {
    case let mark? where "\"\\/".utf8.contains(mark): return Unicode.Scalar(mark)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try character()
    default: throw Malformed()
    }
  }

  /// Reads a `\u` escape or a surrogate pair; invalid ones become U+FFFD, and so does NUL, which
  /// ends C strings.
  private mutating func character() throws(Malformed) -> Unicode.Scalar {
    let unit = try fourDigits()
    if UTF16.isLeadSurrogate(unit), place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    {
      let before = place
      place += 2
      let trail = try fourDigits()
      if UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
      place = before
    }
    return unit == 0 ? "\u{FFFD}" : Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private mutating func fourDigits() throws(Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Malformed()
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension JSONReader {
  private mutating func next() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  /// Skips white space and returns the next byte without consuming it.
  private mutating func peek() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Skips white space, and consumes `mark` if it is next.
  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    _ = peek()
    return consumeByte(mark)
  }

  /// Consumes `mark` if it is the next byte.
  private mutating func consumeByte(_ mark: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }
}
