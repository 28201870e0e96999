import Foundation
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel
import WebServices
import WebTesting

/// What Commons is asked besides the nearest photos, and how albums are made of it.
struct CommonsChoiceTests {
  private let request = PhotoRequest(near: paris, radius: 1000, count: 24)

  private func source(_ client: any HTTPClient) -> CommonsSource {
    CommonsSource(
      client: client, downloader: Downloader(client: client, retry: .impatient), language: "fr",
      retry: .impatient, endpoint: { FakeCommons.endpoint },
      wikipedia: { "https://{language}.wikipedia.example/w/api.php" })
  }

  /// Sixty photos, of which two far ones were prized, and one beyond the list leads an article.
  private var commons: FakeCommons {
    var commons = FakeCommons(ids: Array(1...60))
    for id in 1...60 {
      commons.distances[id] = Double(10 * id)
      commons.metadataOf[id] = ["Artist": "Author \(id)"]
      commons.names[id] = "View \(id) of it.jpg"
    }
    commons.metadataOf[58] = ["Assessments": "featured|quality", "Artist": "Cleo"]
    commons.metadataOf[59] = ["Assessments": "valued", "Artist": "Dan"]
    commons.prized = [58, 59]
    commons.leads = [
      ("Tour", "Photo_700.jpg"), ("Local", "Not here.jpg"), ("Pont", "View_57_of_it.jpg"),
    ]
    return commons
  }

