import Foundation
import PhotoSources
import TestSupport
import Testing
import TravelModel
import WebServices
import WebTesting

/// A picture as Panoramax writes it, `metres` to the east of Paris' tower.
private func feature(
  _ id: String, metres: Double = 0, _ properties: [String: Any] = [:],
  next: String? = nil, previous: String? = nil, _ more: [String: Any] = [:]
) -> [String: Any] {
  func point(_ metres: Double) -> [String: Any] {
    ["type": "Point", "coordinates": [2.2945 + metres / 73_000, 48.8584]]
  }
  var links: [[String: Any]] = [["rel": "self", "href": "https://a.example/items/\(id)"]]
  for (relation, other) in [("next", next), ("prev", previous)] {
    guard let other else { continue }
    links.append(["rel": relation, "id": other, "href": "x", "geometry": point(metres + 5)])
  }
  let all: [String: Any] = [
    "datetime": "2022-05-03T13:28:56+00:00", "license": "CC-BY-SA-4.0", "view:azimuth": 0,
    "geovisio:producer": "Ann", "pers:interior_orientation": ["field_of_view": 360],
  ].merging(properties) { $1 }
  let item: [String: Any] = [
    "type": "Feature", "id": id, "collection": "ff", "geometry": point(metres), "links": links,
    "properties": all,
    "assets": [
      "sd": ["href": "https://a.example/\(id)/sd.jpg"],
      "hd": ["href": "https://a.example/\(id)/hd.jpg"],
    ],
  ]
  return item.merging(more) { $1 }
}

private func answer(_ features: [Any]) -> String {
  json(["type": "FeatureCollection", "links": [Any](), "features": features])
}

private func source(_ client: FakeClient) -> PanoramaxSource {
  PanoramaxSource(
    client: client, downloader: Downloader(client: client, retry: .impatient), retry: .impatient,
    endpoint: { "https://panoramax.example/api" })
}

/// The picture that an answer with one feature is read as.
private func read(_ feature: [String: Any]) async throws -> StreetPicture? {
  let client = FakeClient { [body = answer([feature])] _, _ in (200, body) }
  return try await source(client).picture("ab-1")
}

/// What Panoramax says of its pictures.
struct PanoramaxPictureTests {
  @Test func `a picture comes with all that is said of it`() async throws {
    let found = try await read(
      feature("ab-1", ["pers:pitch": 2.5, "pers:roll": -1], next: "ab-2", previous: "ab-0"))
    let picture = try #require(found)
    let details = picture.details
    #expect(details.source == "panoramax" && details.sourceID == "ab-1")
    #expect(details.author == "Ann" && details.taken == "2022-05-03 13:28:56")
    #expect(details.license == "CC BY-SA 4.0" && picture.isFree)
    #expect(details.licenseAddress == "https://creativecommons.org/licenses/by-sa/4.0/")
    #expect(details.pageAddress == "https://api.panoramax.xyz/#focus=pic&pic=ab-1")
    #expect(details.imageAddress == "https://a.example/ab-1/sd.jpg")
    #expect(details.largeAddress == "https://a.example/ab-1/hd.jpg")
    #expect(details.heading == 0 && details.coordinate == picture.place)
    #expect(picture.isSphere && picture.pitch == 2.5 && picture.roll == -1)
    #expect(picture.next?.id == "ab-2" && picture.previous?.id == "ab-0")
    let way = try #require(picture.next?.place).distance(to: picture.place)
    #expect(abs(way - 5) < 0.1)
  }

