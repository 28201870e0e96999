public enum TileAnswer<Image: Sendable>: Sendable {
  /// A picture, with the seconds for which it is current, if the server says that.
  case tile(Image, entityTag: String?, lifetime: Int?)
  /// The cached version is current.
  case unchanged(lifetime: Int?)
  /// The server has no such tile, and will not have it soon.
  case missing
  /// The server refuses this program.
  case refused
  /// The server's certificate does not prove that it is the one that was asked.
  case untrusted
}

public enum TileReach: Sendable {
  case reachable, unreachable, untrusted, refused
}

/// Requests the tile at an address, with the entity tag of the cached version.
///
/// Throws where a later request may succeed.
public typealias TileFetcher<Image: Sendable> =
  @MainActor (_ address: String, _ entityTag: String?) async throws -> TileAnswer<Image>
