import Files
import Foundation
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel
import WebServices
import WebTesting

private func photo(_ id: Int, _ more: [String: Any] = [:]) -> [String: Any] {
  [
    "id": "\(id)", "owner": "1@N01", "ownername": "Ann", "title": "Photo \(id)", "license": "4",
    "latitude": "48.8", "longitude": 2.3, "accuracy": "16", "media": "photo",
    "url_l": "http://farm1.staticflickr.com/\(id)_b.jpg", "width_l": "1024", "height_l": 768,
  ].merging(more) { $1 }
}

private func page(_ photos: [Any]?, total: Any, page: Int = 1, pages: Any = 1) -> String {
  var body: [String: Any] = ["page": page, "pages": pages, "perpage": 250, "total": total]
  body["photo"] = photos
  return json(["photos": body, "stat": "ok"])
}

private func source(
  _ client: FakeClient, key: String? = "secret-key",
  pause: @escaping @Sendable (Duration) async throws -> Void = { _ in }
) -> FlickrSource {
  FlickrSource(
    client: client, downloader: Downloader(client: client, retry: .impatient), retry: .impatient,
    endpoint: { "https://flickr.example/rest/" }, key: { key }, pause: pause)
}

/// What a photo is of which the service gives no image.
private func bare(_ id: Int) -> [String: Any] {
  ["id": "\(id)", "owner": "1@N01", "title": "Photo \(id)", "license": "4", "media": "photo"]
}

extension FakeClient {
  /// The pages that were asked for, in order.
  fileprivate var pages: [Int] {
    addresses.compactMap { URLComponents(string: $0)?.value("page").flatMap { Int($0) } }
  }
}

/// A search of so many photos on pages of 250.
private func search(of total: Int) -> FakeClient {
  FakeClient { address, _ in
    let number = Int(address.value("page")!)!
    let first = (min(number, 16) - 1) * 250
    let ids = first..<max(first, min(first + 250, total))
    return (200, page(ids.map { photo($0) }, total: "\(total)", page: number, pages: "40671"))
  }
}

struct FlickrTests {
  private let request = PhotoRequest(near: paris, radius: 1000, count: 200)

  @Test func `collections never repeat to the last of the search`() async throws {
    let flickr = source(search(of: 620))
    var request = request
    var all: [String] = []
    for expected in [200, 200, 200, 20] {
      let slice = try await flickr.photos(request)
      #expect(slice.photos.count == expected)
      #expect(slice.total == 620 && !slice.hasBegunAgain)
      all += slice.photos.map(\.sourceID)
      request.seen.formUnion(slice.photos.map(\.sourceID))
      request.bookmark = slice.bookmark
    }
    #expect(Set(all).count == 620)
    let again = try await flickr.photos(request)
    #expect(again.hasBegunAgain && again.photos.count == 200)
  }

  @Test(arguments: [
    "1 1000.0 inf 1 9", "1 1000.0 nan 1 9", "1 1000.0 1e300 1 9", "1 1000.0 -5 1 9",
    "1 1000.0 1000.0 9223372036854775807 9223372036854775807", "1 1000.0 1000.0 0 1", "1  ", "",
  ])
  func `a bookmark may say anything`(bookmark: String) async throws {
    var request = request
    request.bookmark = bookmark
    let slice = try await source(search(of: 300)).photos(request)
    #expect(slice.photos.count == 200 || bookmark.contains("9223372036854775807"))
    #expect(slice.radius == 1000 && slice.total == 300)
  }

  @Test func `sizes that no picture has are none`() async throws {
    let photos = [9_223_372_036_854_775_807, -5, 0].enumerated().map {
      photo($0, ["width_l": $1, "height_l": $1])
    }
    let client = FakeClient { [body = page(photos, total: 3)] _, _ in (200, body) }
    let slice = try await source(client).photos(request)
    #expect(slice.photos.map(\.size) == [nil, nil, nil])
  }

