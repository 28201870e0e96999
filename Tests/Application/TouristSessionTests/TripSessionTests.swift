import Files
import Observation
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

@MainActor
struct TripSessionTests {
  private let folder = TemporaryFolder()
  private let details = TripDetails(name: "South", color: .blue)

  /// A session with pins along the equator, a degree from each other.
  private func session(_ count: Int = 4) async throws -> (session: Session, pins: [Pin.ID]) {
    let session = await Session.opened(in: folder, source: NothingSource(), prefetches: false)
    let pins = try await session.makePins(
      (0..<count).map {
        NewPin(at: Coordinate(latitude: 0, longitude: Double($0))!, titled: "Pin \($0)")
      })
    return (session, pins.map(\.id))
  }

  private func titles(_ session: Session) -> [String] {
    session.trips.trips.first.map { session.trips.pins(of: $0).map(\.title) } ?? []
  }

  private func saved() async throws -> [Trip] {
    await Session.opened(in: folder, source: NothingSource(), prefetches: false).trips.trips
  }

  @Test func `each change of a trip is saved and undone`() async throws {
    let (session, pins) = try await session()
    let trip = try await session.makeTrip(details, through: [pins[0], pins[1]])
    try await session.add([pins[3], pins[2]], to: trip.id)
    #expect(titles(session) == ["Pin 0", "Pin 1", "Pin 3", "Pin 2"])
    try await session.moveStop(3, to: 1, of: trip.id)
    #expect(titles(session) == ["Pin 0", "Pin 2", "Pin 1", "Pin 3"])
    try await session.removeStop(0, of: trip.id)
    let renamed = TripDetails(name: "North", firstDay: CalendarDay("2026-05-01"))
    try await session.change(trip.id) { $0.details = renamed }
    #expect(session.trips[trip.id]?.details == renamed)
    #expect(try await saved() == session.trips.trips)
    // What changes nothing is no step.
    try await session.change(trip.id) { _ in }

    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips[trip.id]?.details == details)
    _ = try await session.undo.applyLast(.undo)
    #expect(titles(session) == ["Pin 0", "Pin 2", "Pin 1", "Pin 3"])
    _ = try await session.undo.applyLast(.undo)
    #expect(titles(session) == ["Pin 0", "Pin 1", "Pin 3", "Pin 2"])
    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips.trips == [trip])
    #expect(try await saved() == [trip])
    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips.trips.isEmpty)
    #expect(session.map.pins.count == 4)
  }

  @Test func `a removed trip comes back, and its pins stay`() async throws {
    let (session, pins) = try await session()
    let first = try await session.makeTrip(details, through: pins)
    let second = try await session.makeTrip(TripDetails(name: "Other"), through: [pins[0]])
    session.trips.open(first.id)
    try await session.removeTrip(first.id)
    #expect(session.trips.trips == [second])
    #expect(session.trips.opened == nil)
    #expect(session.map.pins.count == 4)
    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips.trips == [first, second])
    #expect(try await saved() == [first, second])
  }

  @Test func `a trip that is open already is opened again`() async throws {
    let (session, pins) = try await session()
    let trip = try await session.makeTrip(details, through: [pins[0]])
    session.trips.open(trip.id)
    try await confirmation { opened in
      withObservationTracking {
        _ = session.trips.opened
      } onChange: {
        opened()
      }
      try await session.add([pins[1]], to: trip.id)
      session.trips.open(trip.id)
    }
    #expect(session.trips.opened == trip.id)
  }

  @Test func `a removed pin leaves its trips, and undo brings it back where it was`() async throws {
    let (session, pins) = try await session()
    let trip = try await session.makeTrip(details, through: [pins[0], pins[1], pins[2], pins[1]])
    let length = session.trips.line(of: trip).length
    try await session.remove([pins[1]])
    #expect(titles(session) == ["Pin 0", "Pin 2"])
    #expect(session.trips.line(of: trip).legs.count == 1)
    // The order changes while it is away.
    try await session.moveStop(1, to: 0, of: trip.id)
    #expect(titles(session) == ["Pin 2", "Pin 0"])
    _ = try await session.undo.applyLast(.undo)
    _ = try await session.undo.applyLast(.undo)
    #expect(titles(session) == ["Pin 0", "Pin 1", "Pin 2", "Pin 1"])
    #expect(session.trips.line(of: trip).length == length)
    #expect(try await saved() == [trip])
  }

  @Test func `a trip follows pins that are moved and renamed`() async throws {
    let (session, pins) = try await session()
    let trip = try await session.makeTrip(details, through: Array(pins[0...1]))
    let length = session.trips.line(of: trip).length
    try await session.move(pins[1], to: Coordinate(latitude: 0, longitude: 2)!)
    #expect(abs(session.trips.line(of: trip).length - 2 * length) < 1)
    try await session.rename(pins[0], to: "Home")
    #expect(titles(session).first == "Home")
  }

  @Test func `a made pin that is undone leaves the trip`() async throws {
    let (session, pins) = try await session(2)
    let made = try await session.makePins([
      NewPin(at: Coordinate(latitude: 5, longitude: 5)!, titled: "Late")
    ])
    _ = try await session.makeTrip(details, through: pins + made.map(\.id))
    _ = try await session.undo.applyLast(.undo)
    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips.trips.isEmpty)
    #expect(session.map.pins.count == 2)
  }
}
