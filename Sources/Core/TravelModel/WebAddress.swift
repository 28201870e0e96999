/// Decides which addresses the program may request, and which web pages it may open.
///
/// Programs parse some addresses differently, such as `http://one\@another/`. This parser is
/// stricter than all of them, and rejects anything ambiguous.
public enum WebAddress {
  /// Whether an address may be requested: `https:` anywhere, `http:` on this machine only.
  public static func isAllowed(_ address: String) -> Bool {
    Parts(address).map { isAllowed(scheme: $0.scheme, host: $0.host) } ?? false
  }

  /// Whether an address that another parser has split may be requested.
  public static func isAllowed(scheme: String, host: String) -> Bool {
    switch scheme {
    case "https": !host.isEmpty
    case "http": isThisMachine(host)
    default: false
    }
  }

  /// The server's name in lower case; nil if this is no web address.
  public static func host(of address: String) -> String? { Parts(address)?.host }

  /// The `https:` address of a page that may be opened; `http:` is upgraded.
  public static func page(_ address: String) -> String? {
    guard let parts = Parts(address) else { return nil }
    return parts.scheme == "http" ? "https\(address.dropFirst(parts.scheme.utf8.count))" : address
  }

  private static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }
}

extension WebAddress {
  private struct Parts {
    var scheme: String
    var host: String

    init?(_ address: String) {
      // Some parsers drop blanks and control characters, others stop at them.
      guard address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }),
        let colon = address.firstIndex(of: ":"),
        case let scheme = address[..<colon].lowercased(), ["http", "https"].contains(scheme),
        case let rest = address[address.index(after: colon)...], rest.hasPrefix("//"),
        let host = Parts.host(ofAuthority: rest.dropFirst(2).prefix { !"/?#".contains($0) })
      else { return nil }
      self.scheme = scheme
      self.host = host
    }

    private static func host(ofAuthority authority: Substring) -> String? {
      let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
      guard let server = parts.last, parts.count <= 2,
        parts.dropLast().allSatisfy({ consists($0, ofLettersOr: "-._~!$&'()*+,;=:%") })
      else { return nil }
      if server.hasPrefix("[") {
        let ends = server.dropFirst().split(separator: "]", omittingEmptySubsequences: false)
        guard ends.count == 2, isPort(ends[1]), ends[0].contains(":"),
          ends[0].allSatisfy({ $0.isASCII && ($0.isHexDigit || ":.".contains($0)) })
        else { return nil }
        return ends[0].lowercased()
      }
      let name = server.prefix { $0 != ":" }
      guard !name.isEmpty, consists(name, ofLettersOr: "-._"), isPort(server[name.endIndex...])
      else { return nil }
      return name.lowercased()
    }

    private static func consists(_ text: Substring, ofLettersOr others: String) -> Bool {
      text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
    }

    /// Whether a text may follow a server's name: nothing, or a colon and a port.
    private static func isPort(_ text: Substring) -> Bool {
      guard !text.isEmpty else { return true }
      let digits = text.dropFirst()
      return text.hasPrefix(":") && digits.allSatisfy { $0.isASCII && $0.isNumber }
        && UInt16(digits) != nil
    }
  }
}
