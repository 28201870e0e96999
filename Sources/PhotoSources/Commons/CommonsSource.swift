public import Files
public import TravelModel

/// Wikimedia Commons, which needs no key.
///
/// A search lists the ids of the nearest photos once; the list is kept in the bookmark, and each
/// slice requests the details of the next unseen ones.
public struct CommonsSource: PhotoSource {
  private let service: Service
  private let downloader: Downloader
  private let endpoint: @Sendable () async -> String
  private let language: String

  public static let name = "commons"

  /// The radii that the service accepts, in metres.
  static let radii = 10.0...10_000.0
  /// The most photos per request for details.
  private static let batch = 50

  /// Makes the source; descriptions come in `language` where available.
  public init(
    client: any HTTPClient, downloader: Downloader, language: String,
    retry: RetryPolicy = .search, endpoint: @escaping @Sendable () async -> String
  ) {
    service = Service(client: client, retry: retry)
    self.downloader = downloader
    self.language = language
    self.endpoint = endpoint
  }

  public var name: String { CommonsSource.name }

  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    var listing: CommonsListing
    var seen = request.seen
    var hasBegunAgain = false
    if let known = request.bookmark.flatMap(CommonsListing.init(text:)), known.answers(request),
      known.leaves(seen, request.unwanted)
    {
      listing = known
    } else {
      listing = try await list(request)
      if !listing.leaves(seen, request.unwanted), listing.leaves([], request.unwanted) {
        seen = []
        hasBegunAgain = true
      }
    }
    var photos = try await details(
      of: &listing, without: seen.union(request.unwanted), count: request.count)
    // A partial list does not prove that there are no photos.
    if photos.isEmpty, listing.isPartial { throw PhotoFailure.busy }
    if photos.isEmpty, listing.leaves([], request.unwanted) {
      // None of the unseen photos can be shown, so the seen ones come again.
      hasBegunAgain = true
      photos = try await details(
        of: &listing, without: request.unwanted, count: request.count)
    }
    var slice = PhotoSlice(
      photos: photos, total: listing.ids.count { !request.unwanted.contains(String($0)) },
      radius: listing.reached)
    slice.hasBegunAgain = hasBegunAgain && !photos.isEmpty
    slice.bookmark = listing.isPartial ? nil : listing.text
    return slice
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    guard let address = photo.imageAddress else { throw PhotoFailure.gone }
    try await downloader.fetch(address, of: await endpoint(), into: file)
  }
}

extension CommonsSource {
  /// Lists the photos nearby, in a wider radius if there are too few.
  private func list(_ request: PhotoRequest) async throws -> CommonsListing {
    let endpoint = await endpoint()
    var radius = Radius.first(request.radius, within: CommonsSource.radii)
    while true {
      let place = request.coordinate.decimalParts
      let address = address(
        endpoint,
        [
          "action": "query", "format": "json", "formatversion": "2", "maxlag": "5",
          // This format lets warnings be recognised by their codes.
          "errorformat": "plaintext", "list": "geosearch", "gsnamespace": "6",
          "gscoord": "\(place.latitude)|\(place.longitude)",
          "gsradius": String(Int(radius)), "gslimit": "500", "gsprimary": "all",
          "gsprop": "type|name|globe",
        ])
      let listing = try await service.ask(address) { [radius] in
        try CommonsSource.listing(CommonsAnswer($0), for: request, within: radius)
      }
      let enough =
        listing.ids.count { !request.unwanted.contains(String($0)) } >= request.count
      // A wider search would time out as well.
      guard !enough, !listing.isPartial,
        let wider = Radius.next(after: radius, within: CommonsSource.radii)
      else { return listing }
      radius = wider
    }
  }

  /// Reads a list; a partial one without unseen photos counts as a failure.
  private static func listing(
    _ answer: CommonsAnswer, for request: PhotoRequest, within radius: Double
  ) throws -> CommonsListing {
    var listing = CommonsListing(
      coordinate: request.coordinate, asked: request.radius, reached: radius,
      ids: try answer.nearbyFiles())
    listing.isPartial = answer.isPartial
    if listing.isPartial, !listing.leaves(request.seen, request.unwanted) {
      throw ServiceError(.busy)
    }
    return listing
  }

  /// The details of the next photos, in order; files that cannot be shown are removed from the list.
  private func details(
    of listing: inout CommonsListing, without excluded: Set<String>, count: Int
  ) async throws -> [PhotoDetails] {
    var photos: [PhotoDetails] = []
    var waiting = listing.ids.filter { !excluded.contains(String($0)) }[...]
    while photos.count < count, !waiting.isEmpty {
      let batch = Array(waiting.prefix(min(CommonsSource.batch, count - photos.count)))
      waiting = waiting.dropFirst(batch.count)
      let pages = try await pages(batch)
      // Single malformed pages are skipped; if all are malformed, the service has failed.
      guard !photos.isEmpty || pages.contains(where: { CommonsPage($1, id: $0).isReadable }) else {
        throw PhotoFailure.unreadable
      }
      let shown = batch.compactMap { id in
        pages[id].flatMap { CommonsPage($0, id: id).details }
      }
      photos += shown
      let usable = Set(shown.map(\.sourceID))
      listing.ids.removeAll { batch.contains($0) && !usable.contains(String($0)) }
    }
    return photos
  }

  /// Requests the details of some pages, in as many parts as the service sends.
  private func pages(_ ids: [Int]) async throws -> [Int: JSON] {
    let standard = address(
      await endpoint(),
      [
        "action": "query", "format": "json", "formatversion": "2", "maxlag": "5",
        "pageids": ids.map(String.init).joined(separator: "|"),
        "prop": "imageinfo|coordinates", "colimit": "max", "coprimary": "all",
        "iiprop": "url|size|mime|thumbmime|mediatype|user|extmetadata",
        "iiurlwidth": String(CommonsSource.imageWidth), "iiextmetadatalanguage": language,
        "iiextmetadatafilter": CommonsPage.wantedMetadata.joined(separator: "|"),
      ])
    var pages: [Int: JSON] = [:]
    var continuation = ""
    // Each part adds something to at least one page, which bounds their number.
    for _ in 0...(2 * ids.count) {
      let answer = try await service.ask(standard + continuation) {
        let answer = try CommonsAnswer($0)
        return (pages: try answer.pages(), continuation: answer.continuation)
      }
      for (id, page) in answer.pages where ids.contains(id) {
        pages[id] = pages[id].map { $0.merging(page) } ?? page
      }
      guard let next = answer.continuation else { break }
      continuation = next
    }
    return pages
  }

  /// The width of album images, in pixels: one that the service has ready, and enough for a window.
  private static let imageWidth = 1280
}
