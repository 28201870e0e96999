import Foundation
import PhotoSources
import Synchronization
import Testing
import TravelModel
import WebServices
import WebTesting

/// Wikimedia Commons as a fake has it.
func commonsSource(_ client: FakeClient) -> CommonsSource {
  CommonsSource(
    client: client, downloader: Downloader(client: client, retry: .impatient), language: "en",
    retry: .impatient, endpoint: { FakeCommons.endpoint })
}

extension PhotoRequest {
  /// The request that follows a slice, as the library makes it.
  func following(_ slice: PhotoSlice) -> PhotoRequest {
    var next = self
    next.bookmark = slice.bookmark
    next.seen = (slice.hasBegunAgain ? [] : seen).union(slice.photos.map(\.sourceID))
    return next
  }
}

struct CommonsTests {
  private let request = PhotoRequest(near: paris, radius: 1000, count: 24)

  @Test func `slices never repeat until all were seen`() async throws {
    let client = FakeCommons(ids: Array(1...60)).client()
    let commons = commonsSource(client)
    var request = request
    var all: [String] = []
    for expected in [24, 24, 12] {
      let slice = try await commons.photos(request)
      #expect(slice.photos.count == expected)
      #expect(slice.total == 60)
      #expect(!slice.hasBegunAgain)
      all += slice.photos.map(\.sourceID)
      request = request.following(slice)
    }
    #expect(Set(all).count == 60)
    // The list was asked for once, and a new program goes on where the old one was.
    #expect(client.addresses.count { $0.contains("geosearch") } == 1)
    let again = try await commonsSource(client).photos(request)
    #expect(again.hasBegunAgain)
    #expect(again.photos.count == 24)
  }

  @Test func `the nearest come first and each once`() async throws {
    var fake = FakeCommons(ids: [5, 7, 9, 7, 5])
    fake.distances = [5: 300, 7: 20.5, 9: 100]
    let slice = try await commonsSource(fake.client()).photos(request)
    #expect(slice.photos.map(\.sourceID) == ["7", "9", "5"])
  }

  @Test(arguments: ["inf", "nan", "1e300", "-1"])
  func `a bookmark may say anything`(reached: String) async throws {
    var request = request
    request.bookmark =
      "3 48.8584 2.2945 1000.0 \(reached) all 1,2 9223372036854775807,-9223372036854775808,x 1,1 2"
    let slice = try await commonsSource(FakeCommons(ids: Array(1...60)).client()).photos(request)
    #expect(slice.photos.count == 24 && slice.radius == 1000)
  }

  @Test func `statements tell which way photos look`() async throws {
    let client = FakeClient { address, _ in
      let heading: [String: Any] = ["datavalue": ["value": ["amount": "+47.5"]]]
      let claims: [[String: Any]] = [["rank": "normal"], ["qualifiers": ["P7787": [heading]]]]
      var entities: [String: Any] = [:]
      for (place, id) in address.value("ids")!.split(separator: "|").enumerated() {
        let statements: Any = place == 0 ? ["P1259": claims] as Any : [Any]() as Any
        entities[String(id)] = ["statements": statements]
      }
      return (200, json(["entities": entities, "success": 1] as [String: Any]))
    }
    let photos = (1...60).map { PhotoDetails(source: "commons", sourceID: "\($0)", title: "") }
    let headings = try await commonsSource(client).headings(of: photos)
    #expect(headings == ["1": 47.5, "51": 47.5])
    #expect(client.addresses.count == 2)
  }

  @Test func `what comes later is merged`() async throws {
    var fake = FakeCommons(ids: Array(1...40))
    fake.pagesAnAnswer = 7
    var request = request
    request.count = 40
    let slice = try await commonsSource(fake.client()).photos(request)
    #expect(slice.photos.count == 40)
    #expect(slice.photos.allSatisfy { $0.author == "Ann & Bob" })
  }

