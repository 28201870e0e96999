import TextFormats
import TravelModel
import WebServices

/// The requests to Wikipedia and Wikivoyage, which answer alike.
struct WikiAPI: Sendable {
  let service: Service
  /// The address of a work, with `{language}` where the language's code belongs.
  let endpoint: @Sendable (PlaceText.Work) async -> String

  /// The most articles of one answer: of more the service sends no texts at once.
  private static let limit = 20
  /// How much of each article is asked for, in characters: enough to end at a sentence.
  private static let length = 1200

  /// The articles about what is near a place; none where the work is not to be asked.
  func articles(
    of work: PlaceText.Work, in language: String, near place: Coordinate, within radius: Double
  ) async throws -> [Article] {
    let endpoint = await endpoint(work).replacing("{language}", with: language)
    guard !endpoint.isEmpty else { return [] }
    let limit = String(WikiAPI.limit)
    let address = MediaWiki.query(
      endpoint,
      [
        "generator": "search", "gsrnamespace": "0", "gsrlimit": limit,
        "gsrsearch": MediaWiki.around(place, within: radius),
        "prop": "coordinates|extracts|description|info|pageprops", "colimit": "max",
        "coprop": "type|dim|globe", "exintro": "1", "explaintext": "1", "exlimit": limit,
        "exchars": String(WikiAPI.length), "inprop": "url", "ppprop": "disambiguation",
      ])
    return try await service.ask(address) { json in
      try MediaWikiAnswer(json).pages(orNone: true).values.compactMap {
        Article($0, near: place, within: radius)
      }
    }
  }

  /// Whether the address of a work is one for each language.
  func hasLanguages(_ work: PlaceText.Work) async -> Bool {
    await endpoint(work).contains("{language}")
  }
}
