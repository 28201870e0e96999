import Foundation
import Testing
import TravelModel
import WebServices
import WebTesting

@testable import PlaceArticles

extension FakeClient {
  fileprivate var requests: [URLComponents] { addresses.compactMap { URLComponents(string: $0) } }

  /// Each request as its host and its radius.
  fileprivate var summaries: [String] {
    requests.map { "\($0.host ?? "") \(($0.value("gsrsearch") ?? "").prefix { $0 != "," })" }
  }
}

private let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!

/// A page of a search, so many metres north of the place.
private func page(
  _ title: String, index: Int, metres: Double = 0, dim: Int? = nil, type: String? = nil,
  text: String? = "It is there, and has been for long.", description: String? = nil
) -> [String: Any] {
  var point: [String: Any] = [
    "lat": paris.latitude + metres / 111_195, "lon": paris.longitude, "primary": true,
    "globe": "earth",
  ]
  point["dim"] = dim
  point["type"] = type
  var page: [String: Any] = [
    "pageid": 100 + index, "ns": 0, "title": title, "index": index, "coordinates": [point],
    "fullurl": "https://en.wikipedia.org/wiki/\(title.replacing(" ", with: "_"))",
  ]
  page["extract"] = text
  page["description"] = description
  return page
}

private func body(_ pages: [[String: Any]]) -> String {
  let answer: [String: Any] =
    pages.isEmpty
    ? ["batchcomplete": true] : ["batchcomplete": true, "query": ["pages": pages]]
  return String(decoding: try! JSONSerialization.data(withJSONObject: answer), as: UTF8.self)
}

private func source(
  _ client: FakeClient, language: String = "en",
  wikipedia: String = "https://{language}.wikipedia.example/w/api.php",
  wikivoyage: String = "https://{language}.wikivoyage.example/w/api.php"
) -> WikiArticles {
  var retry = RetryPolicy(attempts: 2)
  retry.firstDelay = 0.001
  return WikiArticles(client: client, language: language, retry: retry) {
    $0 == .wikipedia ? wikipedia : wikivoyage
  }
}

/// The words about the place where Wikipedia has some pages, and no guide is written.
private func words(_ pages: [[String: Any]]) async throws -> AboutPlace {
  let text = body(pages)
  let client = FakeClient { address, _ in
    (200, address.host!.contains("wikipedia") ? text : "{}")
  }
  return try await source(client).aboutPlace(at: paris, within: 1000)
}

struct ArticleChoiceTests {
  /// Which of some articles is about the place.
  @Test func `the article is about the place`() async throws {
    // The best known, and near.
    var about = try await words([
      page("Champ de Mars", index: 2, metres: 400), page("Eiffel Tower", index: 1, metres: 80),
      page("Bistro", index: 9, metres: 10),
    ])
    #expect(about.texts.map(\.title) == ["Eiffel Tower"])
    #expect(about.sights.map(\.title) == ["Champ de Mars", "Bistro"])
    // A school at the next corner says less of the place than the town around it.
    about = try await words([
      page("School", index: 3, metres: 90, dim: 200, type: "edu"),
      page("Town", index: 1, metres: 900, dim: 10_000, type: "city"),
      page("Mill", index: 2, metres: 800),
    ])
    #expect(about.texts.map(\.title) == ["Town"])
    #expect(about.sights.map(\.title) == ["Mill"])
    // A mountain says more of it than the park around the mountain.
    about = try await words([
      page("Park", index: 1, metres: 900, dim: 100_000), page("Peak", index: 2, metres: 30),
    ])
    #expect(about.texts.map(\.title) == ["Peak"])
    // What has no text may be seen, but cannot be read.
    about = try await words([
      page("Wall", index: 1, text: nil), page("Gate", index: 2, description: "gate in Paris"),
    ])
    #expect(about.texts.map(\.title) == ["Gate"])
    #expect(about.sights.map(\.title) == ["Wall"])
  }

