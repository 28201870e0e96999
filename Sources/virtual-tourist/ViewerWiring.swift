import GLibBridge
import Imaging
import OwnPictures
import PhotoSources
import Tourist
import TouristUI
import Travels

extension Wiring {
  /// Makes what the viewer works with.
  static func viewerTools(downloader: Downloader, check: @escaping PictureCheck) -> ViewerTools {
    let largeImages = LargeImages(
      folder: "\(Installation.cacheFolder)/large", check: check,
      fetch: { try await downloader.fetch($0, to: $1) })
    // One picture at a time: each takes as much memory as all thumbnails of an album.
    let turnstile = Turnstile(width: 1)
    return ViewerTools(
      largeImages: largeImages,
      decode: { path, wanted in
        try await turnstile.pass {
          let outcome = await WorkQueue.shared.run { decode(path, wanted) }
          return try outcome.get()
        }
      },
      writeCredit: { photo, path in
        await WorkQueue.shared.run { OwnPictures.writeCredit(of: photo, into: path) }
      })
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
