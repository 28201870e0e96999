/// What the program may talk to.
public enum WebAddress {
  /// Tells whether an address may be asked: `https:` anywhere, `http:` on this machine alone.
  public static func isAllowed(_ address: String) -> Bool {
    guard let host = host(of: address) else { return false }
    return switch address.prefix(while: { $0 != ":" }).lowercased() {
    case "https": !host.isEmpty
    case "http": isLoopback(host)
    default: false
    }
  }

  /// The server an address names, in lower case.
  public static func host(of address: String) -> String? {
    guard let schemeEnd = address.firstIndex(of: ":") else { return nil }
    let rest = address[address.index(after: schemeEnd)...]
    guard rest.hasPrefix("//") else { return nil }
    return host(ofAuthority: rest.dropFirst(2).prefix { !"/?#\\".contains($0) })
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
