import Files
import PhotoSources
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// Two photos of every place.
private final class EverywhereSource: PhotoSource {
  let name = "pictures"

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let photos = (1...2).map { PhotoDetails(source: name, sourceID: "\($0)", title: "\($0)") }
    return PhotoSlice(photos: photos, total: 2)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    try file.append(Array("picture".utf8))
  }
}

/// The user's own pictures on the map, and the pins that are made of them.
@MainActor
struct PictureMapTests {
  private let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)!
  private let aStepAway = Coordinate(latitude: 48.8570, longitude: 2.3530)!
  private let rome = Coordinate(latitude: 41.8931, longitude: 12.4828)!

  private func map(of places: [(String, Coordinate)]) async -> PictureMap {
    let map = PictureMap(
      places: { places.map { PicturePlace(file: $0.0, coordinate: $0.1) } },
      details: {
        $0.map { place in
          place.file.hasSuffix("gone.jpg")
            ? nil : PhotoDetails(source: "pictures", sourceID: place.file, title: place.file)
        }
      }, locate: { file in places.first { $0.0 == file }?.1 })
    map.show()
    await map.waitUntilRead()
    return map
  }

  @Test func `pictures that are close together are one place for a pin`() async {
    let map = await map(of: [("/a.jpg", paris), ("/b.jpg", aStepAway), ("/c.jpg", rome)])
    #expect(map.state == .shown(3))
    let places = await map.placesWithoutPin(among: PinIndex())
    #expect(places.count == 2)
    #expect(places.contains { $0.distance(to: rome) < 1 })
    #expect(places.contains { $0.distance(to: paris) < 100 })
  }

  @Test func `pictures that are brought have places too, whatever is on the map`() async throws {
    let map = await map(of: [("/a.jpg", paris), ("/b.jpg", aStepAway), ("/c.jpg", rome)])
    map.hide()
    let files = ["/a.jpg", "/b.jpg", "/c.jpg", "/no-place.jpg"]
    let pins = PinIndex([Pin(id: Pin.ID(1), coordinate: rome, title: "Rome")])
    let found = await map.placesWithoutPin(of: files, among: pins) { true }
    #expect(try #require(found).located == 3)
    #expect(found?.places.count == 1)
    #expect(found?.places.allSatisfy { $0.distance(to: paris) < 100 } == true)
    #expect(await map.placesWithoutPin(of: files, among: pins) { false } == nil)
    #expect(await map.placesWithoutPin(of: ["/x"], among: pins) { true }?.located == 0)
  }

  @Test func `a place that has a pin gets no other one`() async {
    let map = await map(of: [("/a.jpg", paris), ("/c.jpg", rome)])
    let pins = PinIndex([Pin(id: Pin.ID(1), coordinate: aStepAway, title: "Here")])
    let places = await map.placesWithoutPin(among: pins)
    #expect(places.count == 1)
    #expect(places.allSatisfy { $0.distance(to: rome) < 1 })
  }

  @Test func `pictures are looked at in the order asked for, without those that have gone`()
    async throws
  {
    let map = await map(of: [("/a.jpg", paris), ("/gone.jpg", paris), ("/c.jpg", rome)])
    let pictures = map.places.all.sorted { $0.id > $1.id }
    let album = try #require(try await map.album(of: pictures))
    #expect(album.photos.map(\.details.title) == ["/c.jpg", "/a.jpg"])
    #expect(album.photos.map { album.ownFiles[$0.id] } == ["/c.jpg", "/a.jpg"])
    #expect(!album.isInLibrary)
    #expect(try await map.album(of: [pictures[1]]) == nil)
  }

  @Test func `a folder that cannot be read is said, and shows nothing`() async {
    let map = PictureMap(
      places: { throw SourceFailure.folderUnreadable }, details: { _ in [] },
      locate: { _ in nil })
    map.show()
    await map.waitUntilRead()
    #expect(map.state == .failed(.folderUnreadable))
    #expect(map.places.count == 0)
  }

  @Test func `one undo takes all pins that were made together away`() async throws {
    let folder = TemporaryFolder()
    let session = await Session.opened(in: folder, source: EverywhereSource())
    try await session.makePins([NewPin(at: paris), NewPin(at: rome)], filledFrom: .pictures)
    #expect(session.map.pins.count == 2)
    let pins = session.map.pins.all.sorted { $0.id < $1.id }
    #expect(pins.map(\.coordinate) == [paris, rome])
    try await wait { session.map.pins.all.allSatisfy { $0.photoCount == 2 } }
    let undone = try #require(try await session.undo.applyLast(.undo))
    #expect(undone.kind == .pinsMade && undone.pins.map(\.id) == pins.map(\.id))
    #expect(session.map.pins.count == 0)
    #expect(try await session.undo.applyLast(.undo) == nil)
  }

  @Test func `of pins made together, those that were removed meanwhile stay away`() async throws {
    let folder = TemporaryFolder()
    let session = await Session.opened(in: folder, source: EverywhereSource(), prefetches: false)
    try await session.makePins([NewPin(at: paris), NewPin(at: rome)], filledFrom: .pictures)
    let first = try #require(session.map.pins.all.min { $0.id < $1.id })
    try await session.remove([first.id])
    _ = try await session.undo.applyLast(.undo)
    #expect(session.map.pins.count == 2)
    try await session.remove([first.id])
    session.undo.dismiss()
    #expect(session.map.pins.count == 1)
  }
}
