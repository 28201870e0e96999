import PhotoSources
import Testing
import TravelModel
import WebTesting

/// How far around a place photos are looked for, and how many of those there the service lists.
struct CommonsRadiusTests {
  private let request = PhotoRequest(near: paris, radius: 1000, count: 24)

  @Test func `too few near widens the radius to the services limit`() async throws {
    var fake = FakeCommons(ids: Array(1...30))
    for id in 6...30 { fake.distances[id] = 9000 }
    let slice = try await commonsSource(fake.client()).photos(request)
    #expect(slice.photos.count == 24)
    #expect(slice.radius == 10_000)
    let little = try await commonsSource(FakeCommons(ids: [1, 2, 3]).client()).photos(request)
    #expect(little.photos.count == 3)
    #expect(little.radius == 10_000)
  }

  @Test func `a full list is not all there is`() async throws {
    let commons = commonsSource(FakeCommons(ids: Array(1...700)).client())
    let slice = try await commons.photos(request)
    #expect(slice.hasUnlisted && slice.total == 500)
    // What follows comes from the same list.
    #expect(try await commons.photos(request.following(slice)).hasUnlisted)
    let all = try await commonsSource(FakeCommons(ids: Array(1...499)).client()).photos(request)
    #expect(!all.hasUnlisted && all.total == 499)
  }

  @Test func `all there is within a radius is known though more is farther away`() async throws {
    var fake = FakeCommons(ids: Array(1...700))
    for id in 6...700 { fake.distances[id] = id <= 40 ? 1500 : 9000 }
    let slice = try await commonsSource(fake.client()).photos(request)
    #expect(slice.radius! < 9000 && slice.total == 40 && !slice.hasUnlisted)
    // The list ends within the radius.
    for id in 6...700 { fake.distances[id] = 1500 }
    let cut = try await commonsSource(fake.client()).photos(request)
    #expect(cut.radius! < 9000 && cut.total == 500 && cut.hasUnlisted)
  }
}
