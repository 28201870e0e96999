/// Where the map's tiles come from.
public enum TileSource: Hashable, Sendable {
  /// OpenStreetMap's own server, under its tile policy.
  case openStreetMap
  /// A server of the user's choice.
  case custom(TileTemplate)
  /// No server at all.
  case offline

  /// The address of its tiles, if it has any.
  public var template: TileTemplate? {
    switch self {
    case .openStreetMap: .openStreetMap
    case .custom(let template): template
    case .offline: nil
    }
  }
}

/// The address of a tile with places for its zoom, column and row.
public struct TileTemplate: Hashable, Sendable {
  /// The address with `{z}`, `{x}` and `{y}` in it.
  public let text: String

  /// Why an address cannot be used for tiles.
  public enum Flaw: Error, Hashable, Sendable {
    /// One of `{z}`, `{x}` and `{y}` is not in it.
    case lacksPlaces
    /// It is neither `https:` nor, on this machine alone, `http:`.
    case notSecure
  }

  /// The server of OpenStreetMap, exactly as its policy wants it.
  public static let openStreetMap = TileTemplate(
    trusted: "https://tile.openstreetmap.org/{z}/{x}/{y}.png")

  private init(trusted text: String) { self.text = text }

  /// Takes an address that a user gave.
  public init(_ text: String) throws(Flaw) {
    let text = String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    guard ["{z}", "{x}", "{y}"].allSatisfy(text.contains) else { throw .lacksPlaces }
    guard WebAddress.isAllowed(text) else { throw .notSecure }
    self.text = text
  }

  /// The server's name, as the user may be shown it.
  public var host: String { WebAddress.host(of: text) ?? text }

  /// The address of one tile.
  public func address(x: Int, y: Int, zoom: Int) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix("{z}") {
        result += String(zoom)
      } else if rest.hasPrefix("{x}") {
        result += String(x)
      } else if rest.hasPrefix("{y}") {
        result += String(y)
      } else {
        result += "{"
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(3)
    }
    return result + rest
  }
}
