import DrawnPostcards
import PhotoSources
import Testing
import TravelModel

struct ListTests {
  private let source = OfflineData.source()

  private func request(_ count: Int, at coordinate: Coordinate = .paris) -> PhotoRequest {
    PhotoRequest(near: coordinate, radius: 1000, count: count)
  }

  private func kind(_ photo: PhotoDetails) -> Substring { photo.sourceID.prefix { $0 != "-" } }

  @Test(arguments: Coordinate.difficult)
  func `every place has nine or ten kinds of cards twice over`(_ coordinate: Coordinate)
    async throws
  {
    let slice = try await source.photos(request(1000, at: coordinate))
    #expect(slice.total == 2 * slice.photos.count)
    #expect((9...10).contains(slice.photos.count))
    #expect(Set(slice.photos.map(kind)).count == slice.photos.count)
    #expect(!slice.hasBegunAgain && slice.radius == nil)
    for photo in slice.photos {
      #expect(photo.source == "postcards" && photo.coordinate == coordinate)
      #expect(!photo.title.isEmpty && photo.author != nil && photo.license == "CC BY 4.0")
      #expect(photo.imageAddress == nil && photo.pageAddress == nil && photo.taken == nil)
      // An album's cells are squares.
      #expect(photo.size == PixelSize(width: 1200, height: 1200))
    }
  }

  @Test func `the next album shows the same kinds in other colours`() async throws {
    let first = try await source.photos(request(24)).photos
    var next = request(24)
    next.seen = Set(first.map(\.sourceID))
    let second = try await source.photos(next).photos
    #expect(first.count == 10)
    #expect(first.map(kind) == second.map(kind))
    #expect(next.seen.isDisjoint(with: second.map(\.sourceID)))
  }

  @Test func `the same request gives the same cards`() async throws {
    #expect(try await source.photos(request(24)) == source.photos(request(24)))
  }

  @Test func `what was seen is not handed out until all was seen`() async throws {
    let total = try await source.photos(request(0)).total
    var seen: Set<String> = []
    while seen.count < total {
      var next = request(5)
      next.seen = seen
      let slice = try await source.photos(next)
      #expect(!slice.hasBegunAgain && slice.total == total)
      #expect(slice.photos.count == min(5, total - seen.count))
      #expect(seen.isDisjoint(with: slice.photos.map(\.sourceID)))
      seen.formUnion(slice.photos.map(\.sourceID))
    }
    var last = request(10)
    last.seen = seen
    let slice = try await source.photos(last)
    #expect(slice.hasBegunAgain && slice.photos.count == 10 && slice.total == total)
  }

  @Test func `what is unwanted is never handed out`() async throws {
    let first = try await source.photos(request(1000)).photos.map(\.sourceID)
    var next = request(1000)
    next.unwanted = Set(first.prefix(5))
    let slice = try await source.photos(next)
    #expect(next.unwanted.isDisjoint(with: slice.photos.map(\.sourceID)))
    #expect(slice.photos.count == 10 && slice.total == 15)
    next.unwanted = Set(first)
    let second = try await source.photos(next)
    #expect(second.total == 10)
    next.unwanted.formUnion(second.photos.map(\.sourceID))
    let none = try await source.photos(next)
    #expect(none.photos.isEmpty && none.total == 0 && !none.hasBegunAgain)
  }

  @Test func `a disputed place is said to be in no country`() async throws {
    // The Golan Heights.
    let photos = try await source.photos(request(1000, at: Coordinate(33, 35.8))).photos
    for country in ["Israel", "Syria"] {
      #expect(!photos.contains { $0.title.contains(country) })
    }
    #expect(!photos.contains { kind($0) == "land" })
  }

  @Test func `without the map files there are cards of the sky and the sun`() async throws {
    let source = OfflineData.source(outlines: nil, gazetteer: nil)
    let slice = try await source.photos(request(1000))
    #expect(slice.photos.map(kind) == ["greeting", "sky", "sun", "year"])
  }
}
