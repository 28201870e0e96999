/// What a tile server said.
public enum TileAnswer<Image: Sendable>: Sendable {
  /// The tile, and the version it is.
  case tile(Image, entityTag: String?)
  /// The version that is known is the newest.
  case unchanged
  /// There is none, and there will be none soon.
  case missing
}

/// Asks a tile server for the tile at an address, naming the version that is known.
///
/// It throws where asking again later may help.
public typealias TileFetcher<Image: Sendable> =
  @MainActor (_ address: String, _ entityTag: String?) async throws -> TileAnswer<Image>
