import Observation
package import Places
package import TouristSession
package import TravelModel
import Widgets

/// The data that all maps of a window draw: tiles of the network, and the offline map below them.
@Observable
package final class MapMaterial {
  /// The loader of the tiles of the network or of a file; nil if there are none.
  package private(set) var tiles: TileLoader?
  /// Increases when tiles that could not be loaded should be requested again.
  private(set) var renewals = 0
  /// The offline map; nil until it has been read.
  private(set) var world: MapData?
  /// The names on the offline map; nil until they have been read.
  private(set) var names: MapNames?
  /// The numbers of the countries that are tinted where there are no tiles.
  package var tinted: Set<Int> = []
  /// Whether the tile server sends its tiles.
  package private(set) var reach = TileReach.reachable

  /// A zoom at which tiles show the streets around a place.
  package nonisolated static let detailZoom = 13.0

  /// Whether maps show the detail of tiles at a place.
  package func isDetailed(at place: Coordinate) -> Bool {
    guard let map = tiles?.map, reach == .reachable else { return false }
    return Double(map.zooms.upperBound) >= MapMaterial.detailZoom && map.shows(place)
  }

  /// Whether the names of the offline map have been read.
  package var hasNames: Bool { names != nil }

  package init() {}

  /// Replaces the loader of tiles.
  package func showTiles(by loader: TileLoader?) {
    tiles?.close()
    loader?.onReach = { [weak self] reach in
      guard let self else { return }
      // Tiles that failed in the meantime are requested again.
      if reach == .reachable { renewals += 1 }
      if self.reach != reach { self.reach = reach }
    }
    tiles = loader
    reach = loader?.isResting == true ? .refused : .reachable
  }

  /// Sets the offline map, which shows where there are no tiles.
  package func showOfflineMap(_ data: MapData) {
    if world == nil { world = data }
  }

  /// Sets the names on the offline map.
  package func showNames(_ data: MapNameData) {
    if names == nil { names = MapNames(data, languages: preferredLanguages()) }
  }

  /// Asks the tile server again now.
  package func retryTiles() { tiles?.retry() }
}
