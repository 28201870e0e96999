/// The answer of a tile server.
public enum TileAnswer<Image: Sendable>: Sendable {
  case tile(Image, entityTag: String?)
  /// The cached version is current.
  case unchanged
  /// The server has no such tile, and will not have it soon.
  case missing
}

/// Requests the tile at an address, with the entity tag of the cached version.
///
/// Throws where a later request may succeed.
public typealias TileFetcher<Image: Sendable> =
  @MainActor (_ address: String, _ entityTag: String?) async throws -> TileAnswer<Image>