  @Test func `beyond four thousand nothing is asked`() async throws {
    let client = search(of: 1_000_000)
    let flickr = source(client)
    var request = request
    request.count = 250
    for round in 1...17 {
      let slice = try await flickr.photos(request)
      #expect(slice.total == 4000)
      #expect(slice.hasBegunAgain == (round == 17))
      request.seen.formUnion(slice.photos.map(\.sourceID))
      request.bookmark = slice.bookmark
    }
    #expect(client.pages.max() == 16)
  }

  @Test func `a search without usable photos begins anew next time`() async throws {
    let areUsable = Mutex(false)
    let client = FakeClient { address, _ in
      let number = Int(address.value("page")!)!
      let photos = (0..<250).map { number * 250 + $0 }.map { id in
        areUsable.withLock { $0 } && number < 3 ? photo(id) : bare(id)
      }
      return (200, page(photos, total: "9000", page: number, pages: 36))
    }
    let flickr = source(client)
    var request = request
    let nothing = try await flickr.photos(request)
    #expect(nothing.photos.isEmpty && !nothing.hasBegunAgain)
    #expect(client.pages == Array(1...16))
    // A bookmark of before, of which the last page is all that was ever asked for again.
    for bookmark in [nothing.bookmark, "1 1000.0 1000.0 16 4000"] {
      request.bookmark = bookmark
      areUsable.withLock { $0 = true }
      let slice = try await flickr.photos(request)
      #expect(slice.photos.count == 200 && !slice.hasBegunAgain)
      #expect(slice.photos.first?.sourceID == "250")
    }
  }

  @Test func `seen photos begin again where the last pages have no usable ones`() async throws {
    let client = FakeClient { address, _ in
      let number = Int(address.value("page")!)!
      let photos = (0..<250).map { number == 1 ? photo($0) : bare(number * 250 + $0) }
      return (200, page(photos, total: 1000, page: number, pages: 4))
    }
    var request = request
    request.count = 250
    let first = try await source(client).photos(request)
    request.seen = Set(first.photos.map(\.sourceID))
    request.bookmark = first.bookmark
    let second = try await source(client).photos(request)
    #expect(second.hasBegunAgain && second.photos == first.photos)
  }

  @Test func `many pages are asked for slowly and the first only once`() async throws {
    let pauses = Mutex<[Duration]>([])
    let client = FakeClient { address, _ in
      let number = Int(address.value("page")!)!
      let photos = (0..<250).map { bare(number * 250 + $0) }
      return (200, page(photos, total: 9000, page: number, pages: 36))
    }
    _ = try await source(client) { pause in pauses.withLock { $0.append(pause) } }.photos(request)
    #expect(pauses.withLock { $0 } == Array(repeating: .seconds(1), count: 12))
    let usual = search(of: 300)
    _ = try await source(usual) { _ in Issue.record("a search waits") }.photos(request)
    #expect(usual.pages == [1])
  }

  @Test func `pages that repeat give each photo once`() async throws {
    let client = FakeClient { address, _ in
      let number = Int(address.value("page")!)!
      let ids = (number == 1 ? Array(0..<250) : Array(200..<400)) + [3, 3]
      return (200, page(ids.map { photo($0) }, total: 500, page: number, pages: 2))
    }
    var request = request
    request.count = 250
    let first = try await source(client).photos(request)
    request.seen = Set(first.photos.map(\.sourceID))
    request.bookmark = first.bookmark
    let second = try await source(client).photos(request)
    #expect(first.photos.count == 250)
    #expect(second.photos.count == 150)
    #expect(request.seen.isDisjoint(with: second.photos.map(\.sourceID)))
  }

