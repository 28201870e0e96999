public import Files
public import TravelModel
public import WebServices

/// Wikimedia Commons, which needs no key.
///
/// A search lists the ids of the photos nearby once, the best first. The list is saved in the
/// bookmark, and each request loads the details of the next unseen ones.
public struct CommonsSource: PhotoSource {
  private let api: CommonsAPI
  private let downloader: Downloader

  /// Simultaneous requests to the service, which wants few: enough to get the first photo soon.
  private static let searchesAtOnce = 2
  /// The least number of photos to choose from, as a multiple of the album's.
  private static let leastChoice = 2

  /// The radii that the service accepts, in metres.
  static let radii = 10.0...10_000.0

  /// Makes the source; descriptions come in `language` where available.
  ///
  /// Pictures that lead articles of Wikipedia come first. `wikipedia` is its address, in which
  /// `{language}` stands for the language's code. `wikidata` knows the categories of sights. An empty
  /// address is not asked.
  public init(
    client: any HTTPClient, downloader: Downloader, language: String,
    retry: RetryPolicy = .search, endpoint: @escaping @Sendable () async -> String,
    wikipedia: @escaping @Sendable () async -> String = { "" },
    wikidata: @escaping @Sendable () async -> String = { "" }
  ) {
    let service = Service(client: client, retry: retry, width: CommonsSource.searchesAtOnce)
    api = CommonsAPI(
      service: service, quietService: service.keepingPauses(),
      wikipediaService: Service(client: client, retry: retry), endpoint: endpoint,
      wikipedia: wikipedia, wikidata: wikidata, language: language)
    self.downloader = downloader
  }

  public var name: String { SourceChoice.commons.rawValue }

  // Thousands of photos are ranked: not on the caller’s actor, which may be the main one.
  @concurrent
  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    var finds: CommonsFinds
    var seen = request.seen
    var hasBegunAgain = false
    if let known = request.bookmark.flatMap(CommonsListing.init(text:)), known.answers(request),
      known.leaves(seen, request.unwanted)
    {
      finds = CommonsFinds(listing: known)
    } else {
      finds = try await search(request)
      if !finds.listing.leaves(seen, request.unwanted), finds.listing.leaves([], request.unwanted) {
        seen = []
        hasBegunAgain = true
      }
    }
    var (photos, spares) = try await next(
      of: &finds, without: seen.union(request.unwanted), for: request)
    // A partial list does not prove that there are no photos.
    if photos.isEmpty, finds.listing.isPartial { throw SourceFailure.busy }
    if photos.isEmpty, finds.listing.leaves([], request.unwanted) {
      // None of the unseen photos can be shown, so the seen ones come again.
      hasBegunAgain = true
      (photos, spares) = try await next(of: &finds, without: request.unwanted, for: request)
    }
    let listing = finds.listing
    var slice = PhotoSlice(
      photos: photos, total: listing.count(without: request.unwanted),
      radius: listing.category == nil ? listing.reached : nil)
    slice.hasUnlisted = listing.hasUnlisted
    slice.spares = spares
    slice.hasBegunAgain = hasBegunAgain && !photos.isEmpty
    slice.bookmark = listing.isPartial ? nil : listing.text
    return slice
  }

  /// The best photos around a place, in the order in which an album shows them, by a single request.
  ///
  /// Pictures of no place are left out.
  @concurrent
  public func bestPhotos(
    around place: Coordinate, within radius: Double
  ) async throws -> [FoundPhoto] {
    let pages = try await api.best(around: place, within: radius)
    let request = PhotoRequest(near: place, radius: radius, count: pages.count)
    var finds = CommonsFinds([:], for: request, within: radius)
    finds.addPages(pages)
    finds.list()
    return finds.listing.waiting.enumerated().compactMap { rank, id in
      guard let details = finds.details[id], let page = pages[id] else { return nil }
      let address = CommonsPage(page, id: id).thumbnailAddress
      return FoundPhoto(details, thumbnailAddress: address, rank: rank)
    }
  }

  // An item of Wikidata may be long.
  @concurrent
  public func category(of sight: Sight) async throws -> String? {
    try await api.category(of: sight)
  }

  @concurrent
  public func headings(of photos: [PhotoDetails]) async throws -> [String: Double] {
    var headings: [String: Double] = [:]
    var left = photos.map { "M\($0.sourceID)" }[...]
    while !left.isEmpty {
      for (id, heading) in try await api.headings(of: Array(left.prefix(CommonsAPI.batch))) {
        headings[String(id.dropFirst())] = heading
      }
      left = left.dropFirst(CommonsAPI.batch)
    }
    return headings
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    guard let address = photo.imageAddress else { throw SourceFailure.gone }
    let endpoint = await api.endpoint()
    do {
      try await downloader.fetch(address, of: endpoint, into: file)
    } catch SourceFailure.gone {
      // The addresses of smaller images change, so only the page tells whether a photo is gone.
      guard let moved = try await presentAddress(of: photo), moved != address else {
        throw SourceFailure.gone
      }
      try await downloader.fetch(moved, of: endpoint, into: file)
    }
  }

  /// The present address of a photo's image; nil if its page has none any more.
  private func presentAddress(of photo: PhotoDetails) async throws -> String? {
    guard let id = Int(photo.sourceID) else { return nil }
    guard let page = try await api.pages([id])[id].map({ CommonsPage($0, id: id) }),
      page.isReadable
    else { throw SourceFailure.unreadable }
    return page.details?.imageAddress
  }
}

