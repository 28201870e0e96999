import Observation
package import Places
package import TouristSession
import Widgets

/// What all maps of a window are drawn of: tiles of the network, and the offline map below them.
@Observable
package final class MapMaterial {
  /// What loads the tiles; nil where there are none.
  package private(set) var tiles: TileLoader?
  /// Rises when tiles that could not be loaded should be requested again.
  private(set) var renewals = 0
  /// What is shown where there are no tiles; nil until it was read.
  private(set) var world: MapData?
  /// What is named on it; nil until it was read.
  private(set) var names: MapNames?
  /// The numbers of the countries that are tinted where there are no tiles.
  package var tinted: Set<Int> = []
  /// Whether the tile server sends its tiles.
  package private(set) var reach = TileReach.reachable
  /// Whether maps have the detail of tiles.
  package var isDetailed: Bool { tiles != nil && reach == .reachable }

  /// Whether it is known what is named where.
  package var hasNames: Bool { names != nil }

  /// Makes maps that show nothing yet.
  package init() {}

  /// Takes the tiles that `loader` loads, in the place of those before.
  package func showTiles(by loader: TileLoader?) {
    tiles?.close()
    loader?.onReach = { [weak self] reach in
      guard let self else { return }
      // What was left empty in the meantime is asked for anew.
      if reach == .reachable { renewals += 1 }
      if self.reach != reach { self.reach = reach }
    }
    tiles = loader
    reach = loader?.isResting == true ? .refused : .reachable
  }

  /// Shows the offline map where there are no tiles.
  package func showOfflineMap(_ data: MapData) {
    if world == nil { world = data }
  }

  /// Names places on the offline map.
  package func showNames(_ data: MapNameData) {
    if names == nil { names = MapNames(data, languages: preferredLanguages()) }
  }

  /// Asks the tile server again now.
  package func retryTiles() { tiles?.retry() }
}
