import Files
import PhotoSources
import Places
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source of two photos.
private struct QuickSource: PhotoSource {
  let name = "commons"

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let photos = (1...2).map { PhotoDetails(source: name, sourceID: "\($0)", title: "\($0)") }
    return PhotoSlice(photos: photos, total: 2)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    try file.append(Array("picture".utf8))
  }
}

@MainActor
struct TourTests {
  private let folder = TemporaryFolder()

  private func session(pins: Int) async throws -> Session {
    let session = await Session.opened(in: folder, source: QuickSource())
    for number in 0..<pins {
      session.dropPin(at: Coordinate(latitude: Double(number), longitude: 2)!)
    }
    await session.map.waitUntilSaved()
    try await wait {
      session.map.pins.all.count { $0.photoCount == 2 } == pins && session.albums.works.isEmpty
    }
    return session
  }

  @Test func `each album comes once before one comes again and none follows itself`() async throws {
    let session = try await session(pins: 4)
    let tour = Tour(of: session)
    var seen: [Pin.ID] = []
    for _ in 0..<40 {
      let album = try #require(await tour.next())
      #expect(album.tally.stored == 2)
      tour.arrive()
      seen.append(album.pin.id)
      try await wait { session.albums.works.keys.elementsEqual([album.pin.id]) }
    }
    for round in stride(from: 0, to: 40, by: 4) { #expect(Set(seen[round..<round + 4]).count == 4) }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
    tour.end()
    try await wait { session.albums.works.isEmpty }
  }

  @Test func `what is found after the end is not kept`() async throws {
    let session = try await session(pins: 2)
    let tour = Tour(of: session)
    let next = Task.immediate { await tour.next() }
    tour.end()
    #expect(await next.value == nil)
    #expect(await tour.next() == nil)
    try await wait { session.albums.works.isEmpty }
  }

  @Test func `an album stays for others that show it`() async throws {
    let session = try await session(pins: 1)
    let (one, other) = (Tour(of: session), Tour(of: session))
    let album = try #require(await one.next())
    one.arrive()
    #expect(await other.next() === album)
    other.end()
    await session.remove([album.photos[0]], from: album)
    #expect(album.photos.count == 1)
    _ = try await session.undo.applyLast(.undo)
    #expect(album.photos.count == 2)
    one.end()
    try await wait { session.albums.works.isEmpty }
  }

  @Test func `without photos there is no way`() async throws {
    #expect(await Tour(of: try await session(pins: 0)).next() == nil)
  }
}
