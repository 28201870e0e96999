import Files
import Foundation
import PhotoSources
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source that knows two photos of each place, but of the north none.
private final class SouthernSource: PhotoSource {
  let name = "commons"

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let place = request.coordinate
    guard place.latitude < 0 else { return PhotoSlice(photos: [], total: 0) }
    let photos = (1...2).map {
      PhotoDetails(source: name, sourceID: "\(place.readable) \($0)", title: "\($0)")
    }
    return PhotoSlice(photos: photos.filter { !request.seen.contains($0.sourceID) }, total: 2)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    try file.append(Array("picture".utf8))
  }
}

/// Moving pins from place to place.
@MainActor
struct MovingPinTests {
  private let folder = TemporaryFolder()
  private let south = Coordinate(latitude: -10, longitude: 20)!
  private let farSouth = Coordinate(latitude: -60, longitude: 20)!
  private let north = Coordinate(latitude: 10, longitude: 20)!

  private func session() async -> Session {
    await .opened(in: folder, source: SouthernSource())
  }

  private func pin(at place: Coordinate, in session: Session) async throws -> Pin {
    session.dropPin(at: place)
    await session.map.waitUntilSaved()
    let pin = try #require(session.map.lastDropped)
    try await waitForAlbum(of: pin, in: session)
    return try #require(session.map.pins[pin.id])
  }

  private func waitForAlbum(of pin: Pin, in session: Session) async throws {
    let album = session.albums.album(of: pin)
    try await wait { !album.isBusy }
    session.albums.release(album)
  }

  @Test func `a pin keeps what its place was found by when it is moved`() async throws {
    let session = await session()
    session.dropPin(at: south, titled: "Mount Example")
    await session.map.waitUntilSaved()
    let pin = try #require(session.map.lastDropped)
    try await waitForAlbum(of: pin, in: session)
    #expect(pin.title == "Mount Example")
    try await session.move(pin.id, to: farSouth)
    #expect(session.map.pins[pin.id]?.title == "Mount Example")
  }

  @Test func `a moved pin keeps its album and undo moves it back`() async throws {
    let session = await session()
    let pin = try await pin(at: south, in: session)
    #expect(pin.photoCount == 2)
    try await session.move(pin.id, to: farSouth)
    let moved = try #require(session.map.pins[pin.id])
    #expect(moved.coordinate == farSouth && moved.photoCount == 2)
    #expect(moved.title != pin.title, "it is called after where it is")
    let album = session.albums.album(of: moved)
    try await wait { !album.isBusy }
    #expect(album.photos.map(\.details.sourceID).allSatisfy { $0.hasPrefix(south.readable) })

    session.albums.newCollection(album)
    try await wait { !album.isBusy }
    #expect(album.photos.map(\.details.sourceID).allSatisfy { $0.hasPrefix(farSouth.readable) })

    #expect(session.undo.offered.contains(ShownStep(.pinMoved, pins: [pin])))
    var undone: ShownStep?
    repeat {
      undone = try await session.undo.applyLast(.undo)
    } while undone != nil && undone?.kind != .pinMoved
    #expect(session.map.pins[pin.id]?.coordinate == south)
    #expect(session.map.pins[pin.id]?.title == pin.title)
    guard case .open(let library) = session.library.state else { throw StoreError.gone }
    #expect(try await library.pins().map(\.coordinate) == [south])
  }

  @Test func `a name of the users own stays`() async throws {
    let session = await session()
    let pin = try await pin(at: south, in: session)
    try await session.rename(pin.id, to: "Home")
    try await session.move(pin.id, to: north)
    #expect(session.map.pins[pin.id]?.title == "Home")
  }

  @Test func `a name that is given after the move outlives its undo`() async throws {
    let session = await session()
    let pin = try await pin(at: south, in: session)
    try await session.move(pin.id, to: farSouth)
    try await session.rename(pin.id, to: "Home")
    #expect(
      try await session.undo.undoOffered()
        == ShownStep(.pinMoved, pins: [#require(session.map.pins[pin.id])]))
    #expect(session.map.pins[pin.id]?.title == "Home")
    #expect(session.map.pins[pin.id]?.coordinate == south)
    #expect(try await session.undo.applyLast(.redo)?.kind == .pinMoved)
    #expect(session.map.pins[pin.id]?.title == "Home")
    #expect(session.map.pins[pin.id]?.coordinate == farSouth)
  }

  @Test func `an empty album is filled at the new place`() async throws {
    let session = await session()
    let pin = try await pin(at: north, in: session)
    #expect(pin.photoCount == 0)
    try await session.move(pin.id, to: south)
    try await wait { session.map.pins[pin.id]?.photoCount == 2 }
  }

  @Test func `a pin that is gone is not moved`() async throws {
    let session = await session()
    let pin = try await pin(at: south, in: session)
    try await session.remove([pin.id])
    await #expect(throws: StoreError.gone) { try await session.move(pin.id, to: north) }
    #expect(session.undo.offered == [ShownStep(.pinsRemoved, pins: [pin])])
    #expect(try await session.undo.applyLast(.undo) == ShownStep(.pinsRemoved, pins: [pin]))
    #expect(session.map.pins[pin.id]?.coordinate == south)
  }
}
