package import Atlas
package import GLibBridge
import Observation
package import TouristSession
package import TravelModel

/// What all maps of a window are drawn of: tiles of the network, and the offline map below them.
@Observable
package final class MapMaterial {
  /// Where tiles come from, and what brings them; without it, there are none.
  private(set) var tiles: (source: TileSource, loader: TileLoader?) = (.offline, nil)
  /// Counts the times that tiles which were given up can be had again.
  private(set) var renewals = 0
  /// What is shown where there are no tiles; nil until it was read.
  private(set) var world: (outlines: Outlines, gazetteer: Gazetteer?)?
  /// Called when the tile server stops or begins to answer.
  @ObservationIgnored package var onTilesReachable: (Bool) -> Void = { _ in }

  /// Makes maps that show nothing yet.
  package init() {}

  /// Takes the tiles of a server from what brings them, and keeps none of them on disk.
  package func showTiles(
    from template: TileTemplate, fetch: @escaping TileFetcher<Bytes>
  ) {
    showTiles(
      of: .custom(template), loader: TileLoader(template: template, cacheFolder: nil, fetch: fetch))
  }

  /// Takes the tiles from `source`, loaded by `loader`, in the place of those before.
  package func showTiles(of source: TileSource, loader: TileLoader?) {
    tiles.loader?.close()
    loader?.onReachable = { [weak self] isReachable in
      guard let self else { return }
      // What was left empty in the meantime is asked for anew.
      if isReachable { renewals += 1 }
      onTilesReachable(isReachable)
    }
    tiles = (source, loader)
  }

  /// Shows the offline map where there are no tiles.
  package func showOfflineMap(_ outlines: Outlines, _ gazetteer: Gazetteer?) {
    if world == nil { world = (outlines, gazetteer) }
  }

  /// Asks the tile server again now.
  package func retryTiles() { tiles.loader?.retry() }
}
