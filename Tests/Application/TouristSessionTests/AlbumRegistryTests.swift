import Files
import Foundation
import LibrarySchema
import PhotoSources
import SQLite
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import TouristSession
@testable import TravelStore

/// A source that has one photo and counts how often it is asked.
private final class CountingSource: PhotoSource {
  let name = "commons"
  let times = Mutex(0)
  private let failure: any Error

  private let searchFailure: (any Error)?

  init(failure: any Error = SourceFailure.gone, ofSearch searchFailure: (any Error)? = nil) {
    (self.failure, self.searchFailure) = (failure, searchFailure)
  }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    times.withLock { $0 += 1 }
    if let searchFailure { throw searchFailure }
    let photo = PhotoDetails(source: name, sourceID: "1", title: "One")
    return PhotoSlice(photos: [photo], total: 1)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws { throw failure }
}

/// A source that knows the category of one sight, and records which it was asked for.
private final class SightSource: PhotoSource {
  let name = "commons"
  let asked = Mutex<[String?]>([])

  func category(of sight: Sight) async throws -> String? {
    sight.title == "Louvre" ? "Louvre Palace" : nil
  }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let number = asked.withLock {
      $0.append(request.category)
      return $0.count
    }
    return PhotoSlice(photos: [PhotoDetails(source: name, sourceID: "\(number)", title: "A")])
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    throw SourceFailure.gone
  }
}

@MainActor
struct AlbumRegistryTests {
  @Test func `an album of a sight stays one until another source is chosen`() async throws {
    let folder = TemporaryFolder()
    let store = try await TravelStore(folder: folder.path)
    let source = SightSource()
    let filler = AlbumRegistry(
      sources: [source], check: { _, _ throws(PictureFailure) in throw .damaged },
      options: { AlbumOptions(choice: .automatic, count: 1, radius: 1000) })
    await filler.connect(to: store)
    let place = Coordinate(latitude: 1, longitude: 2)!
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await wait { !album.isBusy }
    filler.newCollection(album, of: Sight(title: "Louvre", detail: "", coordinate: place))
    try await wait { !album.isBusy }
    #expect(album.info?.category == "Louvre Palace" && filler.source(of: album) == .automatic)
    filler.newCollection(album)
    try await wait { !album.isBusy }
    filler.newCollection(album, of: Sight(title: "Nowhere", detail: "", coordinate: place))
    try await wait { !album.isBusy }
    #expect(album.trouble == .noneOf("Nowhere") && album.info?.category == "Louvre Palace")
    filler.newCollection(album, from: .commons)
    try await wait { !album.isBusy }
    #expect(album.trouble == nil && album.info?.category == nil)
    #expect(source.asked.withLock { $0 } == [nil, "Louvre Palace", "Louvre Palace", nil])
  }

  @Test func `trying again after the library failed asks for no other photos`() async throws {
    let folder = TemporaryFolder()
    let store = try await TravelStore(folder: folder.path)
    let source = CountingSource()
    let filler = AlbumRegistry(
      sources: [source], check: { _, _ throws(PictureFailure) in throw .damaged },
      options: { AlbumOptions(choice: .commons, count: 1, radius: 1000) })
    await filler.connect(to: store)
    let place = Coordinate(latitude: 1, longitude: 2)!
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await wait { !album.isBusy }
    #expect(source.times.withLock { $0 } == 1)
    album.trouble = .library(.busy(path: "x"))
    filler.retry(album)
    try await wait { !album.isBusy }
    #expect(source.times.withLock { $0 } == 1)
    #expect(album.trouble == nil)
  }

  @Test func `a full disk is what a photo fails of`() async throws {
    let album = try await album(from: CountingSource(failure: DiskFailure.noSpace))
    #expect(album.photos.map(\.failure) == [.noSpace])
  }

  /// An album that a source has filled, or could not.
  private func album(from source: CountingSource) async throws -> AlbumModel {
    let folder = TemporaryFolder()
    let filler = AlbumRegistry(
      sources: [source], check: { _, _ throws(PictureFailure) in throw .damaged },
      options: { AlbumOptions(choice: .commons, count: 1, radius: 1000) })
    let store = try await TravelStore(folder: folder.path)
    await filler.connect(to: store)
    let place = Coordinate(latitude: 1, longitude: 2)!
    let album = filler.album(of: try await store.addPin(at: place, titled: "Pin"))
    try await wait { !album.isBusy }
    return album
  }

  @Test func `what nobody expects is no cancellation`() async throws {
    struct Unexpected: Error {}
    for isOfSearch in [false, true] {
      let album = try await album(
        from: CountingSource(failure: Unexpected(), ofSearch: isOfSearch ? Unexpected() : nil))
      #expect(album.photos.map(\.failure) == (isOfSearch ? [] : [.source(.unreadable)]))
      #expect(album.trouble == (isOfSearch ? .search(.unreadable) : nil))
    }
  }

  /// What may be noted of an album that has photos; the first version of the library noted nothing.
  @Test(arguments: [
    "", "INSERT INTO album (pin_id, state) VALUES (1, 'wanted')",
    "INSERT INTO album (pin_id, state, failure) VALUES (1, 'failed', 'unreachable')",
  ])
  func `where there is a photo nothing is searched unasked`(note: String) async throws {
    let folder = TemporaryFolder()
    let file = try prepareFirstVersion(in: folder.path)
    let store = try await TravelStore(folder: folder.path)
    try LibraryConnection(path: "\(folder.path)/\(TravelStore.fileName)").execute(note)
    let pin = try #require(try await store.pins().first)
    let source = CountingSource()
    let filler = AlbumRegistry(
      sources: [source], check: { _, _ throws(PictureFailure) in throw .damaged },
      options: { AlbumOptions(choice: .commons, count: 1, radius: 1000) })
    let map = MapModel { $0.readable }
    await map.connect(to: store)
    filler.map = map
    await filler.connect(to: store)
    await filler.resumeUnfinished()
    let album = filler.album(of: pin)
    try await wait { !album.isBusy }
    #expect(map.pins.count == 1)
    #expect(source.times.withLock { $0 } == 0)
    #expect(album.photos.map(\.details.title) == ["Old"])
    #expect(try Data(contentsOf: file) == Data("picture".utf8))
    #expect(try await store.unfinishedAlbums().isEmpty)
  }

  /// Makes a library as its first version was, with a pin and a photo, and returns its file.
  private func prepareFirstVersion(in folder: String) throws -> URL {
    let photo = URL(fileURLWithPath: "\(folder)/photos/1/old.jpg")
    try FileManager.default.createDirectory(
      at: photo.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("picture".utf8).write(to: photo)
    let connection = try LibraryConnection(path: "\(folder)/\(TravelStore.fileName)")
    try Migrations.migrate(connection, through: [LibrarySchema.steps[0]])
    try connection.execute(
      """
      INSERT INTO pin (id, latitude, longitude, title) VALUES (1, 1, 2, 'Pin');
      INSERT INTO photo (pin_id, position, source, source_id, path, title, state)
      VALUES (1, 0, 'commons', 'old', '1/old.jpg', 'Old', 'stored');
      """)
    return photo
  }
}
