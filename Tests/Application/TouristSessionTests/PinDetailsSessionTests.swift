import Files
import PhotoSources
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// Finds no photos anywhere.
private final class NothingSource: PhotoSource {
  let name = "commons"

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    PhotoSlice(photos: [], total: 0)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {}
}

/// What the user says of pins, and what is removed together.
@MainActor
struct PinDetailsSessionTests {
  private let folder = TemporaryFolder()
  private let place = Coordinate(latitude: 48.8566, longitude: 2.3522)!

  private func session(_ pins: NewPin...) async throws -> Session {
    let session = await Session.opened(in: folder, source: NothingSource(), prefetches: false)
    try await session.makePins(pins)
    return session
  }

  @Test func `what is said of a pin is kept, and undo brings back what was said before`()
    async throws
  {
    let session = try await session(NewPin(at: place, titled: "A"))
    let pin = try #require(session.map.pins.all.first)
    let details = PinDetails(note: "Quiet\nin May", color: .green, mark: .been)
    try await session.setDetails(PinDetails(note: "Qu"), of: pin.id)
    try await session.setDetails(details, of: pin.id)
    try await session.offerUndo(of: pin)
    #expect(session.map.pins[pin.id]?.details == details)
    let again = await Session.opened(
      in: folder, source: NothingSource(), prefetches: false)
    #expect(again.map.pins[pin.id]?.details == details)
    #expect(try await session.undo.applyLast(.undo) == ShownStep(.pinDetails, pins: [pin]))
    #expect(session.map.pins[pin.id] == pin)
    // Nothing has changed, so there is nothing to undo.
    try await session.offerUndo(of: pin)
    #expect(session.undo.offered.last != ShownStep(.pinDetails, pins: [pin]))
  }

  @Test func `a pin keeps its details when it is renamed, moved, removed and restored`()
    async throws
  {
    let details = PinDetails(note: "n", color: .blue, mark: .wanted)
    let session = try await session(NewPin(at: place, titled: "A", details: details))
    let pin = try #require(session.map.pins.all.first)
    #expect(pin.details == details)
    try await session.rename(pin.id, to: "B")
    try await session.move(pin.id, to: Coordinate(latitude: 1, longitude: 2)!)
    try await session.remove([pin.id])
    _ = try await session.undo.applyLast(.undo)
    #expect(session.map.pins[pin.id]?.details == details)
    #expect(session.map.pins[pin.id]?.title == "B")
    _ = try await session.undo.applyLast(.undo)
    #expect(try await session.undo.applyLast(.undo) == ShownStep(.pinRenamed, pins: [pin]))
    #expect(session.map.pins[pin.id] == pin)
  }

  @Test func `pins that are removed together come back by one undo`() async throws {
    let session = try await session(
      NewPin(at: place, titled: "A"), NewPin(at: place, titled: "B"),
      NewPin(at: place, titled: "C"))
    let pins = session.map.pins.all.sorted { $0.id < $1.id }
    // One of them has gone meanwhile.
    try await session.remove([pins[0].id])
    try await session.remove(pins.map(\.id))
    #expect(session.map.pins.count == 0)
    #expect(session.undo.offered.last == ShownStep(.pinsRemoved, pins: [pins[1], pins[2]]))
    _ = try await session.undo.applyLast(.undo)
    #expect(Set(session.map.pins.all) == [pins[1], pins[2]])
    _ = try await session.undo.applyLast(.undo)
    #expect(Set(session.map.pins.all) == Set(pins))
  }
}
