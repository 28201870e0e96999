package import GLibBridge
package import Imaging
import MapWidget
package import TouristSession
import TravelModel
package import Widgets

/// What the windows work with.
package struct Context {
  /// The program's version.
  let version: String
  let session: Session
  let pictures: PictureMap
  let flickrKey: FlickrKey
  let network: NetworkWatch
  let settings: Settings
  let fetchTile: TileFetcher<Bytes>
  let cacheFolder: String
  let decoder: PictureDecoder
  let largeImages: LargeImages

  package init(
    version: String, session: Session, pictures: PictureMap, flickrKey: FlickrKey,
    network: NetworkWatch,
    settings: Settings,
    cacheFolder: String, decoder: PictureDecoder, largeImages: LargeImages,
    fetchTile: @escaping TileFetcher<Bytes>
  ) {
    self.version = version
    self.session = session
    self.pictures = pictures
    self.flickrKey = flickrKey
    self.network = network
    self.settings = settings
    self.cacheFolder = cacheFolder
    self.decoder = decoder
    self.largeImages = largeImages
    self.fetchTile = fetchTile
  }

  func makeTileLoader(_ template: TileTemplate) -> TileLoader {
    TileLoader(template: template, cacheFolder: "\(cacheFolder)/tiles", fetch: fetchTile)
  }
}
