import TextFormats
import TravelModel
import WebServices

/// The requests to Wikimedia Commons, and to Wikipedia about its pictures.
struct CommonsAPI: Sendable {
  let service: Service
  /// The same service, for requests that the user has not asked for.
  let quietService: Service
  /// The service of Wikipedia, which may be silent while Commons answers.
  let wikipediaService: Service
  let endpoint: @Sendable () async -> String
  let wikipedia: @Sendable () async -> String
  let wikidata: @Sendable () async -> String
  let language: String

  /// The most photos in a request for details: as many as the service makes smaller images for at
  /// once.
  static let batch = 50
  /// The width of album images, in pixels: enough for a window, and one of the widths that the
  /// service offers (20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920 and 3840).
  private static let imageWidth = 1280
  /// The width of the images on the map, in pixels, which is one of those widths.
  private static let thumbnailWidth = 250
  /// The most bytes of names in an address: half of what servers accept at least.
  private static let longestNames = 4000

  /// The most files that the service lists.
  private static let mostNearby = 500
  /// The most categories within one that are searched; a search takes a hundred at most.
  private static let mostCategories = 50

  /// The files near a place, as many as the service lists.
  func nearby(_ request: PhotoRequest, within radius: Double) async throws -> CommonsFinds {
    let place = request.coordinate.decimalParts
    let address = MediaWiki.query(
      await endpoint(),
      [
        "list": "geosearch", "gsnamespace": "6",
        "gscoord": "\(place.latitude)|\(place.longitude)",
        "gsradius": String(Int(radius)), "gslimit": String(CommonsAPI.mostNearby),
        "gsprimary": "all",
        "gsprop": "type|name|globe",
      ])
    return try await finds(address, in: "geosearch", for: request, within: radius)
  }

  /// The files of a category; if they are fewer than an album has, also those of the categories in
  /// it.
  func files(of category: String, for request: PhotoRequest) async throws -> CommonsFinds {
    func finds(_ categories: [String]) async throws -> CommonsFinds {
      let address = MediaWiki.query(
        await endpoint(),
        [
          "list": "search", "srnamespace": "6", "srlimit": String(CommonsAPI.mostNearby),
          "srprop": "", "srsearch": "filetype:bitmap \(CommonsAPI.term(for: categories))",
        ])
      let radius = Radius.first(request.radius, within: CommonsSource.radii)
      return try await self.finds(address, in: "search", for: request, within: radius)
    }
    let found = try await finds([category])
    guard found.fileCount(without: request.unwanted) < request.count else { return found }
    let address = MediaWiki.query(
      await endpoint(),
      [
        "list": "categorymembers", "cmtitle": "Category:\(category)", "cmtype": "subcat",
        "cmlimit": String(CommonsAPI.mostCategories),
      ])
    let others = try await service.ask(address) { try MediaWikiAnswer($0).categories() }
    return others.isEmpty ? found : try await finds([category] + CommonsAPI.fitting(others))
  }

  /// The category of a sight, which has an article in the user's language or in English; nil if
  /// there is none.
  func category(of sight: Sight) async throws -> String? {
    let endpoint = await wikidata()
    guard !endpoint.isEmpty else { return nil }
    let languages = language == "en" ? ["en"] : [language, "en"]
    let address = MediaWiki.query(
      endpoint, action: "wbgetentities",
      [
        "sites": languages.map { "\($0.replacing("-", with: "_"))wiki" }.joined(separator: "|"),
        "titles": sight.title, "props": "claims|sitelinks", "sitefilter": "commonswiki",
      ])
    return try await service.ask(address) { try MediaWikiAnswer($0).category(of: sight) }
  }

  /// The directions in which files look, by the ids of their statements: `M` and that of the page.
  func headings(of ids: [String]) async throws -> [String: Double] {
    let address = MediaWiki.query(
      await endpoint(), action: "wbgetentities",
      ["ids": ids.joined(separator: "|"), "props": "claims"])
    return try await service.ask(address, isOptional: true) { try MediaWikiAnswer($0).headings() }
  }

  /// The search term for what is in any of some categories.
  static func term(for categories: [String]) -> String {
    let names = categories.map { $0.replacing("\"", with: "\\\"") }
    return "incategory:\"\(names.joined(separator: "|"))\""
  }

  /// Those of some names that an address has room for.
  private static func fitting(_ names: [String]) -> [String] {
    var room = longestNames
    return names.filter { name in
      // The encoded name with its separator.
      let size = query(["": "|\(name)"]).utf8.count
      guard size <= room else { return false }
      room -= size
      return true
    }
  }

