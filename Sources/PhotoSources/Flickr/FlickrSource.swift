public import Files
public import Travels

/// Flickr, with the user's own key.
///
/// Its pages are not stable: what was handed out is known by its identity, and the page is only
/// where to go on looking.
public struct FlickrSource: PhotoSource {
  private let service: Service
  private let downloader: Downloader
  private let endpoint: @Sendable () async -> String
  private let key: @Sendable () async -> String?
  private let pause: @Sendable (Duration) async throws -> Void

  /// The source's name.
  public static let name = "flickr"

  /// The nearest that makes sense and the farthest that the service looks, under 20 miles, in metres.
  static let radii = 10.0...31_000.0
  /// How many photos are on a page; questions about places are not given more.
  private static let pageSize = 250
  /// Beyond this many, pages begin to repeat.
  private static let mostPhotos = 4_000
  /// Before the service began, on 1 January 2004: without a date it tells of the last hours alone.
  private static let firstUpload = "1072915200"
  /// Those that allow a copy to be kept: all but "all rights reserved".
  private static let licenses = (1...16).map(String.init).joined(separator: ",")

  /// How many pages a search asks for at once: as many as it takes to look further away.
  private static let pagesAtOnce = 4
  /// How long it waits before each further one: the service wants fewer than 3600 an hour.
  private static let pageInterval = Duration.seconds(1)

  /// Makes the source; `key` returns nil where there is none, `pause` waits between questions.
  public init(
    client: any HTTPClient, downloader: Downloader, retry: RetryPolicy = .search,
    endpoint: @escaping @Sendable () async -> String, key: @escaping @Sendable () async -> String?,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    service = Service(client: client, retry: retry)
    self.downloader = downloader
    self.endpoint = endpoint
    self.key = key
    self.pause = pause
  }

  public var name: String { FlickrSource.name }

  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    guard let key = await key(), !key.isEmpty else { throw PhotoFailure.keyMissing }
    var search = Search(request: request, key: key, endpoint: await endpoint())
    var bookmark: FlickrBookmark
    var photos: [PhotoDetails]
    if let known = request.bookmark.flatMap(FlickrBookmark.init(text:)),
      known.asked == request.radius
    {
      bookmark = known
      photos = try await gather(&search, from: &bookmark, without: request.seen)
    } else {
      (bookmark, photos) = try await begin(&search, without: request.seen)
    }
    var hasBegunAgain = false
    // Where the way to the last page did not begin with the first, or what is there had been seen,
    // the pages begin again.
    if photos.isEmpty, search.firstPage > 1 || !request.seen.isEmpty {
      (bookmark, photos) = try await begin(&search, without: [])
      hasBegunAgain = !photos.isEmpty && !request.seen.isEmpty
    }
    // Nothing more is on the last page: the next search has to begin anew.
    if photos.isEmpty { bookmark.page = 1 }
    var slice = PhotoSlice(
      photos: photos, total: max(bookmark.total, photos.count), radius: bookmark.reached)
    slice.hasBegunAgain = hasBegunAgain
    slice.bookmark = bookmark.text
    return slice
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    guard let address = photo.imageAddress else { throw PhotoFailure.gone }
    let head = try await downloader.fetch(address, of: await endpoint(), into: file)
    // For what was removed, the service sends a grey picture that says so.
    if head.address.contains("unavailable") { throw PhotoFailure.gone }
  }
}

extension FlickrSource {
  /// What is asked for in all pages of a search, and how far that has come.
  private struct Search {
    let request: PhotoRequest
    let key: String
    let endpoint: String
    /// How many pages were asked for.
    var asked = 0
    /// The page that the search began with.
    var firstPage = 1
  }

  /// Finds how far to look for enough photos, and takes them from the first page on.
  private func begin(
    _ search: inout Search, without seen: Set<String>
  ) async throws -> (FlickrBookmark, [PhotoDetails]) {
    let request = search.request
    var radius = Radius.first(request.radius, within: FlickrSource.radii)
    while true {
      let page = try await page(1, of: &search, radius: radius)
      let total = min(page.total, FlickrSource.mostPhotos)
      let enough = total - request.unwanted.count >= request.count
      guard !enough, let wider = Radius.next(after: radius, within: FlickrSource.radii) else {
        var bookmark = FlickrBookmark(
          asked: request.radius, reached: radius, page: 1, total: total)
        let photos = try await gather(
          &search, from: &bookmark, without: seen, beginningWith: page)
        return (bookmark, photos)
      }
      radius = wider
    }
  }

  /// Goes through the pages until there are enough unseen photos, or no more pages.
  private func gather(
    _ search: inout Search, from bookmark: inout FlickrBookmark, without seen: Set<String>,
    beginningWith known: FlickrPage? = nil
  ) async throws -> [PhotoDetails] {
    search.firstPage = bookmark.page
    var excluded = seen.union(search.request.unwanted)
    var photos: [PhotoDetails] = []
    var known = known
    while true {
      let page =
        if let known { known } else {
          try await page(bookmark.page, of: &search, radius: bookmark.reached)
        }
      known = nil
      bookmark.total = min(page.total, FlickrSource.mostPhotos)
      for photo in page.photos where photos.count < search.request.count {
        if excluded.insert(photo.sourceID).inserted { photos.append(photo) }
      }
      // A page that has filled the album may have more to give next time.
      let lastPage =
        (bookmark.total + FlickrSource.pageSize - 1) / FlickrSource.pageSize
      guard photos.count < search.request.count, bookmark.page < lastPage else { return photos }
      bookmark.page += 1
    }
  }

  private func page(
    _ number: Int, of search: inout Search, radius: Double
  ) async throws -> FlickrPage {
    if search.asked >= FlickrSource.pagesAtOnce { try await pause(FlickrSource.pageInterval) }
    search.asked += 1
    let place = search.request.coordinate.decimalParts
    let address = address(
      search.endpoint,
      [
        "method": "flickr.photos.search", "api_key": search.key, "format": "json",
        "nojsoncallback": "1", "lat": place.latitude, "lon": place.longitude,
        "radius": FlickrSource.kilometres(radius), "radius_units": "km", "has_geo": "1",
        "min_upload_date": FlickrSource.firstUpload, "media": "photos", "safe_search": "1",
        "content_types": "0", "license": FlickrSource.licenses,
        "sort": "interestingness-desc", "per_page": String(FlickrSource.pageSize),
        "page": String(number), "extras": FlickrPage.wantedExtras.joined(separator: ","),
      ])
    return try await service.ask(address) { try FlickrPage($0) }
  }

  private static func kilometres(_ metres: Double) -> String {
    let metres = Int(nearest: metres)
    return "\(metres / 1000).\(String(1000 + metres % 1000).dropFirst())"
  }
}
