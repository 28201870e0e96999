package import GLibBridge
package import MapWidget
package import TouristSession
package import Widgets

/// The models and services shared by windows and commands.
package struct Context {
  /// The program's version.
  package let version: String
  package let session: Session
  package let pictures: PictureMap
  let walk: StreetWalk
  /// Gets a square of the map with where there are pictures of streets.
  let fetchStreets: StreetCoverage.Fetch
  let found: FoundPhotos
  package let flickrKey: FlickrKey
  package let settings: Settings
  let network: NetworkWatch
  let fetchTile: TileFetcher<Bytes>
  let cacheFolder: String
  let largeImages: LargeImages

  package init(
    version: String, session: Session, pictures: PictureMap, walk: StreetWalk,
    fetchStreets: @escaping StreetCoverage.Fetch, found: FoundPhotos, flickrKey: FlickrKey,
    network: NetworkWatch, settings: Settings, cacheFolder: String,
    largeImages: LargeImages, fetchTile: @escaping TileFetcher<Bytes>
  ) {
    (self.version, self.session, self.pictures) = (version, session, pictures)
    (self.walk, self.fetchStreets, self.found) = (walk, fetchStreets, found)
    (self.flickrKey, self.network, self.settings) = (flickrKey, network, settings)
    (self.cacheFolder, self.largeImages, self.fetchTile) = (cacheFolder, largeImages, fetchTile)
  }

  func makeTileLoader(_ template: TileTemplate, of map: TileMap) -> TileLoader {
    TileLoader(template: template, of: map, cacheFolder: "\(cacheFolder)/tiles", fetch: fetchTile)
  }
}
