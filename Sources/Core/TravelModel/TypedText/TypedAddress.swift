/// A typed or pasted address, parsed only as far as `PlaceRequest` needs.
struct TypedAddress {
  let scheme: String
  /// The part after the scheme's colon.
  let rest: Substring

  init?(_ text: String) {
    if let colon = text.firstIndex(of: ":"),
      case let scheme = text[..<colon].lowercased(), ["geo", "http", "https"].contains(scheme)
    {
      self.scheme = scheme
      rest = text[text.index(after: colon)...]
    } else if let host = text.firstIndex(of: "/").map({ text[..<$0] }), host.contains("."),
      host.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "." || $0 == "-") })
    {
      // Browsers show addresses without their scheme, so people copy them that way.
      scheme = "https"
      rest = "//" + text
    } else {
      return nil
    }
  }

  /// The decoded `key=value` pairs after a mark; of repeated keys, the first.
  func parameters(after mark: Character) -> [String: String] {
    guard let start = rest.firstIndex(of: mark) else { return [:] }
    let part = rest[rest.index(after: start)...].prefix { $0 != "#" }
    var parameters: [String: String] = [:]
    for pair in part.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let key = halves[0].lowercased()
      if parameters[key] == nil { parameters[key] = halves[1].percentDecoded }
    }
    return parameters
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  public var trimmed: String {
    var rest = Substring(self)
    // Nearly every text has none, which its first and its last byte tell.
    let plain: ClosedRange<UInt8> = 0x21...0x7E
    if let first = rest.utf8.first, let last = rest.utf8.last, plain.contains(first),
      plain.contains(last)
    {
      return String(self)
    }
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// The text with `%41` and `+` decoded.
  var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  /// The part of the path after a mark, up to the next slash.
  func pathPart(after mark: String) -> Substring? {
    guard let range = self.firstRange(of: mark) else { return nil }
    return self[range.upperBound...].prefix { !"/?#".contains($0) }
  }

  func number(after mark: String) -> Double? {
    guard let range = self.firstRange(of: mark) else { return nil }
    return TypedCoordinate.number(self[range.upperBound...].prefix { "0123456789.-".contains($0) })
  }
}