  /// The files of a list; a partial one without unseen photos counts as a failure.
  private func finds(
    _ address: String, in list: String, for request: PhotoRequest, within radius: Double
  ) async throws -> CommonsFinds {
    try await service.ask(address) {
      let answer = try MediaWikiAnswer($0)
      let files = try answer.files(of: list)
      let known = request.seen.union(request.unwanted)
      if answer.isPartial, files.keys.allSatisfy({ known.contains(String($0)) }) {
        throw ServiceError(.busy)
      }
      var finds = CommonsFinds(files, for: request, within: radius)
      finds.listing.isPartial = answer.isPartial
      finds.listing.hasUnlisted = files.count >= CommonsAPI.mostNearby
      return finds
    }
  }

  /// The titles of articles about a place, with the names of their lead pictures.
  func articles(
    near place: Coordinate, within radius: Double
  ) async throws -> [(picture: String, title: String)] {
    let endpoint = await wikipedia().replacing("{language}", with: language)
    guard !endpoint.isEmpty else { return [] }
    let address = MediaWiki.query(
      endpoint,
      [
        "generator": "search", "gsrnamespace": "0", "gsrlimit": "50",
        "gsrsearch": MediaWiki.around(place, within: radius), "prop": "pageimages",
        "piprop": "name",
        "pilimit": "50",
      ])
    return try await wikipediaService.ask(address, isOptional: true) {
      try MediaWikiAnswer($0).articles()
    }
  }

  /// The pages of the files found by a search term that Commons has distinguished.
  func prized(_ term: String) async throws -> [Int: JSON] {
    let prizes = ["Featured pictures on Wikimedia Commons", "Quality images", "Valued images"]
    let address = MediaWiki.query(
      await endpoint(),
      [
        "generator": "search", "gsrnamespace": "6", "gsrlimit": String(CommonsAPI.batch),
        "gsrsearch": "filetype:bitmap \(term) \(CommonsAPI.term(for: prizes))",
      ])
    return try await service.ask(address + details, isOptional: true) {
      try MediaWikiAnswer($0).pages(orNone: true)
    }
  }

  /// The pages of the files that Commons itself finds first around a place: those that it has
  /// distinguished, and what others link to.
  func best(around place: Coordinate, within radius: Double) async throws -> [Int: JSON] {
    let batch = String(CommonsAPI.batch)
    let address = MediaWiki.query(
      await endpoint(),
      [
        "generator": "search", "gsrnamespace": "6", "gsrlimit": batch,
        "gsrsearch": "filetype:bitmap \(MediaWiki.around(place, within: radius))",
        // Of a file's page, the lead picture is the file, in another size than that for albums.
        "piprop": "thumbnail", "pithumbsize": String(CommonsAPI.thumbnailWidth), "pilimit": batch,
      ])
    let details = details(of: "imageinfo|coordinates|pageimages")
    return try await quietService.ask(address + details, isOptional: true) {
      let answer = try MediaWikiAnswer($0)
      if answer.isPartial { throw ServiceError(.busy) }
      return try answer.pages(orNone: true)
    }
  }

  /// The pages of files by their names, as many as one request allows.
  func pages(named names: [String]) async throws -> [Int: JSON] {
    let titles = CommonsAPI.fitting(names.map { "File:\($0)" }).prefix(CommonsAPI.batch)
    guard !titles.isEmpty else { return [:] }
    let address = MediaWiki.query(
      await endpoint(), ["titles": titles.joined(separator: "|")])
    return try await service.ask(address + details, isOptional: true) {
      try MediaWikiAnswer($0).pages()
    }
  }

  /// Requests the details of pages, in as many parts as the service sends.
  func pages(_ ids: [Int]) async throws -> [Int: JSON] {
    let pageids = ids.map(String.init).joined(separator: "|")
    let standard = MediaWiki.query(await endpoint(), ["pageids": pageids]) + details
    var pages: [Int: JSON] = [:]
    var continuation = ""
    // Each part adds something to at least one page, which bounds their number.
    for _ in 0...(2 * ids.count) {
      // A continuation that adds nothing ends the list.
      let isContinued = !continuation.isEmpty
      let answer = try await service.ask(standard + continuation) {
        let answer = try MediaWikiAnswer($0)
        return (pages: try answer.pages(orNone: isContinued), continuation: answer.continuation)
      }
      for (id, page) in answer.pages where ids.contains(id) {
        pages[id] = pages[id].map { $0.merging(page) } ?? page
      }
      guard let next = answer.continuation else { break }
      continuation = next
    }
    return pages
  }

  /// The parameters that request the details of pages.
  private var details: String { details(of: "imageinfo|coordinates") }

  private func details(of properties: String) -> String {
    let parameters: KeyValuePairs<String, String> = [
      "prop": properties, "colimit": "max", "coprimary": "all",
      "iiprop": "url|size|mime|thumbmime|mediatype|user|extmetadata",
      "iiurlwidth": String(CommonsAPI.imageWidth), "iiextmetadatalanguage": language,
      "iiextmetadatafilter": CommonsPage.wantedMetadata.joined(separator: "|"),
    ]
    return "&\(query(parameters))"
  }
}
