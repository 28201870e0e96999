import DrawnPostcards
import Glibc
import OwnPictures
package import PhotoSources
package import Places
package import WebServices

extension Wiring {
  /// Makes the sources; what settings may change is asked for at each use.
  package static func sources(
    client: any HTTPClient, downloader: Downloader, retry: RetryPolicy = .search, world: World,
    languages: [String], cacheFolder: String,
    commonsEndpoint: @escaping @Sendable () async -> String,
    wikipediaEndpoint: @escaping @Sendable () async -> String,
    flickrEndpoint: @escaping @Sendable () async -> String,
    flickrKey: @escaping @Sendable () async -> String?,
    picturesFolder: @escaping @Sendable () async -> String?
  ) -> [any PhotoSource] {
    [
      CommonsSource(
        client: client, downloader: downloader, language: languages.first ?? "en", retry: retry,
        endpoint: commonsEndpoint, wikipedia: wikipediaEndpoint),
      FlickrSource(
        client: client, downloader: downloader, retry: retry, endpoint: flickrEndpoint,
        key: flickrKey),
      PostcardSource(
        outlines: { try? await world.outlines() }, gazetteer: { try? await world.gazetteer() },
        languages: languages, title: { await world.name(of: $0, languages: languages) },
        now: { Double(time(nil)) }),
      PicturesSource(cacheFolder: cacheFolder, folder: picturesFolder),
    ]
  }
}
