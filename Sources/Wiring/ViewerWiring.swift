import AlbumUI
import Files
import GLibBridge
import Imaging
import OwnPictures
import PhotoSources
import Tourist
import TouristUI
import Travels
import Widgets

extension Wiring {
  /// Makes what the viewer works with.
  static func viewerTools(
    downloader: Downloader, settings: Settings, check: @escaping PictureCheck
  ) -> ViewerTools {
    let largeImages = LargeImages(
      folder: "\(Installation.cacheFolder)/large", check: check,
      fetch: { address, source, file in
        let endpoint = await endpoint(of: source, in: settings)
        try await downloader.fetch(
          address, of: endpoint, into: file, limit: Downloader.largeLimit)
      })
    // One picture at a time: each takes as much memory as all thumbnails of an album.
    let limiter = Limiter(width: 1)
    return ViewerTools(
      largeImages: largeImages,
      decode: { path, wanted in
        try await limiter.pass {
          let outcome = await WorkQueue.shared.run { decode(path, wanted) }
          return try outcome.get()
        }
      },
      writeCredit: { photo, path in
        await WorkQueue.shared.run { OwnPictures.writeCredit(of: photo, into: path) }
      })
  }

  /// Where a source asks; nowhere, for those that ask nobody.
  private static func endpoint(of source: String, in settings: Settings) -> String {
    switch source {
    case CommonsSource.name: settings.commonsEndpoint
    case FlickrSource.name: settings.flickrEndpoint
    default: ""
    }
  }

  nonisolated private static func decode(
    _ path: String, _ wanted: (PixelSize) -> PixelSize
  ) -> Result<DecodedPicture, PhotoFailure> {
    Result { () throws(PhotoFailure) in
      let file = try PictureFile(sniffing: path)
      let size = wanted(file.size)
      let picture = try file.thumbnail(coveringWidth: size.width, height: size.height)
      return DecodedPicture(
        pixels: picture.pixels, size: picture.size, stride: picture.stride,
        hasAlpha: picture.hasAlpha, fileSize: file.size)
    }
  }
}