extension CommonsSource {
  /// Lists the photos nearby; if they are more than an album shows, also lead pictures and
  /// distinguished ones.
  private func search(_ request: PhotoRequest) async throws -> CommonsFinds {
    if let category = request.category { return try await search(category, for: request) }
    let place = request.coordinate
    let first = Radius.first(request.radius, within: CommonsSource.radii)
    // Started at once: whether there is a choice would be known too late.
    async let articles = try? api.articles(near: place, within: first)
    async let prized = try? api.prized(MediaWiki.around(place, within: first))
    var finds = try await nearest(request, within: first)
    let hasChoice = finds.fileCount(without: request.unwanted) > request.count
    // A service that ran out of time for one search would do so for others.
    if hasChoice, !finds.listing.isPartial {
      if finds.listing.reached == first {
        finds.addArticles(await articles ?? [])
        finds.addPages(await prized ?? [:])
        finds.list()
        finds.addNamedPages((try? await api.pages(named: finds.nextNames)) ?? [:])
      } else {
        let reached = finds.listing.reached
        finds.addArticles((try? await api.articles(near: place, within: reached)) ?? [])
      }
    }
    finds.list()
    return finds
  }

  /// Lists the photos of a category, with the distinguished ones.
  private func search(
    _ category: String, for request: PhotoRequest
  ) async throws -> CommonsFinds {
    async let prized = try? api.prized(CommonsAPI.term(for: [category]))
    var finds = try await api.files(of: category, for: request)
    if !finds.listing.isPartial { finds.addPages(await prized ?? [:]) }
    finds.list()
    return finds
  }

  /// The nearest files, in a wider radius if there are too few.
  private func nearest(
    _ request: PhotoRequest, within first: Double
  ) async throws -> CommonsFinds {
    func isEnough(_ finds: CommonsFinds) -> Bool {
      finds.fileCount(without: request.unwanted) >= request.count
    }
    var finds = try await api.nearby(request, within: first)
    let widest = CommonsSource.radii.upperBound
    // A wider search would time out as well.
    guard !isEnough(finds), !finds.listing.isPartial, first < widest else { return finds }
    finds = try await api.nearby(request, within: widest)
    var radius = first
    while let wider = Radius.next(after: radius, within: CommonsSource.radii), wider < widest {
      radius = wider
      let narrow = finds.narrowed(to: radius)
      if isEnough(narrow) { return narrow }
    }
    return finds
  }

  /// The next photos, in order, and those after them that need no further request; files that
  /// cannot be shown are removed from the list.
  private func next(
    of finds: inout CommonsFinds, without excluded: Set<String>, for request: PhotoRequest
  ) async throws -> (photos: [PhotoDetails], spares: [PhotoDetails]) {
    let count = request.count
    func unseen(_ ids: [Int], _ count: Int) -> [Int] {
      Array(ids.lazy.filter { !excluded.contains(String($0)) }.prefix(count))
    }
    // Photos are ranked many at a time, because they are compared with each other.
    while true {
      let missing = count - unseen(finds.listing.ranked, count).count
      let waiting = unseen(finds.listing.waiting, .max)
      guard missing > 0, !waiting.isEmpty else { break }
      let unknown = waiting.filter { finds.details[$0] == nil }
      // The pages that came with the search may be enough to choose from.
      if waiting.count - unknown.count < CommonsSource.leastChoice * missing {
        try await load(Array(unknown.prefix(CommonsAPI.batch)), into: &finds)
      }
      finds.rank(atLeast: missing)
    }
    var photos: [PhotoDetails] = []
    var queue = unseen(finds.listing.ids, .max)[...]
    while photos.count < count, !queue.isEmpty {
      let batch = Array(queue.prefix(min(CommonsAPI.batch, count - photos.count)))
      queue = queue.dropFirst(batch.count)
      var unknown = batch.filter { finds.details[$0] == nil }
      if !unknown.isEmpty {
        let next = queue.prefix(request.spareCount).filter { finds.details[$0] == nil }
        unknown += next.prefix(CommonsAPI.batch - unknown.count)
      }
      try await load(unknown, into: &finds)
      photos += batch.compactMap { finds.details[$0] }
    }
    // Some of those in between have no details yet.
    let spares = queue.compactMap { finds.details[$0] }.prefix(request.spareCount)
    return (photos, Array(spares))
  }

  /// Requests the details of photos.
  private func load(_ ids: [Int], into finds: inout CommonsFinds) async throws {
    guard !ids.isEmpty else { return }
    let pages = try await api.pages(ids)
    // Single malformed pages are skipped; if all are malformed, the service has failed.
    guard
      !finds.details.isEmpty || pages.contains(where: { CommonsPage($1, id: $0).isReadable })
    else { throw SourceFailure.unreadable }
    finds.addPages(pages)
    finds.listing.remove(Set(ids.filter { finds.details[$0] == nil }))
  }
}
