public import Files
public import Travels

/// Wikimedia Commons: needs no key.
///
/// The nearest ids, as many as the service names, are listed once and kept in the bookmark; each
/// slice asks for what is known of the next unseen ones. So nothing comes twice.
public struct CommonsSource: PhotoSource {
  private let service: Service
  private let downloader: Downloader
  private let endpoint: @Sendable () async -> String
  private let language: String

  /// The source's name.
  public static let name = "commons"

  /// The nearest and the farthest that the service looks, in metres.
  static let radii = 10.0...10_000.0
  /// How many photos the service tells of in one answer.
  private static let batch = 50

  /// Makes the source; descriptions come in `language` where there are any in it.
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
    // Of what a list does not have, nothing can be said where it is only a part.
    if photos.isEmpty, listing.isPartial { throw PhotoFailure.busy }
    if photos.isEmpty, listing.leaves([], request.unwanted) {
      // What was unseen cannot be shown: so all that can be was seen.
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
  /// Lists what is near; further away where that is too little.
  private func list(_ request: PhotoRequest) async throws -> CommonsListing {
    let endpoint = await endpoint()
    var radius = Radius.first(request.radius, within: CommonsSource.radii)
    while true {
      let place = request.coordinate.decimalParts
      let address = address(
        endpoint,
        [
          "action": "query", "format": "json", "formatversion": "2", "maxlag": "5",
          // Only so are warnings told apart by more than their words.
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
      // A search that ran out of time finds no more further away.
      guard !enough, !listing.isPartial,
        let wider = Radius.next(after: radius, within: CommonsSource.radii)
      else { return listing }
      radius = wider
    }
  }

  /// The list that an answer has; a part of one that has nothing new is as good as none.
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

  /// What is known of the next photos, in the list's order; what cannot be shown leaves the list.
  private func details(
    of listing: inout CommonsListing, without excluded: Set<String>, count: Int
  ) async throws -> [PhotoDetails] {
    var photos: [PhotoDetails] = []
    var waiting = listing.ids.filter { !excluded.contains(String($0)) }[...]
    while photos.count < count, !waiting.isEmpty {
      let batch = Array(waiting.prefix(min(CommonsSource.batch, count - photos.count)))
      waiting = waiting.dropFirst(batch.count)
      let pages = try await pages(batch)
      // One odd page costs itself alone; where all are, nothing was answered.
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

  /// All that the service tells of some pages, in as many answers as it takes.
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
    // Each answer brings at least one page's part: so there cannot be more answers than this.
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

  /// How wide the images of albums are, in pixels: one of the widths that the service makes, wide
  /// enough for a window and a fraction of the original's bytes.
  private static let imageWidth = 1280
}