  @Test func `a continuation without an answer ends the list`() async throws {
    var fake = FakeCommons(ids: Array(1...40))
    fake.pagesAnAnswer = 9
    let whole = fake.client()
    let client = FakeClient { address, _ in
      address.value("iicontinue") == nil
        ? try whole.answered(address) : (200, #"{"batchcomplete":true}"#)
    }
    var request = request
    request.count = 40
    #expect(try await commonsSource(client).photos(request).photos.count == 9)
  }

  @Test func `only pictures are handed out`() async throws {
    var fake = FakeCommons(ids: Array(1...10))
    fake.others = [
      1: ("application/ogg", "AUDIO"), 2: ("video/webm", "VIDEO"), 3: ("application/pdf", "OFFICE"),
      4: ("image/svg+xml", "DRAWING"), 5: ("image/tiff", "BITMAP"),
      6: ("image/vnd.djvu", "BITMAP"),
    ]
    fake.thumbnailTypes = [4: "image/svg+xml", 5: "image/tiff"]
    let slice = try await commonsSource(fake.client()).photos(request)
    #expect(slice.photos.map(\.sourceID) == ["7", "8", "9", "10"])
    #expect(slice.total == 4)
  }

  @Test func `of drawings and TIFFs the images that the service makes are taken`() async throws {
    var fake = FakeCommons(ids: [1, 2])
    fake.others = [1: ("image/svg+xml", "DRAWING"), 2: ("image/tiff", "BITMAP")]
    fake.thumbnailTypes = [1: "image/png"]
    let photos = try await commonsSource(fake.client()).photos(request).photos
    #expect(photos.map(\.imageAddress) == [1, 2].map { "https://thumb.example/\($0)?utm=1" })
    // The originals are what nothing here decodes.
    #expect(photos.allSatisfy { $0.largeAddress == nil })
  }

  @Test func `maps and logos are not handed out`() async throws {
    var fake = FakeCommons(ids: [1, 2])
    fake.others = [1: ("image/svg+xml", "DRAWING"), 2: ("image/svg+xml", "DRAWING")]
    fake.thumbnailTypes = [1: "image/png", 2: "image/png"]
    fake.names = [1: "Paris location map.svg"]
    let photos = try await commonsSource(fake.client()).photos(request).photos
    #expect(photos.map(\.sourceID) == ["2"])
  }

  @Test(arguments: [
    ("Ann Smith, CC BY-SA 4.0", nil), ("© Ann Smith / Example Museum", nil),
    ("CC BY-SA 4.0", "Ann & Bob"), ("This is under the Creative Commons licence", "Ann & Bob"),
  ])
  func `an attribution that repeats the licence does not stand for the author`(
    attribution: String, author: String?
  ) async throws {
    var fake = FakeCommons(ids: [1])
    fake.metadata = ["Attribution": attribution, "UsageTerms": "Creative Commons"]
    let photo = try await commonsSource(fake.client()).photos(request).photos.first
    #expect(photo?.author == author ?? attribution)
  }

  @Test func `an author of a megabyte is cut`() async throws {
    var fake = FakeCommons(ids: [1])
    fake.metadata = ["Artist": String(repeating: "Ann &amp; ", count: 100_000)]
    let photo = try await commonsSource(fake.client()).photos(request).photos.first
    #expect(photo?.author?.hasPrefix("Ann & Ann") == true)
    #expect((photo?.author?.count ?? .max) < 1000)
  }

  @Test func `what was unseen and cannot be shown does not end the album`() async throws {
    var fake = FakeCommons(ids: [1, 2])
    fake.others = [2: ("image/vnd.djvu", "BITMAP")]
    var request = request
    request.count = 1
    let first = try await commonsSource(fake.client()).photos(request)
    let second = try await commonsSource(fake.client()).photos(request.following(first))
    #expect(second.photos.map(\.sourceID) == ["1"])
    #expect(second.hasBegunAgain)
  }

  @Test func `removed photos stay away`() async throws {
    var request = request
    request.unwanted = ["1", "3"]
    let slice = try await commonsSource(FakeCommons(ids: [1, 2, 3, 4]).client()).photos(request)
    #expect(slice.photos.map(\.sourceID) == ["2", "4"])
    #expect(slice.total == 2)
    request.unwanted = ["1", "2", "3", "4"]
    #expect(
      try await commonsSource(FakeCommons(ids: [1, 2, 3, 4]).client()).photos(request).photos
        .isEmpty)
  }

  @Test func `nothing there is an empty album and no error`() async throws {
    let bodies = [
      #"{"batchcomplete":true,"query":{"geosearch":[]}}"#, #"{"batchcomplete":true}"#,
      #"{"batchcomplete":"","warnings":{"geosearch":{"*":"clamped"}}}"#,
    ]
    for body in bodies {
      let slice = try await commonsSource(FakeClient { _, _ in (200, body) }).photos(request)
      #expect(slice.photos.isEmpty)
      #expect(slice.total == 0)
    }
  }

