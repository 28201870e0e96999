import DrawnPostcards
import GLibBridge
import Glibc
import OwnPictures
package import PhotoSources
package import Places
import TouristSession
package import WebServices

/// What sources need at each use, because settings may have changed.
package struct SourceOptions: Sendable {
  package var commonsEndpoint: @Sendable () async -> String
  /// The address has `{language}` where the language's code belongs; an empty one is not asked.
  package var wikipediaEndpoint: @Sendable () async -> String
  package var flickrEndpoint: @Sendable () async -> String
  package var flickrKey: @Sendable () async -> String?
  package var picturesFolder: @Sendable () async -> String?

  package init(
    commonsEndpoint: @escaping @Sendable () async -> String,
    wikipediaEndpoint: @escaping @Sendable () async -> String,
    flickrEndpoint: @escaping @Sendable () async -> String,
    flickrKey: @escaping @Sendable () async -> String?,
    picturesFolder: @escaping @Sendable () async -> String?
  ) {
    self.commonsEndpoint = commonsEndpoint
    self.wikipediaEndpoint = wikipediaEndpoint
    self.flickrEndpoint = flickrEndpoint
    self.flickrKey = flickrKey
    self.picturesFolder = picturesFolder
  }
}

extension Wiring {
  package static func sources(
    client: any HTTPClient, downloader: Downloader, retry: RetryPolicy = .search,
    options: SourceOptions, world: World, languages: [String], cacheFolder: String
  ) -> [any PhotoSource] {
    [
      CommonsSource(
        client: client, downloader: downloader, language: languages.first ?? "en", retry: retry,
        endpoint: options.commonsEndpoint, wikipedia: options.wikipediaEndpoint),
      FlickrSource(
        client: client, downloader: downloader, retry: retry, endpoint: options.flickrEndpoint,
        key: options.flickrKey),
      PostcardSource(
        outlines: { await world.outlines() }, gazetteer: { await world.gazetteer() },
        languages: languages, title: { await world.name(of: $0, languages: languages) },
        now: { Double(time(nil)) }),
      PicturesSource(cacheFolder: cacheFolder, folder: options.picturesFolder),
    ]
  }
}
