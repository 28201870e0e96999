import CGLib
import DrawnPostcards
import Files
import GLibBridge
import Glibc
import Imaging
import OwnPictures
package import PhotoSources
import PlaceArticles
package import Places
import Secrets
import SoupHTTP
import TouristSession
package import TravelModel
package import WebServices
import Widgets
import WindowUI

/// Puts the parts together.
package enum Wiring {
  /// The offline map, of which nothing is read yet.
  static func world(of installation: Installation) -> World {
    World(folder: "\(installation.share)/virtual-tourist/atlas", languages: preferredLanguages())
  }

  /// Makes the context for windows and commands; nil, with a message, if the installation is
  /// incomplete.
  static func context(
    of installation: Installation, world: World, hasSessionBus: Bool
  ) -> Context? {
    let settings = Settings(schema: Installation.applicationID, hasSessionBus: hasSessionBus)
    guard let settings else {
      Installation.complain(
        tr("Virtual Tourist is not installed completely: its settings schema is missing."))
      return nil
    }
    DistanceUnits.shared.choose(settings.distanceUnits)
    settings.onChange(of: .distanceUnits) { DistanceUnits.shared.choose(settings.distanceUnits) }
    let languages = preferredLanguages()
    let client = SoupClient(userAgent: Installation.userAgent(contact: settings[.contact]))
    settings.onChange(of: .contact) {
      client.userAgent = Installation.userAgent(contact: settings[.contact])
    }
    let downloader = Downloader(client: client)
    let network = NetworkWatch(watch: Network.onReturn)
    network.onReturn {
      client.networkReturned()
      Task { await downloader.networkReturned() }
    }
    let flickrKey = FlickrKey(
      store: Keyring(
        applicationID: Installation.applicationID, service: SourceChoice.flickr.rawValue,
        label: tr("Virtual Tourist’s key to Flickr")),
      environment: getenv(FlickrKey.variable).map { String(cString: $0) })
    let sources = sources(
      client: client, downloader: downloader, world: world, languages: languages,
      cacheFolder: Installation.cacheFolder,
      commonsEndpoint: { await settings[.commonsEndpoint] },
      wikipediaEndpoint: {
        await settings[.placeArticles] ? settings[.wikipediaEndpoint] : ""
      },
      wikidataEndpoint: { await settings[.wikidataEndpoint] },
      flickrEndpoint: { await settings[.flickrEndpoint] },
      flickrKey: { await flickrKey.key() },
      panoramaxEndpoint: { await settings[.panoramaxEndpoint] },
      picturesFolder: { await settings.picturesFolder },
      isOn: { await settings[asks: $0] })
    let albums = AlbumRegistry(
      sources: sources, check: content(of:looks:), quickCheck: flaws(of:), network: network,
      options: { settings.albumOptions })
    Task { for await pause in downloader.pausesBegun { albums.pauses.record(pause) } }
    for key: Settings.Key in [.askCommons, .askFlickr, .askPanoramax] {
      settings.onChange(of: key) { if settings[key] { albums.retryTurnedOff() } }
    }
    let session = Session(
      library: Library(folder: Installation.libraryFolder), world: world, languages: languages,
      albums: albums,
      articles: articleFetcher(
        client: client, network: network, language: languages.first, settings),
      prefetches: { settings[.prefetch] })
    let images = largeImages(downloader: downloader.withOwnQueue(), settings: settings)
    let panoramax = sources.lazy.compactMap { $0 as? PanoramaxSource }.first!
    return Context(
      version: Installation.version, session: session, pictures: pictureMap(of: sources),
      walk: StreetWalk(panoramax, images: images, network: network),
      fetchStreets: { try await panoramax.coverage(x: $0, y: $1, zoom: $2) },
      found: foundPhotos(of: sources, downloader: downloader, settings: settings),
      flickrKey: flickrKey, network: network, settings: settings,
      cacheFolder: Installation.cacheFolder, largeImages: images,
      fetchTile: { try await fetchTile(from: $0, entityTag: $1, with: client) })
  }

  /// Makes the sources; settings are read at each use, and `isOn` before each request.
  package static func sources(
    client: any HTTPClient, downloader: Downloader, retry: RetryPolicy = .search, world: World,
    languages: [String], cacheFolder: String,
    commonsEndpoint: @escaping @Sendable () async -> String,
    wikipediaEndpoint: @escaping @Sendable () async -> String,
    wikidataEndpoint: @escaping @Sendable () async -> String = { "" },
    flickrEndpoint: @escaping @Sendable () async -> String,
    flickrKey: @escaping @Sendable () async -> String?,
    panoramaxEndpoint: @escaping @Sendable () async -> String = { "" },
    picturesFolder: @escaping @Sendable () async -> String?,
    isOn: @escaping @Sendable (_ source: String) async -> Bool
  ) -> [any PhotoSource] {
    [
      CommonsSource(
        client: SwitchedClient(client) { await isOn(SourceChoice.commons.source) },
        downloader: downloader.asking { await isOn(SourceChoice.commons.source) },
        language: languages.first ?? "en", retry: retry, endpoint: commonsEndpoint,
        wikipedia: wikipediaEndpoint, wikidata: wikidataEndpoint),
      FlickrSource(
        client: SwitchedClient(client) { await isOn(SourceChoice.flickr.source) },
        downloader: downloader.asking { await isOn(SourceChoice.flickr.source) }, retry: retry,
        endpoint: flickrEndpoint, key: flickrKey),
      PanoramaxSource(
        client: SwitchedClient(client) { await isOn(SourceChoice.panoramax.source) },
        downloader: downloader.asking { await isOn(SourceChoice.panoramax.source) }, retry: retry,
        endpoint: panoramaxEndpoint),
      PostcardSource(
        outlines: { await world.outlines() }, gazetteer: { await world.gazetteer() },
        languages: languages, title: { await world.name(of: $0, languages: languages) },
        now: { Double(time(nil)) }),
      PicturesSource(cacheFolder: cacheFolder, folder: picturesFolder),
    ]
  }

  private static func articleFetcher(
    client: any HTTPClient, network: NetworkWatch, language: String?, _ settings: Settings
  ) -> ArticleFetcher {
    let client = SwitchedClient(client) { await settings[.placeArticles] }
    let source = WikiArticles(client: client, language: language ?? "en") {
      switch $0 {
      case .wikipedia: await settings[.wikipediaEndpoint]
      case .wikivoyage: await settings[.wikivoyageEndpoint]
      }
    }
    return ArticleFetcher(source: source, network: network) {
      (settings[.placeArticles], Double(settings.searchRadius))
    }
  }

  private static func pictureMap(of sources: [any PhotoSource]) -> PictureMap {
    let own = sources.lazy.compactMap { $0 as? PicturesSource }.first!
    return PictureMap(
      places: { try await own.places() }, details: { try await own.details(of: $0) },
      locate: PicturesSource.place(of:))
  }

  private static func foundPhotos(
    of sources: [any PhotoSource], downloader: Downloader, settings: Settings
  ) -> FoundPhotos {
    let commons = sources.lazy.compactMap { $0 as? CommonsSource }.first!
    let images = largeImages(
      in: "found", limit: foundLimit, width: 2, downloader: downloader, settings: settings)
    return FoundPhotos(images: images, now: { Double(time(nil)) }) {
      try await commons.bestPhotos(around: $0, within: $1)
    }
  }

  /// The bound of the small images of found photos, in bytes: some thousands of them.
  private static let foundLimit = 50 << 20

  private static func largeImages(
    in folder: String = "large", limit: Int = LargeImages.standardLimit, width: Int = 1,
    downloader: Downloader, settings: Settings
  ) -> LargeImages {
    LargeImages(
      folder: "\(Installation.cacheFolder)/\(folder)", limit: limit, width: width,
      check: content(of:looks:),
      fetch: { address, source, file in
        let endpoint = await endpoint(of: source, in: settings)
        try await downloader.asking { await settings[asks: source] }.fetch(
          address, of: endpoint, into: file, limit: Downloader.largeLimit)
      })
  }

  /// The API address of a source; empty for sources without one.
  private static func endpoint(of source: String, in settings: Settings) -> String {
    switch SourceChoice(rawValue: source) {
    case .commons: settings[.commonsEndpoint]
    case .flickr: settings[.flickrEndpoint]
    case .panoramax: settings[.panoramaxEndpoint]
    default: ""
    }
  }

  /// Checks that a file is an intact picture, and computes its look if `looks`.
  package nonisolated static func content(
    of path: String, looks: Bool
  ) async throws(PictureFailure) -> PictureContent {
    try await WorkQueue.shared.run { () throws(PictureFailure) in
      let file = try PictureFile(checking: path)
      return PictureContent(
        fileExtension: file.kind.fileExtension, size: file.size,
        look: looks ? file.look : nil)
    }
  }

  /// Checks stored files quickly.
  package nonisolated static func flaws(of paths: [String]) async -> [String: PictureFailure] {
    await WorkQueue.shared.run {
      paths.reduce(into: [:]) { $0[$1] = PictureFile.flaw(at: $1) }
    }
  }

  /// The longest tile accepted, in bytes.
  private static let tileLimit = 2 << 20

  private static func fetchTile(
    from address: String, entityTag: String?, with client: SoupClient
  ) async throws -> TileAnswer<Bytes> {
    let answer: HTTPAnswer
    do {
      answer = try await client.fetch(address, entityTag: entityTag, limit: tileLimit)
    } catch HTTPError.untrusted {
      return .untrusted
    }
    switch answer.head.status {
    case 200:
      return .tile(
        Bytes(copying: answer.body), entityTag: answer.entityTag, lifetime: answer.lifetime)
    case 304: return .unchanged(lifetime: answer.lifetime)
    case 403: return .refused
    case 204, 400, 404, 410: return .missing
    default: throw HTTPError.unreachable(reason: "HTTP \(answer.head.status)")
    }
  }
}
