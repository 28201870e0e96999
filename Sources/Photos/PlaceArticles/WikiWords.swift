public import TravelModel
public import WebServices

/// Wikipedia and Wikivoyage, which need no key.
public struct WikiWords: WordSource {
  private let api: WikiAPI
  private let language: String

  /// The radii that are searched, in metres.
  private static let radii = 1_000.0...10_000
  /// The most requests for one place.
  private static let mostRequests = 4
  /// A place with fewer sights is searched farther around.
  private static let fewSights = 3
  /// The most sights that are kept.
  private static let mostSights = 12
  /// Nobody waits for words: a second attempt is enough.
  public static let retry = RetryPolicy(attempts: 2)

  /// Makes the source; words come in `language` where there are any, and else in English.
  ///
  /// An empty address is not asked.
  public init(
    client: any HTTPClient, language: String, retry: RetryPolicy = WikiWords.retry,
    endpoint: @escaping @Sendable (PlaceText.Work) async -> String
  ) {
    api = WikiAPI(
      service: Service(client: client, retry: retry, keepsPauses: true), endpoint: endpoint)
    self.language = language
  }

  // Texts are read and compared: not on the caller’s actor, which may be the main one.
  @concurrent
  public func words(about place: Coordinate, within radius: Double) async throws -> AboutPlace {
    let near = min(max(radius, WikiWords.radii.lowerBound), WikiWords.radii.upperBound)
    var about = AboutPlace()
    var left = WikiWords.mostRequests
    for work in PlaceText.Work.allCases {
      for language in await languages(of: work) where left > 0 {
        do {
          // A guide is of a whole town, and only one request is for a second language.
          let isFirst = work == .wikipedia && language == self.language
          let found = try await search(
            work, in: language, near: place, within: isFirst ? near : WikiWords.radii.upperBound,
            left: &left)
          guard found.text != nil || !found.sights.isEmpty else { continue }
          if let text = found.text { about.texts.append(text) }
          if about.sights.isEmpty { about.sights = found.sights }
          if found.text != nil { break }
        } catch let failure as SourceFailure {
          // There may be no such language, and guides are written of few places.
          if failure.isTransient, work == .wikipedia { throw failure }
        }
      }
    }
    return about
  }

  private func languages(of work: PlaceText.Work) async -> [String] {
    let hasOthers = await api.hasLanguages(work)
    return language == "en" || !hasOthers ? [language] : [language, "en"]
  }

  /// What a work has in a language; farther around where there is little.
  private func search(
    _ work: PlaceText.Work, in language: String, near place: Coordinate, within radius: Double,
    left: inout Int
  ) async throws -> (text: PlaceText?, sights: [Sight]) {
    left -= 1
    let near = ArticleChoice(
      try await api.articles(of: work, in: language, near: place, within: radius), within: radius)
    var (best, sights) = (near.best, near.sights)
    let widest = WikiWords.radii.upperBound
    if radius < widest, best == nil || sights.count < WikiWords.fewSights {
      left -= 1
      let wide = ArticleChoice(
        try await api.articles(of: work, in: language, near: place, within: widest),
        within: widest)
      best = best ?? wide.best
      let known = Set(wide.sights.map(\.title))
      sights = wide.sights + sights.filter { !known.contains($0.title) }
    }
    let others = sights.filter { $0.title != best?.title }.prefix(WikiWords.mostSights)
    return (best?.words(in: language, of: work), others.map(\.sight))
  }
}
