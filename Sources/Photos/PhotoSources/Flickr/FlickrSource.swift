public import Files
public import TravelModel
public import WebServices

/// Flickr, with the user's own key.
///
/// Its result pages shift over time: seen photos are recognised by id, and the bookmarked page is
/// only a starting point.
public struct FlickrSource: PhotoSource {
  private let service: Service
  private let downloader: Downloader
  private let endpoint: @Sendable () async -> String
  private let key: @Sendable () async -> String?
  private let pause: @Sendable (Duration) async throws -> Void

  /// The useful radii, in metres; the service searches up to 20 miles.
  static let radii = 10.0...31_000.0
  /// Photos per page, the most for searches by place.
  private static let pageSize = 250
  /// After this many photos, result pages repeat.
  private static let mostPhotos = 4_000
  /// 1 January 2004, before the service began: without a date, only recent uploads are searched.
  private static let firstUpload = "1072915200"
  /// The licences that allow keeping a copy: all but 0, "All rights reserved".
  private static let licenses = (1...16).map(String.init).joined(separator: ",")

  /// How many pages a search requests without a pause.
  private static let pagesAtOnce = 4
  /// The pause before each further page: the service allows 3600 requests an hour.
  private static let pageInterval = Duration.seconds(1)

  /// Makes the source; `key` returns nil if there is none.
  public init(
    client: any HTTPClient, downloader: Downloader, retry: RetryPolicy = .search,
    endpoint: @escaping @Sendable () async -> String, key: @escaping @Sendable () async -> String?,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    service = Service(client: client, retry: retry)
    (self.downloader, self.endpoint, self.key, self.pause) = (downloader, endpoint, key, pause)
  }

  public var name: String { SourceChoice.flickr.rawValue }

  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    // Before the key, which is in the keyring.
    try await downloader.requireOn()
    guard let key = await key(), !key.isEmpty else { throw SourceFailure.keyMissing }
    let first = Radius.first(request.radius, within: FlickrSource.radii)
    var search = Search(
      request: request, key: key, endpoint: await endpoint(),
      place: FlickrBookmark(asked: request.radius, reached: first, page: 1, total: 0))
    var (photos, spares): Gathered
    if let known = request.bookmark.flatMap(FlickrBookmark.init(text:)),
      known.asked == request.radius
    {
      search.place = known
      (photos, spares) = try await gather(&search, without: request.seen)
    } else {
      (photos, spares) = try await begin(&search, without: request.seen)
    }
    var hasBegunAgain = false
    // No unseen photos are left behind the bookmark, so the search starts over: photos on earlier
    // pages may be unseen, or all come again.
    if photos.isEmpty, search.firstPage > 1 || !request.seen.isEmpty {
      (photos, spares) = try await begin(&search, without: [])
      hasBegunAgain = !photos.isEmpty && !request.seen.isEmpty
    }
    // The next search must not continue on the last page.
    if photos.isEmpty { search.place.page = 1 }
    var slice = PhotoSlice(
      photos: photos, total: max(search.place.total, photos.count), radius: search.place.reached)
    slice.spares = spares
    slice.hasBegunAgain = hasBegunAgain
    slice.bookmark = search.place.text
    return slice
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    guard let address = photo.imageAddress else { throw SourceFailure.gone }
    let head = try await downloader.fetch(address, of: await endpoint(), into: file)
    // For removed photos the service sends a grey picture.
    if head.address.contains("unavailable") { throw SourceFailure.gone }
  }
}

extension FlickrSource {
  /// Photos, and the next ones on the same page.
  private typealias Gathered = (photos: [PhotoDetails], spares: [PhotoDetails])

  /// The state of a search over several pages.
  private struct Search {
    let request: PhotoRequest
    let key: String
    let endpoint: String
    /// The present position, from which the next search continues.
    var place: FlickrBookmark
    /// The number of pages requested.
    var asked = 0
    /// The page that the search began with.
    var firstPage = 1
  }

  /// Finds the radius with enough photos, and reads from its first page.
  private func begin(
    _ search: inout Search, without seen: Set<String>
  ) async throws -> Gathered {
    let request = search.request
    search.place.reached = Radius.first(request.radius, within: FlickrSource.radii)
    search.place.page = 1
    while true {
      let page = try await page(of: &search)
      let enough = search.place.total - request.unwanted.count >= request.count
      guard !enough,
        let wider = Radius.next(after: search.place.reached, within: FlickrSource.radii)
      else { return try await gather(&search, without: seen, beginningWith: page) }
      search.place.reached = wider
    }
  }

  /// Reads pages until there are enough unseen photos, or no more pages.
  private func gather(
    _ search: inout Search, without seen: Set<String>, beginningWith known: FlickrPage? = nil
  ) async throws -> Gathered {
    search.firstPage = search.place.page
    var excluded = seen.union(search.request.unwanted)
    var photos: [PhotoDetails] = []
    var known = known
    while true {
      let page = if let known { known } else { try await page(of: &search) }
      known = nil
      let unseen = page.photos.filter { excluded.insert($0.sourceID).inserted }
      let missing = search.request.count - photos.count
      let chosen = Ranking.chosen(
        unseen, atMost: missing + search.request.spareCount, near: search.request.coordinate,
        radius: search.place.reached)
      photos += chosen.prefix(missing)
      // A page that has filled the album may have unseen photos for the next search.
      let lastPage =
        (search.place.total + FlickrSource.pageSize - 1) / FlickrSource.pageSize
      guard photos.count < search.request.count, search.place.page < lastPage else {
        return (photos, Array(chosen.dropFirst(missing)))
      }
      search.place.page += 1
    }
  }

  /// Requests the current page.
  private func page(of search: inout Search) async throws -> FlickrPage {
    if search.asked >= FlickrSource.pagesAtOnce { try await pause(FlickrSource.pageInterval) }
    search.asked += 1
    let place = search.request.coordinate.decimalParts
    let address = address(
      search.endpoint,
      [
        "method": "flickr.photos.search", "api_key": search.key, "format": "json",
        "nojsoncallback": "1", "lat": place.latitude, "lon": place.longitude,
        "radius": "\(search.place.reached.rounded() / 1000)", "radius_units": "km",
        "has_geo": "1",
        "min_upload_date": FlickrSource.firstUpload, "media": "photos", "safe_search": "1",
        "content_types": "0", "license": FlickrSource.licenses,
        "sort": "interestingness-desc", "per_page": String(FlickrSource.pageSize),
        "page": String(search.place.page), "extras": FlickrPage.wantedExtras.joined(separator: ","),
      ])
    let page = try await service.ask(address) { try FlickrPage($0) }
    search.place.total = min(page.total, FlickrSource.mostPhotos)
    return page
  }
}
