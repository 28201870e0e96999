import Atlas
import PhotoSources
import Postcards
import Testing
import Travels

struct ListTests {
  private let source = OfflineData.source()

  private func request(_ count: Int, at coordinate: Coordinate = .paris) -> PhotoRequest {
    PhotoRequest(near: coordinate, radius: 1000, count: count)
  }

  @Test(arguments: Coordinate.difficult.map(\.coordinate))
  func anAlbumIsFilledEverywhereWithDifferentCards(of coordinate: Coordinate) async throws {
    let slice = try await source.photos(request(1000, at: coordinate))
    #expect(slice.total >= 24)
    #expect(slice.photos.count == slice.total)
    #expect(Set(slice.photos.map(\.sourceID)).count == slice.total)
    #expect(!slice.hasBegunAgain && slice.radius == nil)
    for photo in slice.photos {
      #expect(photo.source == "postcards" && photo.coordinate == coordinate)
      #expect(!photo.title.isEmpty && photo.author != nil && photo.license == "CC BY 4.0")
      #expect(photo.imageAddress == nil && photo.pageAddress == nil && photo.taken == nil)
      #expect(photo.size != nil)
    }
  }

  @Test func theFirstAlbumShowsNoKindTwice() async throws {
    let photos = try await source.photos(request(24)).photos
    #expect(photos.count == 24)
    #expect(Set(photos.map { $0.sourceID.split(separator: ".")[0] }).count == 24)
  }

  @Test func theSameWishGivesTheSameCards() async throws {
    #expect(try await source.photos(request(24)) == source.photos(request(24)))
  }

  @Test func whatWasSeenIsNotHandedOutUntilAllWasSeen() async throws {
    let total = try await source.photos(request(0)).total
    var seen: Set<String> = []
    while seen.count < total {
      var next = request(10)
      next.seen = seen
      let slice = try await source.photos(next)
      #expect(!slice.hasBegunAgain && slice.total == total)
      #expect(slice.photos.count == min(10, total - seen.count))
      #expect(seen.isDisjoint(with: slice.photos.map(\.sourceID)))
      seen.formUnion(slice.photos.map(\.sourceID))
    }
    var last = request(10)
    last.seen = seen
    let slice = try await source.photos(last)
    #expect(slice.hasBegunAgain && slice.photos.count == 10 && slice.total == total)
  }

  @Test func whatIsUnwantedIsNeverHandedOut() async throws {
    let all = try await source.photos(request(1000)).photos.map(\.sourceID)
    var next = request(1000)
    next.unwanted = Set(all.prefix(5))
    let slice = try await source.photos(next)
    #expect(slice.photos.map(\.sourceID) == Array(all.dropFirst(5)))
    #expect(slice.total == all.count - 5)
    next.unwanted = Set(all)
    let none = try await source.photos(next)
    #expect(none.photos.isEmpty && none.total == 0 && !none.hasBegunAgain)
  }

  @Test func aDisputedPlaceIsSaidToBeInNoCountry() async throws {
    // The Golan Heights.
    let photos = try await source.photos(request(1000, at: Coordinate(33, 35.8))).photos
    for country in ["Israel", "Syria"] {
      #expect(!photos.contains { $0.title.contains(country) })
    }
    let kinds = Set(photos.map { String($0.sourceID.split(separator: ".")[0]) })
    #expect(kinds.isDisjoint(with: ["country", "silhouette"]))
  }

  @Test func withoutTheMapFilesThereAreCardsOfTheSun() async throws {
    let source = OfflineData.source(outlines: nil, gazetteer: nil)
    let slice = try await source.photos(request(1000))
    #expect(slice.total >= 24)
    #expect(!slice.photos.contains { $0.sourceID.hasPrefix("globe") })
  }
}