  @Test func `one odd element costs itself alone`() async throws {
    let odd: [Any] = [
      photo(1, ["url_l": NSNull(), "url_m": "https://x.example/1.jpg"]), photo(2),
      ["id": "3", "title": "no address"], photo(4, ["license": "99", "width_l": NSNull()]), "text",
      NSNull(), photo(5, ["media": "video"]), photo(6, ["title": ["_content": "in a box"]]),
      photo(7, ["latitude": 0, "longitude": "0"]), photo(8, ["id": 8, "owner": NSNull()]),
    ]
    let body = page(odd, total: "10", pages: 0)
    let client = FakeClient { _, _ in (200, body) }
    let slice = try await source(client).photos(request)
    let photos = Dictionary(uniqueKeysWithValues: slice.photos.map { ($0.sourceID, $0) })
    #expect(Set(photos.keys) == ["1", "2", "4", "6", "7", "8"])
    #expect(photos["1"]?.imageAddress == "https://x.example/1.jpg")
    #expect(photos["2"]?.imageAddress == "https://farm1.staticflickr.com/2_b.jpg")
    #expect(photos["2"]?.size == PixelSize(width: 1024, height: 768))
    #expect(photos["2"]?.license == "CC BY 2.0")
    #expect(photos["2"]?.pageAddress == "https://www.flickr.com/photos/1@N01/2")
    #expect(photos["2"]?.coordinate == Coordinate(latitude: 48.8, longitude: 2.3))
    #expect(photos["4"]?.license == nil)
    #expect(photos["6"]?.title == "in a box")
    #expect(photos["7"]?.coordinate == nil)
    #expect(photos["8"]?.pageAddress == nil)
  }

  @Test func `the interesting come first and neighbours differ`() async throws {
    let owners = ["Ann", "Ann", "Ann", "Ann", "Bob"]
    let titles = ["Mill 1", "Mill 2", "Church", "Gate", "Map of the town"]
    let client = FakeClient { _, _ in
      let photos = titles.indices.map { index in
        photo(
          index,
          [
            "title": titles[index], "ownername": owners[index],
            "datetaken": "2020-01-0\(index + 1) 12:00:00", "latitude": 48.85 + Double(index) / 100,
          ])
      }
      return (200, page(photos, total: 5))
    }
    let slice = try await source(client).photos(request)
    #expect(slice.photos.map(\.title) == ["Mill 1", "Church", "Gate", "Mill 2", "Map of the town"])
  }

  @Test func `titles of all kinds come through`() async throws {
    let long = String(repeating: "x", count: 250)
    let titles = ["🗼 مرحبا", long, "a\\/b", ""]
    let client = FakeClient { _, _ in
      let photos = titles.enumerated().map { photo($0, ["title": $1]) }
      return (200, page(photos, total: 4))
    }
    let slice = try await source(client).photos(request)
    #expect(slice.photos.map(\.title) == titles)
  }

  @Test(arguments: [
    #"{"stat":"fail","code":100,"message":"Invalid API Key (Key has invalid format)"}"#,
    #"{"stat":"fail","code":"100","message":"Invalid API Key (Key has expired)"}"#,
  ])
  func `a bad key is a bad key and not tried again`(body: String) async {
    let client = FakeClient { _, _ in (200, body) }
    await #expect(throws: SourceFailure.keyRefused) { try await source(client).photos(request) }
    #expect(client.addresses.count == 1)
  }

  @Test func `nobody looks for the key of a service that is turned off`() async {
    let client = search(of: 3)
    let flickr = FlickrSource(
      client: client,
      downloader: Downloader(client: client, retry: .impatient).asking { false },
      endpoint: { "https://flickr.example/rest/" },
      key: {
        Issue.record("the key was asked for")
        return nil
      })
    await #expect(throws: SourceFailure.turnedOff) { try await flickr.photos(request) }
    #expect(client.addresses.isEmpty)
  }

