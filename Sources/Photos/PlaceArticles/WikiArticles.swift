import TextFormats
public import TravelModel
public import WebServices

/// Wikipedia and Wikivoyage, which need no key.
public struct WikiArticles: ArticleSource {
  private let service: Service
  /// The address of a work, with `{language}` in place of the language's code.
  private let endpoint: @Sendable (PlaceText.Work) async -> String
  private let language: String

  /// The radii that are searched, in metres.
  private static let radii = 1_000.0...10_000
  private static let mostRequests = 4
  /// A place with fewer sights than this is searched in a wider radius.
  private static let fewSights = 3
  private static let mostSights = 12
  /// The most articles of an answer: the service sends no texts for more at once.
  private static let mostArticles = 20
  /// How much of each article is requested, in characters: enough to end at a sentence.
  private static let length = 1200
  /// The retry policy: nobody waits for articles, so a second attempt is enough.
  public static let retry = RetryPolicy(attempts: 2)

  /// Makes the source; articles are in `language` if there are any, else in English.
  ///
  /// An empty address is not asked.
  public init(
    client: any HTTPClient, language: String, retry: RetryPolicy = WikiArticles.retry,
    endpoint: @escaping @Sendable (PlaceText.Work) async -> String
  ) {
    service = Service(client: client, retry: retry, keepsPauses: true)
    (self.endpoint, self.language) = (endpoint, language)
  }

  // Parsing takes time: not on the caller’s actor, which may be the main one.
  @concurrent
  public func aboutPlace(at place: Coordinate, within radius: Double) async throws -> AboutPlace {
    let near = min(max(radius, WikiArticles.radii.lowerBound), WikiArticles.radii.upperBound)
    var about = AboutPlace()
    var left = WikiArticles.mostRequests
    for work in PlaceText.Work.allCases {
      for language in await languages(of: work) where left > 0 {
        do {
          // A travel guide covers a whole town, and the second language gets only one request.
          let isFirst = work == .wikipedia && language == self.language
          let found = try await search(
            work, in: language, near: place, within: isFirst ? near : WikiArticles.radii.upperBound,
            left: &left)
          guard found.text != nil || !found.sights.isEmpty else { continue }
          if let text = found.text { about.texts.append(text) }
          if about.sights.isEmpty { about.sights = found.sights }
          if found.text != nil { break }
        } catch let failure as SourceFailure {
          if failure == .turnedOff { throw failure }
          // The work may not exist in this language, and few places have a travel guide.
          let mayPass = failure.isTransient || failure.dependsOnNetwork
          if mayPass, work == .wikipedia { throw failure }
        }
      }
    }
    return about
  }

  private func languages(of work: PlaceText.Work) async -> [String] {
    let hasOthers = await endpoint(work).contains("{language}")
    return language == "en" || !hasOthers ? [language] : [language, "en"]
  }

  /// Searches a work in a language, in a wider radius if there is little.
  private func search(
    _ work: PlaceText.Work, in language: String, near place: Coordinate, within radius: Double,
    left: inout Int
  ) async throws -> (text: PlaceText?, sights: [Sight]) {
    left -= 1
    let near = try await choice(of: work, in: language, near: place, within: radius)
    var (best, sights) = (near.best, near.sights)
    let widest = WikiArticles.radii.upperBound
    if radius < widest, best == nil || sights.count < WikiArticles.fewSights {
      left -= 1
      let wide = try await choice(of: work, in: language, near: place, within: widest)
      best = best ?? wide.best
      let known = Set(wide.sights.map(\.title))
      sights = wide.sights + sights.filter { !known.contains($0.title) }
    }
    let others = sights.filter { $0.title != best?.title }.prefix(WikiArticles.mostSights)
    return (best?.placeText(in: language, of: work), others.map(\.sight))
  }

  /// The articles about what is near a place; none if the work is not to be asked.
  private func choice(
    of work: PlaceText.Work, in language: String, near place: Coordinate, within radius: Double
  ) async throws -> ArticleChoice {
    let endpoint = await endpoint(work).replacing("{language}", with: language)
    guard !endpoint.isEmpty else { return ArticleChoice([], within: radius) }
    let limit = String(WikiArticles.mostArticles)
    let address = MediaWiki.query(
      endpoint,
      [
        "generator": "search", "gsrnamespace": "0", "gsrlimit": limit,
        "gsrsearch": MediaWiki.around(place, within: radius),
        "prop": "coordinates|extracts|description|info|pageprops", "colimit": "max",
        "coprop": "type|dim|globe", "exintro": "1", "explaintext": "1", "exlimit": limit,
        "exchars": String(WikiArticles.length), "inprop": "url", "ppprop": "disambiguation",
      ])
    return try await service.ask(address) { json in
      let pages = try MediaWikiAnswer(json).pages(orNone: true).values
      return ArticleChoice(
        pages.compactMap { Article($0, near: place, within: radius) }, within: radius)
    }
  }
}
