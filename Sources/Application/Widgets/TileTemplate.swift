import TravelModel

/// The address of a server's tiles, with `{z}`, `{x}` and `{y}` for zoom, column and row.
nonisolated package struct TileTemplate: Hashable, Sendable {
  package let text: String

  package enum Flaw: Error, Hashable, Sendable {
    /// `{z}`, `{x}` or `{y}` is missing.
    case lacksPlaces
    /// It is not `https:`, nor `http:` to this machine.
    case notSecure
  }

  /// OpenStreetMap's server, in the form that its policy prescribes.
  package static let openStreetMap = TileTemplate(
    trusted: "https://tile.openstreetmap.org/{z}/{x}/{y}.png")

  private init(trusted text: String) { self.text = text }

  /// Checks an address that the user typed.
  package init(_ text: String) throws(Flaw) {
    let text = text.trimmed
    guard ["{z}", "{x}", "{y}"].allSatisfy(text.contains) else { throw .lacksPlaces }
    guard WebAddress.isAllowed(text) else { throw .notSecure }
    self.text = text
  }

  /// The server's name, to be shown to the user.
  package var host: String { WebAddress.host(of: text) ?? text }

  package func address(x: Int, y: Int, zoom: Int) -> String {
    // Numbers have no braces, so one can follow the other.
    text.replacing("{z}", with: "\(zoom)").replacing("{x}", with: "\(x)")
      .replacing("{y}", with: "\(y)")
  }
}
