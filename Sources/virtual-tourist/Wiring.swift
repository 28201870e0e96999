import CGLib
import GLibBridge
import Glibc
import Imaging
import OwnPictures
import PhotoSources
import Postcards
import Secrets
import SoupHTTP
import Tourist
import TouristUI
import TravelStore
import Travels

/// Puts the parts together.
enum Wiring {
  /// Makes what the windows work with, or says why it cannot be had.
  static func context(for application: Application, installation: Installation) -> Context? {
    let settings = Settings(
      schema: Installation.applicationID, hasSessionBus: application.hasSessionBus)
    guard let settings else {
      Installation.complain(
        tr("Virtual Tourist is not installed completely: its settings schema is missing."))
      return nil
    }
    let folder = Installation.libraryFolder
    let library = Library(
      open: { () async throws(StoreError) in try await TravelStore(folder: folder) },
      setAside: { () async throws(StoreError) in try await TravelStore.setAside(folder: folder) })
    let world = World(folder: "\(installation.share)/virtual-tourist/atlas")
    let client = SoupClient(userAgent: Installation.userAgent)
    let downloader = Downloader(client: client)
    let network = NetworkWatch(watch: Network.onReturn)
    network.onReturn {
      client.networkReturned()
      Task { await downloader.networkReturned() }
    }
    let map = MapModel { await title(of: $0, in: world) }
    let flickrKey = FlickrKey(
      keeper: Keyring(
        applicationID: Installation.applicationID, service: FlickrSource.name,
        label: tr("Virtual Tourist’s key to Flickr")),
      environment: getenv(FlickrKey.variable).map { String(cString: $0) })
    let filler = AlbumFiller(
      sources: sources(
        client: client, downloader: downloader, settings: settings, flickrKey: flickrKey,
        world: world),
      check: kind(of:), glance: flaws(of:), network: network, wishes: { settings.albumWishes })
    return Context(
      library: library, map: map, filler: filler, flickrKey: flickrKey, world: world,
      network: network, settings: settings,
      undertakings: Undertakings(file: "\(Installation.cacheFolder)/under-way"),
      cacheFolder: Installation.cacheFolder,
      viewer: viewerTools(
        downloader: downloader.beside(), settings: settings, check: kind(of:)),
      fetchTile: { try await fetchTile(from: $0, entityTag: $1, with: client) })
  }

  /// All that photos can come from.
  private static func sources(
    client: SoupClient, downloader: Downloader, settings: Settings, flickrKey: FlickrKey,
    world: World
  ) -> [any PhotoSource] {
    [
      CommonsSource(
        client: client, downloader: downloader, language: preferredLanguages().first ?? "en",
        endpoint: { await settings.commonsEndpoint }),
      FlickrSource(
        client: client, downloader: downloader, endpoint: { await settings.flickrEndpoint },
        key: { await flickrKey.key() }),
      PostcardSource(
        outlines: { try? await world.outlines() }, gazetteer: { try? await world.gazetteer() },
        languages: preferredLanguages(), title: { await title(of: $0, in: world) },
        now: { Double(g_get_real_time()) / 1_000_000 }),
      PicturesSource(
        cacheFolder: Installation.cacheFolder, folder: { await settings.picturesFolder }),
    ]
  }

  /// What a file is, once it is proved whole.
  nonisolated private static func kind(of path: String) async throws(PhotoFailure) -> String {
    let outcome = await WorkQueue.shared.run {
      Result { () throws(PhotoFailure) in try PictureFile(checking: path).kind.fileExtension }
    }
    return try outcome.get()
  }

  /// What is wrong with files that were whole.
  nonisolated private static func flaws(of paths: [String]) async -> [String: PhotoFailure] {
    await WorkQueue.shared.run {
      paths.reduce(into: [:]) { $0[$1] = PictureFile.flaw(at: $1) }
    }
  }

  /// No tile of 256 pixels is longer than this, in bytes.
  private static let tileLimit = 2 << 20

  private static func fetchTile(
    from address: String, entityTag: String?, with client: SoupClient
  ) async throws -> TileAnswer<Bytes> {
    let answer = try await client.fetch(address, entityTag: entityTag, limit: tileLimit)
    switch answer.head.status {
    case 200: return .tile(answer.body, entityTag: answer.entityTag)
    case 304: return .unchanged
    case 204, 400, 404, 410: return .missing
    default: throw HTTPError.unreachable(reason: "HTTP \(answer.head.status)")
    }
  }
}
