import Foundation
import PhotoSources
import Testing
import TravelModel
import WebServices
import WebTesting

/// Albums of sights, each of which has a category of Commons.
struct CommonsCategoryTests {
  private let sight = Sight(title: "Louvre", detail: "", coordinate: paris)

  private func source(_ client: FakeClient) -> CommonsSource {
    CommonsSource(
      client: client, downloader: Downloader(client: client, retry: .impatient), language: "fr",
      retry: .impatient, endpoint: { FakeCommons.endpoint },
      wikidata: { "https://wikidata.example/w/api.php" })
  }

  /// A Wikidata that answers with some items by their numbers.
  private func client(_ items: [String: Any]) -> FakeClient {
    let answer = json(["entities": items, "success": 1])
    return FakeClient { _, _ in (200, answer) }
  }

  /// An item as Wikidata tells it; an empty object is an empty list there.
  private func item(
    category: String? = nil, page: String? = nil, at place: (Double, Double)? = nil
  ) -> [String: Any] {
    func claim(_ value: Any) -> [[String: Any]] {
      let snak: [String: Any] = ["snaktype": "value", "datavalue": ["value": value]]
      return [["mainsnak": snak, "rank": "normal"]]
    }
    func object(_ members: [String: Any]) -> Any { members.isEmpty ? [Any]() as Any : members }
    var claims: [String: Any] = [:]
    var links: [String: Any] = [:]
    if let category { claims["P373"] = claim(category) }
    if let place { claims["P625"] = claim(["latitude": place.0, "longitude": place.1]) }
    if let page { links["commonswiki"] = ["site": "commonswiki", "title": page] }
    return ["type": "item", "claims": object(claims), "sitelinks": object(links)]
  }

  @Test func `Wikidata is asked once for the category of a sight`() async throws {
    let client = client([
      "Q1": item(category: "Louvre-Lens", at: (50.43, 2.8)),
      "Q2": item(category: "Louvre", page: "Louvre", at: (48.861, 2.336)),
    ])
    #expect(try await source(client).category(of: sight) == "Louvre")
    #expect(client.addresses.count == 1)
    let asked = try #require(URLComponents(string: client.addresses[0]))
    #expect(asked.host == "wikidata.example" && asked.value("action") == "wbgetentities")
    #expect(asked.value("sites") == "frwiki|enwiki" && asked.value("titles") == "Louvre")
  }

  @Test func `a category may be known by its page alone, or not at all`() async throws {
    let known = client(["Q2": item(page: "Category:Louvre Palace")])
    #expect(try await source(known).category(of: sight) == "Louvre Palace")
    for unknown in [
      item(page: "Louvre"), item(), ["site": "frwiki", "title": "Louvre", "missing": ""],
    ] {
      #expect(try await source(client(["-1": unknown])).category(of: sight) == nil)
    }
  }

  @Test func `an album of a category goes on where it was, and one of the place does not`()
    async throws
  {
    var fake = FakeCommons(ids: Array(101...160))
    fake.categories = ["Louvre \"1\"": (Array(1...40), [])]
    let client = fake.client()
    var request = PhotoRequest(near: paris, radius: 1000, count: 24)
    request.category = "Louvre \"1\""
    let first = try await source(client).photos(request)
    #expect(first.photos.count == 24 && first.total == 40 && first.radius == nil)
    let next = try await source(client).photos(request.following(first))
    #expect(Set((first.photos + next.photos).map(\.sourceID)) == Set((1...40).map { "\($0)" }))
    let asked = client.addresses.compactMap { URLComponents(string: $0) }
    #expect(asked.count { $0.value("list") == "search" } == 1)
    let prized = try #require(asked.compactMap { $0.value("gsrsearch") }.first)
    #expect(prized.hasPrefix(#"filetype:bitmap incategory:"Louvre \"1\"" incategory:"Featured"#))
    var around = request.following(first)
    around.category = nil
    let slice = try await source(client).photos(around)
    #expect(slice.photos.allSatisfy { $0.sourceID.count == 3 } && slice.radius == 1000)
  }

  @Test func `a small category has the files of those in it`() async throws {
    var fake = FakeCommons()
    fake.categories = [
      "Well": ([1, 2], ["Roof of the well", "Well by night"]), "Roof of the well": ([3], []),
      "Well by night": ([2, 4], []),
    ]
    var request = PhotoRequest(near: paris, radius: 1000, count: 24)
    request.category = "Well"
    let slice = try await source(fake.client()).photos(request)
    #expect(Set(slice.photos.map(\.sourceID)) == ["1", "2", "3", "4"])
  }
}
