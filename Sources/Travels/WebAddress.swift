/// What the program may talk to, and which pages of the web it may open.
///
/// Programs are at odds on what some addresses mean, such as `http://one\@another/`. So addresses are
/// read here more strictly than any of them reads: what is unusual is none, and the rest means one
/// thing to all of them.
public enum WebAddress {
  /// Tells whether an address may be asked: `https:` anywhere, `http:` on this machine alone.
  public static func isAllowed(_ address: String) -> Bool {
    Parts(address).map { isAllowed(scheme: $0.scheme, host: $0.host) } ?? false
  }

  /// Tells whether a server may be asked by a scheme, of an address that somebody else has read.
  public static func isAllowed(scheme: String, host: String) -> Bool {
    switch scheme {
    case "https": !host.isEmpty
    case "http": isThisMachine(host)
    default: false
    }
  }

  /// The server an address names, in lower case; nil where the address is none of the web.
  public static func host(of address: String) -> String? { Parts(address)?.host }

  /// The address of a page that may be opened: `https:` alone, by which old ones are asked for too.
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
  /// What counts of an address.
  private struct Parts {
    var scheme: String
    var host: String

    init?(_ address: String) {
      // No blanks and nothing invisible: some drop it, some end there.
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

    /// Tells whether this is what may stand behind a server: nothing, or a colon and a port.
    private static func isPort(_ text: Substring) -> Bool {
      guard !text.isEmpty else { return true }
      let digits = text.dropFirst()
      return text.hasPrefix(":") && digits.allSatisfy { $0.isASCII && $0.isNumber }
        && UInt16(digits) != nil
    }
  }
}