  @Test(
    arguments: [
      (#"{"field_of_view":360}"#, nil, false, true), (#"{"field_of_view":70.5}"#, nil, true, false),
      (#"{"field_of_view":null}"#, nil, false, false),
      (#"{"field_of_view":null}"#, nil, true, true),
      ("{}", "equirectangular", false, true), ("{}", "cylindrical", false, false),
      (#"{"sensor_array_dimensions":[5760,2880]}"#, nil, false, true),
      (#"{"sensor_array_dimensions":[4000,3000]}"#, nil, false, false),
      (#"{"field_of_view":92,"sensor_array_dimensions":[4000,2000]}"#, nil, false, false),
    ] as [(String, String?, Bool, Bool)])
  func `it is a sphere if something says so`(
    camera: String, projection: String?, hasTiles: Bool, isSphere: Bool
  ) async throws {
    var properties = [
      "pers:interior_orientation": try JSONSerialization.jsonObject(with: Data(camera.utf8))
    ]
    if let projection { properties["exif"] = ["Xmp.GPano.ProjectionType": projection] }
    let more: [String: Any] = hasTiles ? ["asset_templates": ["tiles": ["href": "x"]]] : [:]
    let found = try await read(feature("ab-1", properties, more))
    #expect(found?.isSphere == isSphere)
  }

  @Test(
    arguments: [
      ("CC-BY-4.0", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/", true),
      ("CC0-1.0", "CC0 1.0", "https://spdx.org/licenses/CC0-1.0.html", true),
      ("etalab-2.0", "Licence Ouverte 2.0", "https://spdx.org/licenses/etalab-2.0.html", true),
      ("ODbL-1.0", "ODbL-1.0", "https://spdx.org/licenses/ODbL-1.0.html", true),
      ("proprietary", "All rights reserved", nil, false), ("", nil, nil, false),
    ] as [(String, String?, String?, Bool)])
  func `a licence is named, and says whether copies may be kept`(
    code: String, name: String?, address: String?, isFree: Bool
  ) async throws {
    let found = try #require(try await read(feature("ab-1", ["license": code])))
    #expect(found.details.license == name && found.details.licenseAddress == address)
    #expect(found.isFree == isFree)
  }

  @Test func `what is missing is unknown`() async throws {
    let found = try await read(
      feature(
        "ab-1", ["view:azimuth": NSNull(), "datetime": "yesterday", "geovisio:producer": NSNull()],
        [
          "providers": [
            ["name": "Host", "roles": ["host"]], ["name": "Bo", "roles": ["producer"]],
          ]
        ]
      ))
    let picture = try #require(found)
    #expect(picture.details.heading == nil && picture.details.taken == nil)
    #expect(picture.details.author == "Bo")
    #expect(picture.next == nil && picture.previous == nil)
    #expect(try await self.heading(-90) == 270)
  }

  private func heading(_ azimuth: Any) async throws -> Double? {
    try await read(feature("ab-1", ["view:azimuth": azimuth]))?.details.heading
  }

  @Test func `what cannot be shown is left out`() async throws {
    let body = answer([
      7, NSNull(), ["id": "ab-1"], feature("../x"),
      feature("ab-2", ["geovisio:status": "hidden"]),
      feature("ab-3", [:], ["assets": ["sd": ["href": "file:///x"]]]),
      feature("ab-4", ["geovisio:status": "ready"]),
    ])
    let client = FakeClient { _, _ in (200, body) }
    let nearest = try await source(client).nearest(to: paris)
    #expect(nearest?.details.sourceID == "ab-4")
  }
}

/// Standing at a place, and walking from there.
struct PanoramaxWalkTests {
  @Test func `one stands at the nearest picture`() async throws {
    let client = FakeClient { _, _ in
      (200, answer([feature("b", metres: 30, next: "c"), feature("a", metres: 9, next: "b")]))
    }
    let nearest = try await source(client).nearest(to: paris)
    #expect(nearest?.details.sourceID == "a")
    let asked = try #require(URLComponents(string: client.addresses[0]))
    #expect(client.addresses.count == 1 && asked.path == "/api/search")
    #expect(asked.value("place_position") == "2.29450,48.85840")
    #expect(asked.value("place_distance") == "0-50")
  }

  @Test func `where a search tells no neighbours the picture does`() async throws {
    let client = FakeClient { address, _ in
      (200, answer([feature("a", next: address.value("ids") == "a" ? "b" : nil)]))
    }
    #expect(try await source(client).nearest(to: paris)?.next?.id == "b")
    #expect(client.addresses.count == 2)
  }

  @Test func `what is far away is no street of the place`() async throws {
    let client = FakeClient { address, _ in
      (200, answer(address.value("bbox") == nil ? [] : [feature("a", metres: 800, next: "b")]))
    }
    #expect(try await source(client).nearest(to: paris) == nil)
    #expect(client.addresses.count == 2)
  }

  @Test func `a picture that is gone is none`() async throws {
    let client = FakeClient { _, _ in (200, answer([])) }
    #expect(try await source(client).picture("a") == nil)
  }

  @Test(arguments: [
    (500, "{}", SourceFailure.busy), (200, "<html>", .unreadable), (403, "{}", .refused),
    (200, #"{"features":7}"#, .unreadable),
  ])
  func `a service that fails is told`(
    status: Int, body: String, failure: SourceFailure
  ) async throws {
    let client = FakeClient { _, _ in (status, body) }
    await #expect(throws: failure) { try await source(client).nearest(to: paris) }
  }

  @Test func `nothing is asked that is turned off`() async throws {
    let client = FakeClient { _, _ in (200, answer([feature("a")])) }
    let off = PanoramaxSource(
      client: SwitchedClient(client) { false },
      downloader: Downloader(client: client, retry: .impatient).asking { false },
      retry: .impatient, endpoint: { "https://panoramax.example/api" })
    await #expect(throws: SourceFailure.turnedOff) { try await off.nearest(to: paris) }
    await #expect(throws: SourceFailure.turnedOff) {
      try await off.photos(PhotoRequest(near: paris, radius: 100, count: 3))
    }
    #expect(client.addresses.isEmpty)
  }
}

/// Albums of Panoramax' pictures.
struct PanoramaxAlbumTests {
  @Test func `an album has the free ones, and each once`() async throws {
    let body = answer(
      (0..<8).map { number in
        feature(
          "a\(number)", metres: Double(number) * 20,
          ["license": number == 2 ? "proprietary" : "CC-BY-SA-4.0"])
      } + [feature("a1", metres: 20)])
    let client = FakeClient { _, _ in (200, body) }
    var request = PhotoRequest(near: paris, radius: 500, count: 3)
    request.unwanted = ["a0"]
    var all: [String] = []
    for expected in [3, 3] {
      let slice = try await source(client).photos(request)
      #expect(slice.photos.count == expected && slice.radius == 500 && !slice.hasBegunAgain)
      all += slice.photos.map(\.sourceID)
      request.seen.formUnion(slice.photos.map(\.sourceID))
    }
    #expect(Set(all) == ["a1", "a3", "a4", "a5", "a6", "a7"])
    let again = try await source(client).photos(request)
    #expect(again.hasBegunAgain && again.photos.count == 3)
    let box = try #require(URLComponents(string: client.addresses[0])?.value("bbox"))
    let sides = box.split(separator: ",").compactMap { Double($0) }
    #expect(sides.count == 4 && sides[0] < 2.2945 && sides[2] > 2.2945)
    #expect(sides[1] < 48.8584 && sides[3] > 48.8584)
  }

  @Test func `it looks farther where there are few`() async throws {
    let client = FakeClient { _, _ in (200, answer([feature("a", metres: 900)])) }
    let slice = try await source(client).photos(PhotoRequest(near: paris, radius: 100, count: 3))
    #expect(slice.photos.map(\.sourceID) == ["a"] && slice.radius == 5000)
    #expect(client.addresses.count == 5)
  }
}
