/// What the program may talk to.
public enum WebAddress {
  /// Tells whether an address may be asked: `https:` anywhere, `http:` on this machine alone.
  public static func isAllowed(_ address: String) -> Bool {
    guard let schemeEnd = address.firstIndex(of: ":") else { return false }
    let scheme = address[..<schemeEnd].lowercased()
    let rest = address[address.index(after: schemeEnd)...]
    guard rest.hasPrefix("//") else { return false }
    let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
    let host = host(ofAuthority: authority)
    switch scheme {
    case "https": return !host.isEmpty
    case "http": return isLoopback(host)
    default: return false
    }
  }

  private static func host(ofAuthority authority: Substring) -> String {
    let withoutUser = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if withoutUser.hasPrefix("[") {
      return String(withoutUser.dropFirst().prefix { $0 != "]" }).lowercased()
    }
    return withoutUser.prefix { $0 != ":" }.lowercased()
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
