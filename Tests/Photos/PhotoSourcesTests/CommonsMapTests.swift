import Foundation
import PhotoSources
import Testing
import TravelModel
import WebTesting

/// The best photos of what a map shows.
struct CommonsMapTests {
  /// The page of a file, a second's way apart from the others.
  private func page(_ id: Int, metadata: [String: String] = [:]) -> [String: Any] {
    let told = metadata.merging([
      "Artist": "Author \(id)", "LicenseShortName": "CC BY-SA 4.0", "Categories": "",
    ]) { first, _ in first }
    return [
      "pageid": id, "ns": 6, "title": "File:View \(id) of it.jpg",
      "coordinates": [
        ["lat": 48.86 + Double(id) / 3600, "lon": 2.29, "primary": true] as [String: Any]
      ],
      "thumbnail": ["source": "https://thumb.example/250/\(id)", "width": 250] as [String: Any],
      "imageinfo": [
        [
          "url": "https://upload.example/\(id).jpg", "thumburl": "https://thumb.example/1280/\(id)",
          "descriptionurl": "https://commons.example/wiki/File:\(id)", "mime": "image/jpeg",
          "mediatype": "BITMAP", "thumbmime": "image/jpeg", "width": 4000, "height": 3000,
          "extmetadata": told.mapValues { ["value": $0] },
        ] as [String: Any]
      ],
    ]
  }

  private func client(_ pages: [[String: Any]]) -> FakeClient {
    let answer = json(["batchcomplete": true, "query": ["pages": pages]])
    return FakeClient { _, _ in (200, answer) }
  }

  @Test func `one request brings them in the order of an album`() async throws {
    var nowhere = page(4)
    nowhere["coordinates"] = nil
    var plain = page(5)
    plain["thumbnail"] = nil
    let client = client([
      page(1), page(2, metadata: ["Assessments": "featured"]),
      page(3, metadata: ["Categories": "Maps of Paris"]), nowhere, plain,
      page(6, metadata: ["DeletionReason": "copyright"]),
    ])
    let photos = try await commonsSource(client).bestPhotos(around: paris, within: 2500)
    #expect(photos.first?.details.sourceID == "2")
    #expect(Set(photos.map(\.details.sourceID)) == ["1", "2", "5"])
    #expect(photos.map(\.rank) == photos.map(\.rank).sorted())
    let best = try #require(photos.first)
    #expect(best.thumbnailAddress == "https://thumb.example/250/2")
    #expect(best.details.imageAddress == "https://thumb.example/1280/2")
    #expect(best.details.largeAddress == "https://upload.example/2.jpg")
    #expect(best.details.author == "Author 2" && best.details.license == "CC BY-SA 4.0")
    #expect(best.details.merit == .featured)
    // Without a small image, that of an album is one.
    let large = photos.first { $0.details.sourceID == "5" }
    #expect(large?.thumbnailAddress == "https://thumb.example/1280/5")

    #expect(client.addresses.count == 1)
    let asked = try #require(client.addresses.first.flatMap { URLComponents(string: $0) })
    #expect(asked.value("gsrsearch") == "filetype:bitmap nearcoord:2500m,48.85840,2.29450")
    #expect(asked.value("gsrnamespace") == "6")
    #expect(asked.value("prop") == "imageinfo|coordinates|pageimages")
    // The service makes images of these widths alone.
    let steps = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840].map(String.init)
    #expect(asked.value("pithumbsize").map(steps.contains) == true)
    #expect(asked.value("maxlag") == "5")
  }

  @Test func `where nothing was photographed there is nothing`() async throws {
    let client = FakeClient { _, _ in (200, #"{"batchcomplete":true}"#) }
    #expect(try await commonsSource(client).bestPhotos(around: paris, within: 100).isEmpty)
  }

  @Test func `a failure is not asked again, nor during a pause that the service wants`() async {
    let client = FakeClient(retryAfter: 600) { _, _ in (429, "<html>") }
    let source = commonsSource(client)
    for _ in 0..<3 {
      await #expect(throws: SourceFailure.busy) {
        _ = try await source.bestPhotos(around: paris, within: 100)
      }
    }
    #expect(client.addresses.count == 1)
  }

  @Test func `a part is not taken for all`() async {
    let client = FakeClient { _, _ in
      (
        200,
        #"{"batchcomplete":true,"warnings":[{"code":"timed out","text":"timed out","module":"search"}]}"#
      )
    }
    await #expect(throws: SourceFailure.busy) {
      _ = try await commonsSource(client).bestPhotos(around: paris, within: 100)
    }
  }
}
