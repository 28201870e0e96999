public import GLibBridge
public import Tourist
import Travels

/// What the windows work with.
public struct Context {
  let library: Library
  let map: MapModel
  let filler: AlbumFiller
  let flickrKey: FlickrKey
  let world: World
  let network: NetworkWatch
  let settings: Settings
  let undertakings: Undertakings
  let fetchTile: TileFetcher<Bytes>
  let cacheFolder: String
  let viewer: ViewerTools

  /// Puts it together.
  public init(
    library: Library, map: MapModel, filler: AlbumFiller, flickrKey: FlickrKey, world: World,
    network: NetworkWatch, settings: Settings, undertakings: Undertakings, cacheFolder: String,
    viewer: ViewerTools,
    fetchTile: @escaping TileFetcher<Bytes>
  ) {
    self.library = library
    self.map = map
    self.filler = filler
    self.flickrKey = flickrKey
    self.world = world
    self.network = network
    self.settings = settings
    self.undertakings = undertakings
    self.cacheFolder = cacheFolder
    self.viewer = viewer
    self.fetchTile = fetchTile
  }

  func makeTileLoader(_ template: TileTemplate) -> TileLoader {
    TileLoader(template: template, cacheFolder: "\(cacheFolder)/tiles", fetch: fetchTile)
  }
}
