import Files
import Foundation
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import TouristSession

/// A service that has one photo in the middle of what is searched.
private final class FakeFinder: Sendable {
  let failure = Mutex<SourceFailure?>(nil)
  private let searches = Mutex<[Coordinate]>([])

  var asked: Int { searches.withLock { $0.count } }

  func find(_ place: Coordinate, _ radius: Double) throws -> [FoundPhoto] {
    searches.withLock { $0.append(place) }
    if let failure = failure.withLock({ $0 }) { throw failure }
    var details = PhotoDetails(source: "commons", sourceID: "\(700 + asked)", title: "A view")
    details.coordinate = place
    details.imageAddress = "https://example.org/1280"
    details.largeAddress = "https://example.org/original"
    let photo = FoundPhoto(details, thumbnailAddress: "https://example.org/250", rank: 0)
    return [photo].compactMap { $0 }
  }
}

/// What others have photographed, as the map shows it.
@MainActor
struct FoundPhotosTests {
  private let folder = TemporaryFolder()
  private let server = FakeServer()
  private let finder = FakeFinder()
  private let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  private func photos(now: @escaping () -> Double = { 0 }) -> FoundPhotos {
    FoundPhotos(
      images: LargeImages(
        folder: "\(folder.path)/found",
        check: { (_, _) async throws(PictureFailure) in
          PictureContent(fileExtension: "jpg", size: PixelSize(width: 3, height: 2))
        },
        fetch: { [server] address, _, file in try await server.fetch(address, file) }),
      now: now, find: { [finder] in try finder.find($0, $1) })
  }

  private func rest(
    _ photos: FoundPhotos, at zoom: Double = 14, of place: Coordinate? = nil
  ) async {
    photos.show(MapView(center: place ?? paris, zoom: zoom), width: 1000, height: 700)
    await photos.waitUntilFound()
  }

  @Test func `a view is searched once a day`() async {
    var now = 0.0
    let photos = photos(now: { now })
    await rest(photos)
    #expect(photos.places.all.map(\.title) == ["A view"])
    #expect(photos.places.all.allSatisfy { $0.coordinate.distance(to: paris) < 1000 })
    await rest(photos)
    #expect(finder.asked == 1)
    await rest(photos, of: .origin)
    #expect(finder.asked == 2 && photos.places.count == 1)
    now = 25 * 3600
    await rest(photos)
    #expect(finder.asked == 3)
  }

  @Test func `only a town and what is closer has photos`() async {
    let photos = photos()
    await rest(photos, at: 11.9)
    #expect(finder.asked == 0 && photos.places.count == 0)
    await rest(photos, at: 12)
    #expect(finder.asked == 1 && photos.places.count == 1)
    await rest(photos, at: 11)
    #expect(finder.asked == 1 && photos.places.count == 0)
  }

  @Test func `without a network what is known is shown`() async {
    let photos = photos()
    await rest(photos)
    finder.failure.withLock { $0 = .unreachable }
    await rest(photos, of: .origin)
    #expect(photos.failure == .unreachable && photos.places.count == 0)
    await rest(photos)
    #expect(photos.failure == .unreachable && photos.places.count == 1)
    finder.failure.withLock { $0 = nil }
    await rest(photos, of: .origin)
    #expect(photos.failure == nil && photos.places.count == 1)
    finder.failure.withLock { $0 = .busy }
    await rest(photos, at: 17)
    // Who switches them on again is told again.
    photos.hide()
    #expect(photos.failure == nil && photos.places.count == 0)
  }

  @Test func `a photo is shown small until it comes as an album would keep it`() async throws {
    let photos = photos()
    await rest(photos)
    let place = try #require(photos.places.all.first)
    let file = try #require(await photos.thumbnail(of: place.id))
    let album = try #require(try await photos.album(of: place.id))
    let photo = try #require(album.photos.first)
    #expect(album.photos.count == 1 && album.ownFiles == [photo.id: file])
    #expect(server.asked == ["https://example.org/250"])
    #expect(photo.details.largeAddress == "https://example.org/1280")
    #expect(!album.isInLibrary && photo.state == .stored)
    #expect(album.foundPhoto?.largeAddress == "https://example.org/original")
    photos.hide()
    #expect(try await photos.album(of: place.id) == nil)
    #expect(await photos.thumbnail(of: place.id) == nil)
  }
}