  @Test func `what is odd is left out and the rest is read`() async throws {
    var moon = page("Crater", index: 1)
    moon["coordinates"] = [["lat": 48.8584, "lon": 2.2945, "globe": "moon"]]
    var lost = page("Nowhere", index: 2)
    lost["coordinates"] = [["lat": "north", "lon": []]]
    var several = page("Several", index: 3)
    several["pageprops"] = ["disambiguation": ""]
    var number = page("Number", index: 4, metres: 500)
    number["extract"] = 7
    number["description"] = ["x"]
    number["index"] = Int.min
    var nameless = page("", index: 5)
    nameless["title"] = NSNull()
    let huge = page(
      "Huge \u{202E}title", index: 7,
      text: "<b>Bold</b> \u{202E}words. "
        + String(repeating: "More & more. ", count: 50_000), description: "a\nb")
    let about = try await words([
      moon, lost, several, number, nameless, page("Away", index: 6, metres: 90_000), huge,
    ])
    #expect(about.texts.map(\.title) == ["Huge  title"])
    let text = try #require(about.texts.first?.text)
    #expect(text.hasPrefix("Bold") && text.hasSuffix(".") && text.count <= PlaceText.longest)
    #expect(!text.unicodeScalars.contains("\u{202E}") && !text.contains("<"))
    #expect(
      about.sights == [Sight(title: "Number", detail: "", coordinate: about.sights[0].coordinate)])
  }

  @Test func `the older format is read too`() async throws {
    let text = #"""
      {"batchcomplete": "", "query": {"pages": {"7": {"pageid": 7, "ns": 0, "title": "Tower",
      "index": "1", "extract": {"*": "A tower."},
      "coordinates": [{"lat": "48.8584", "lon": "2.2945", "primary": "", "globe": "earth"}]}}}}
      """#
    let client = FakeClient { _, _ in (200, text) }
    let about = try await source(client).aboutPlace(at: paris, within: 1000)
    #expect(about.texts.map(\.text) == ["A tower.", "A tower."])
    #expect(about.texts.map(\.pageAddress) == [nil, nil])
  }
}

struct WikiArticlesTests {
  private static let many = body((1...5).map { page("Sight \($0)", index: $0, metres: 50) })

  @Test func `a place takes two requests`() async throws {
    let client = FakeClient { _, _ in (200, WikiArticlesTests.many) }
    let about = try await source(client).aboutPlace(at: paris, within: 250)
    #expect(
      client.summaries == [
        "en.wikipedia.example nearcoord:1000m", "en.wikivoyage.example nearcoord:10000m",
      ])
    #expect(about.texts.map(\.work) == [.wikipedia, .wikivoyage])
    #expect(about.texts[0].pageAddress == "https://en.wikipedia.org/wiki/Sight_1")
    #expect(about.sights.count == 4)
    let query = client.requests[0].queryItems ?? []
    #expect(query.contains { $0.name == "explaintext" } && query.contains { $0.name == "exintro" })
    #expect(query.contains { $0.name == "maxlag" && $0.value == "5" })
  }

  @Test func `where little is written it is looked farther and in English`() async throws {
    let client = FakeClient { request, _ in
      request.host == "en.wikipedia.example" ? (200, WikiArticlesTests.many) : (200, "{}")
    }
    let about = try await source(client, language: "is").aboutPlace(at: paris, within: 1000)
    #expect(
      client.summaries == [
        "is.wikipedia.example nearcoord:1000m", "is.wikipedia.example nearcoord:10000m",
        "en.wikipedia.example nearcoord:10000m", "is.wikivoyage.example nearcoord:10000m",
      ])
    #expect(about.texts.map(\.language) == ["en"])
  }

  @Test func `words in the users language go before others`() async throws {
    let client = FakeClient { _, _ in (200, WikiArticlesTests.many) }
    let about = try await source(client, language: "fr").aboutPlace(at: paris, within: 1000)
    #expect(client.summaries.count == 2)
    #expect(about.texts.map(\.language) == ["fr", "fr"])
  }

  @Test func `a language that there is not is no failure`() async throws {
    let client = FakeClient { request, _ in
      request.host!.hasPrefix("en.")
        ? (200, WikiArticlesTests.many) : (404, "<html>no such wiki</html>")
    }
    let about = try await source(client, language: "xx").aboutPlace(at: paris, within: 1000)
    #expect(about.texts.map(\.language) == ["en", "en"])
  }

  @Test func `an address without a language is used as it is and an empty one not`() async throws {
    let client = FakeClient { _, _ in (200, "{}") }
    let mirror = source(
      client, language: "fr", wikipedia: "https://mirror.example/api?key=1", wikivoyage: "")
    #expect(try await mirror.aboutPlace(at: paris, within: 1000) == AboutPlace())
    #expect(
      client.summaries == ["mirror.example nearcoord:1000m", "mirror.example nearcoord:10000m"])
  }

  @Test(arguments: [
    (503, "", SourceFailure.busy), (0, "", .unreachable),
    (200, #"{"errors":[{"code":"cirrussearch-too-busy-error"}]}"#, .busy),
    (200, #"{"error":{"code":"ratelimited"}}"#, .busy),
  ])
  func `what may pass is asked again and then fails`(
    status: Int, text: String, failure: SourceFailure
  ) async throws {
    let client = FakeClient { _, _ in
      if status == 0 { throw HTTPError.unreachable(reason: "no network") }
      return (status, text)
    }
    await #expect(throws: failure) {
      try await source(client).aboutPlace(at: paris, within: 1000)
    }
    #expect(client.requests.count == 2)
  }

  @Test func `a server that cannot prove who it is is asked once and says nothing`() async throws {
    let client = FakeClient { _, _ in throw HTTPError.untrusted(reason: "test") }
    await #expect(throws: SourceFailure.untrusted) {
      try await source(client).aboutPlace(at: paris, within: 1000)
    }
    #expect(client.requests.count == 1)
  }

  @Test func `what is turned off while it is asked says nothing`() async throws {
    let client = FakeClient { _, _ in throw HTTPError.turnedOff }
    await #expect(throws: SourceFailure.turnedOff) {
      try await source(client).aboutPlace(at: paris, within: 1000)
    }
  }

  @Test(arguments: [(200, "<html>"), (200, "[]"), (200, #"{"query":{"pages":7}}"#), (403, "")])
  func `what cannot be read is nothing`(status: Int, text: String) async throws {
    let client = FakeClient { _, _ in (status, text) }
    #expect(try await source(client).aboutPlace(at: paris, within: 1000) == AboutPlace())
  }

  @Test func `a guide that fails takes nothing away`() async throws {
    let client = FakeClient { request, _ in
      request.host!.contains("wikipedia") ? (200, WikiArticlesTests.many) : (503, "")
    }
    #expect(
      try await source(client).aboutPlace(at: paris, within: 1000).texts.map(\.work) == [.wikipedia]
    )
  }

  @Test func `a server that wants a long pause is left alone`() async throws {
    let client = FakeClient(retryAfter: 3600) { _, _ in (429, "") }
    let source = source(client)
    for _ in 1...3 {
      await #expect(throws: SourceFailure.busy) {
        try await source.aboutPlace(at: paris, within: 1000)
      }
    }
    #expect(client.requests.count == 1)
  }
}