  @Test func `what leads an article or was prized comes first`() async throws {
    let client = commons.client()
    let slice = try await source(client).photos(request)
    #expect(slice.photos.prefix(3).map(\.sourceID) == ["57", "700", "58"])
    #expect(
      slice.photos.prefix(3).map(\.merit) == [
        .leadPicture(of: "Pont"), .leadPicture(of: "Tour"), .featured,
      ])
    #expect(slice.photos.first { $0.sourceID == "59" }?.merit == .valued)
    #expect(slice.photos.first { $0.sourceID == "1" }?.merit == nil)
    #expect(slice.photos.contains { $0.sourceID == "59" })
    #expect(slice.photos.count == 24 && slice.total == 61)
  }

  @Test func `the first photo comes after two answers`() async throws {
    let client = HeldClient(commons.client())
    async let slice = source(client).photos(request)
    for together in [3, 1] {
      try await wait { client.waiting == together }
      client.release()
    }
    #expect(try await slice.photos.count == 24)
  }

  @Test func `an album takes four requests and the next one`() async throws {
    let client = commons.client()
    let first = try await source(client).photos(request)
    #expect(client.addresses.count == 4)
    let asked = client.addresses.map { URLComponents(string: $0)! }
    let articles = try #require(asked.first { $0.host == "fr.wikipedia.example" })
    #expect(articles.value("gsrsearch") == "nearcoord:1000m,48.85840,2.29450")
    let prized = try #require(asked.first { $0.value("gsrnamespace") == "6" })
    #expect(prized.value("gsrsearch")?.hasPrefix("filetype:bitmap nearcoord:1000m,48.85") == true)
    #expect(prized.value("iiextmetadatafilter")?.contains("Assessments") == true)
    // The pages of what the list lacks come with those of what stands first in it.
    let titles = asked[3].value("titles")?.split(separator: "|").map(String.init) ?? []
    #expect(titles.prefix(2) == ["File:Photo 700.jpg", "File:Not here.jpg"])
    #expect(titles.count == 50 && titles.contains("File:View 57 of it.jpg"))
    #expect(!titles.contains("File:View 58 of it.jpg"))
    #expect(asked.allSatisfy { $0.value("maxlag") == "5" })
    // The next album goes on in the same order.
    var next = request
    next.bookmark = first.bookmark
    next.seen = Set(first.photos.map(\.sourceID))
    let second = try await source(client).photos(next)
    #expect(client.addresses.count == 5)
    #expect(second.photos.count == 24 && !second.hasBegunAgain)
    #expect(next.seen.isDisjoint(with: second.photos.map(\.sourceID)))
    var whole = request
    whole.count = 48
    let both = try await source(commons.client()).photos(whole)
    #expect(both.photos.map(\.sourceID) == (first.photos + second.photos).map(\.sourceID))
  }

  @Test(
    arguments: ["wikipedia", "search"],
    [
      (503, ""), (500, ""), (429, "<html>"), (200, "<html>"), (200, "{}"),
      (200, #"{"query":{"search":"?","pages":[7]}}"#),
      (200, #"{"errors":[{"code":"cirrussearch-too-busy-error"}]}"#),
      (200, #"{"error":{"code":"cirrussearch-backend-error"}}"#),
      (200, #"{"errors":[{"code":"maxlag","text":"Waiting for a server"}]}"#),
      // A part of an answer, which the service would go on with.
      (200, #"{"continue":{"sroffset":50,"continue":"-||"},"query":{"pages":[]}}"#),
      (200, #"{"warnings":{"search":{"*":"timed out"}},"query":{"search":[],"pages":[]}}"#),
      (404, ""), (0, ""), (-1, ""),
    ])
  func `what fails besides leaves the album as good`(which: String, answer: (Int, String))
    async throws
  {
    let good = commons.client()
    let client = FakeClient { address, _ in
      let isBroken =
        which == "search"
        ? address.value("gsrnamespace") == "6" : address.host == "fr.wikipedia.example"
      guard isBroken else { return try good.answered(address) }
      if answer.0 == 0 { throw HTTPError.silent }
      if answer.0 < 0 { throw HTTPError.unreachable(reason: "") }
      return answer
    }
    let slice = try await source(client).photos(request)
    #expect(slice.photos.count == 24 && slice.bookmark != nil)
    // What can be done without is asked for once.
    #expect(client.addresses.count == 4)
    let isThere = slice.photos.contains { $0.sourceID == "58" }
    #expect(isThere == (which == "wikipedia"))
  }

  @Test func `where all is shown the nearest come first`() async throws {
    var village = commons
    village.ids = Array(1...5)
    village.prized = [5]
    let photos = try await source(village.client()).photos(request).photos
    #expect(photos.map(\.sourceID) == ["1", "2", "3", "4", "5"])
  }

  @Test func `after a wider search the articles are asked for anew`() async throws {
    var sparse = commons
    for id in 1...60 { sparse.distances[id] = Double(100 * id) }
    sparse.leads = [("Pont", "View_30_of_it.jpg")]
    let client = sparse.client()
    let slice = try await source(client).photos(request)
    #expect(slice.radius == 3200 && slice.photos.count == 24)
    #expect(slice.total == 32)
    #expect(slice.photos.first?.sourceID == "30")
    #expect(client.addresses.contains { $0.contains("nearcoord%3A3200m") })
    #expect(client.addresses.count { $0.contains("generator=search") } <= 3)
  }

  @Test func `what is to be deleted is not shown and old pictures come last`() async throws {
    var commons = commons
    commons.metadataOf[1] = ["DeletionReason": "No source"]
    commons.metadataOf[2] = ["DateTimeOriginal": "circa 1900"]
    commons.names[3] = "Map of it.jpg"
    var request = request
    request.count = 250
    let photos = try await source(commons.client()).photos(request).photos
    let ids = photos.map(\.sourceID)
    #expect(ids.count == 59 && !ids.contains("1"))
    #expect(photos.first { $0.sourceID == "2" }?.statedYears == 1900...1900)
    #expect(ids.suffix(2) == ["2", "3"])
  }

  @Test func `a hostile number of names leaves the address short`() async throws {
    var commons = commons
    commons.leads = (1...50).map { ("\($0)", String(repeating: "й", count: 100) + "\($0).jpg") }
    let client = commons.client()
    _ = try await source(client).photos(request)
    #expect(client.addresses.allSatisfy { $0.utf8.count < 8000 })
  }
}