  @Test func `all that is told of a photo is kept`() async throws {
    let slice = try await commonsSource(FakeCommons(ids: [7]).client()).photos(request)
    let photo = try #require(slice.photos.first)
    #expect(photo.title == "Photo 7")
    #expect(photo.author == "Ann & Bob")
    #expect(photo.license == "CC BY-SA 4.0")
    #expect(photo.licenseAddress == "https://creativecommons.org/licenses/by-sa/4.0")
    #expect(photo.pageAddress == "https://commons.example/wiki/File:7")
    #expect(photo.imageAddress == "https://thumb.example/7?utm=1")
    #expect(photo.largeAddress == "https://upload.example/7.jpg")
    #expect(photo.size == PixelSize(width: 4000, height: 3000))
    #expect(photo.taken == "2009-03-17")
  }

  @Test func `what a camera says of itself is no title`() async throws {
    var commons = FakeCommons(ids: [7, 8])
    commons.names = [7: "Tower_at_noon.jpg", 8: "Bridge.jpg"]
    commons.metadataOf = [
      7: ["ImageDescription": "OLYMPUS DIGITAL CAMERA", "ObjectName": "SONY DSC"],
      8: ["ImageDescription": "The <b>bridge</b>"],
    ]
    let slice = try await commonsSource(commons.client()).photos(request)
    #expect(Set(slice.photos.map(\.title)) == ["Tower at noon", "The bridge"])
  }