  @Test func `without a key nothing is asked`() async {
    let client = search(of: 3)
    for key in [nil, ""] {
      await #expect(throws: SourceFailure.keyMissing) {
        try await source(client, key: key).photos(request)
      }
    }
    #expect(client.addresses.isEmpty)
  }

  @Test(arguments: [
    (#"{"stat":"fail","code":105,"message":"Service currently unavailable"}"#, SourceFailure.busy),
    (
      #"{"stat":"fail","code":201,"message":"Sorry, the Flickr API service is not currently available."}"#,
      .busy
    ),
    (
      #"{"stat":"fail","code":0,"message":"Sorry, the Flickr API service is not currently available."}"#,
      .busy
    ),
    (#"{"stat":"fail","code":3,"message":"Parameterless searches"}"#, .unreadable),
    (#"{"stat":"fail","code":99,"message":"Insufficient permissions"}"#, .refused),
    (#"{"photos":{"page":1,"pages":1,"total":"30"},"stat":"ok"}"#, .unreadable),
    (#"{"photos":{"page":1,"pages":1,"total":"30","photo":null},"stat":"ok"}"#, .unreadable),
    (#"{"photos":{"total":"30","photo":"?"},"stat":"ok"}"#, .unreadable),
    (#"{"photos":{"total":0,"photo":7},"stat":"ok"}"#, .unreadable),
    (#"{"photos":{"total":3,"photo":["?",7,null]},"stat":"ok"}"#, .unreadable),
    (#"{"photos":[],"stat":"ok"}"#, .unreadable), (#"{"stat":"ok"}"#, .unreadable),
    (#"{"photos":{"total":{},"photo":[]},"stat":"ok"}"#, .unreadable), ("[]", .unreadable),
    ("<html>", .unreadable), ("<?xml version=\"1.0\"?><rsp stat=\"ok\"/>", .unreadable),
  ])
  func `failures with status 200 are told apart`(body: String, failure: SourceFailure) async {
    await #expect(throws: failure) {
      try await source(FakeClient { _, _ in (200, body) }).photos(request)
    }
  }

  @Test(arguments: [
    #"{"photos":{"page":1,"pages":0,"perpage":250,"total":"0","photo":[]},"stat":"ok"}"#,
    #"{"photos":{"page":0,"pages":0,"perpage":250,"total":0},"stat":"ok"}"#,
  ])
  func `nothing there is an empty album`(body: String) async throws {
    let slice = try await source(FakeClient { _, _ in (200, body) }).photos(request)
    #expect(slice.photos.isEmpty && slice.total == 0)
    #expect(slice.radius == 31_000)
  }

  @Test func `an answer of another format is asked for again`() async throws {
    let client = FakeClient { _, number in
      (200, number == 0 ? "<rsp/>" : page([photo(1)], total: 1))
    }
    #expect(try await source(client).photos(request).photos.count == 1)
  }

  @Test func `the question is asked as the service wants`() async throws {
    let client = search(of: 300)
    _ = try await source(client).photos(request)
    let asked = try #require(URLComponents(string: client.addresses[0]))
    #expect(asked.value("min_upload_date") != nil)
    #expect(asked.value("radius") == "1.0")
    #expect(asked.value("lat") == "48.85840" && asked.value("lon") == "2.29450")
    #expect(asked.value("per_page") == "250")
    #expect(asked.value("nojsoncallback") == "1")
  }

  @Test func `a removed photos grey picture is no photo`() async throws {
    let client = GreyClient()
    let flickr = FlickrSource(
      client: client, downloader: Downloader(client: client), endpoint: { "" }, key: { nil })
    var details = PhotoDetails(source: "flickr", sourceID: "1", title: "")
    details.imageAddress = "https://live.example/1_b.jpg"
    let folder = TemporaryFolder()
    let file = IncomingFile(path: folder.newPath())
    defer { file.discard() }
    await #expect(throws: SourceFailure.gone) { try await flickr.fetch(details, into: file) }
  }
}

/// A server that sends everything to the picture that stands for what was removed.
private struct GreyClient: HTTPClient {
  func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    throw HTTPError.unreachable(reason: "test")
  }
  func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    try file.append(Array("grey".utf8))
    return HTTPHead(status: 200, address: "https://s.example/photo_unavailable.png")
  }
}