  @Test func `the older format is read as well`() async throws {
    let client = FakeClient { address, _ in
      if address.value("list") == "geosearch" {
        return (200, #"{"query":{"geosearch":[{"pageid":3,"title":"File:A.jpg","dist":1}]}}"#)
      }
      return (
        200,
        #"""
        {"query":{"pages":{"-1":{"missing":""},"3":{"pageid":3,"title":"File:A_b.JPG",
        "imageinfo":[{"url":"https://u.example/A.jpg","mime":"image/jpeg","extmetadata":[]}]}}}}
        """#
      )
    }
    let slice = try await commonsSource(client).photos(request)
    #expect(slice.photos.map(\.title) == ["A b"])
    #expect(slice.photos.first?.imageAddress == "https://u.example/A.jpg")
    #expect(slice.photos.first?.largeAddress == nil)
  }

  @Test(arguments: [
    (#"{"error":{"code":"maxlag","info":"x"}}"#, SourceFailure.busy),
    (#"{"errors":[{"code":"ratelimited"}]}"#, .busy),
    (#"{"error":{"code":"cirrussearch-too-busy-error","info":"x"}}"#, .busy),
    (#"{"errors":[{"code":"cirrussearch-backend-error","text":"x"}]}"#, .busy),
    (#"{"error":{"code":"invalid-coord","*":"x"}}"#, .unreadable),
    ("<html>Please log in</html>", .unreadable), ("", .unreadable),
  ])
  func `errors with status 200 are errors`(body: String, failure: SourceFailure) async {
    await #expect(throws: failure) {
      try await commonsSource(FakeClient { _, _ in (200, body) }).photos(request)
    }
  }

  @Test(arguments: [
    #"{"query":{"geosearch":"?","pages":7}}"#, #"{"query":{"geosearch":{}}}"#, "{}", "[]", "7",
    #"{"query":"?","batchcomplete":true}"#, #"{"query":{}}"#, #"{"query":{"pages":[]}}"#,
    #"{"batchcomplete":true,"query":{"geosearch":["?",7,null,{}]}}"#,
    #"{"batchcomplete":true,"query":{"geosearch":[{"pageid":"?"}]}}"#,
    #"{"batchcomplete":true,"error":"?"}"#, #"{"batchcomplete":true,"errors":{"a":1}}"#,
  ])
  func `a list of another shape is no empty list`(body: String) async {
    await #expect(throws: SourceFailure.unreadable) {
      try await commonsSource(FakeClient { _, _ in (200, body) }).photos(request)
    }
  }

  @Test(arguments: [
    #"{"batchcomplete":true}"#, #"{"query":{"pages":7}}"#, #"{"query":{"pages":[]}}"#,
    #"{"query":{"pages":["?",7]}}"#, #"{"query":{"pages":[{"pageid":1,"imageinfo":"?"}]}}"#,
    #"{"query":{"pages":[{"pageid":1,"imageinfo":[7]}]}}"#,
    #"{"query":{"pages":[{"pageid":99,"imageinfo":[{"url":"https://u.example/9.jpg"}]}]}}"#,
    #"{"continue":7,"query":{"pages":[{"pageid":1}]}}"#,
  ])
  func `pages of another shape are no photos that cannot be shown`(body: String) async {
    let client = FakeClient { address, _ in
      if address.value("list") == nil { return (200, body) }
      return (200, #"{"query":{"geosearch":[{"pageid":1,"title":"File:A.jpg","dist":1}]}}"#)
    }
    await #expect(throws: SourceFailure.unreadable) {
      try await commonsSource(client).photos(request)
    }
  }

  @Test func `one odd element costs itself alone`() async throws {
    let client = FakeClient { address, _ in
      if address.value("list") == "geosearch" {
        return (
          200,
          #"{"query":{"geosearch":["?",null,{"pageid":3},{"pageid":"?"},{"pageid":4},{"pageid":5}]}}"#
        )
      }
      return (
        200,
        #"""
        {"query":{"pages":[7,{"pageid":3,"imageinfo":"?"},{"pageid":5,"missing":true},
        {"pageid":4,"title":"File:A.jpg","imageinfo":[{"url":"https://u.example/A.jpg"}]}]}}
        """#
      )
    }
    #expect(try await commonsSource(client).photos(request).photos.map(\.sourceID) == ["4"])
  }

  @Test(arguments: [
    #"[{"code":"geodata-search-timeout","text":"x","module":"query+geosearch"}]"#,
    #"{"geosearch":{"warnings":"⧼geodata-search-timeout⧽"}}"#,
    #"{"geosearch":{"*":"The search timed out."}}"#,
  ])
  func `a part of a list is good for once`(warnings: String) async throws {
    let isWhole = Mutex(false)
    let whole = FakeCommons(ids: Array(1...40)).client()
    let client = FakeClient { address, _ in
      if address.value("list") == nil || isWhole.withLock({ $0 }) {
        return try whole.answered(address)
      }
      let some = (1...10).map { id in "{\"pageid\":\(id),\"dist\":\(id)}" }.joined(separator: ",")
      return (200, #"{"warnings":\#(warnings),"query":{"geosearch":[\#(some)]}}"#)
    }
    let first = try await commonsSource(client).photos(request)
    #expect(first.photos.count == 10 && first.bookmark == nil)
    // It is not asked for again further away.
    #expect(client.addresses.count { $0.contains("geosearch") } == 1)
    var next = request.following(first)
    await #expect(throws: SourceFailure.busy) { try await commonsSource(client).photos(next) }
    isWhole.withLock { $0 = true }
    let second = try await commonsSource(client).photos(next)
    #expect(second.photos.count == 24 && second.total == 40 && !second.hasBegunAgain)
    #expect(Set(second.photos.map(\.sourceID)).isDisjoint(with: first.photos.map(\.sourceID)))
    next = next.following(second)
    #expect(try await commonsSource(client).photos(next).photos.count == 6)
  }

  @Test func `a part that has nothing is no empty list`() async {
    let body = #"{"batchcomplete":true,"warnings":[{"code":"geodata-search-timeout"}]}"#
    await #expect(throws: SourceFailure.busy) {
      try await commonsSource(FakeClient { _, _ in (200, body) }).photos(request)
    }
  }

  @Test(arguments: [(403, SourceFailure.refused), (404, .unreadable), (429, .busy), (503, .busy)])
  func `a status is a failure`(status: Int, failure: SourceFailure) async {
    await #expect(throws: failure) {
      try await commonsSource(FakeClient { _, _ in (status, "<html>") }).photos(request)
    }
  }

  @Test func `what passes is tried again and what does not is not`() async throws {
    let passing = FakeClient { _, number in
      if number == 0 { throw HTTPError.unreachable(reason: "test") }
      return number == 1 ? (503, "") : (200, #"{"batchcomplete":true}"#)
    }
    #expect(try await commonsSource(passing).photos(request).total == 0)
    let lasting = FakeClient { _, _ in (403, "") }
    _ = try? await commonsSource(lasting).photos(request)
    #expect(lasting.addresses.count { $0.contains("geosearch") } == 1)
  }

  @Test func `the question is asked as the service wants`() async throws {
    let client = FakeCommons(ids: [1]).client()
    let edge = PhotoRequest(
      near: Coordinate(latitude: -0.000001, longitude: 180)!, radius: 1, count: 5)
    _ = try await commonsSource(client).photos(edge)
    let address = try #require(client.addresses.first { $0.contains("geosearch") })
    let asked = try #require(URLComponents(string: address))
    #expect(asked.value("gscoord") == "0.00000|-180.00000")
    #expect(asked.value("gsradius") == "10")
    #expect(asked.value("gsnamespace") == "6")
    #expect(asked.value("maxlag") == "5")
    #expect(!address.contains("%25"))
  }
}
