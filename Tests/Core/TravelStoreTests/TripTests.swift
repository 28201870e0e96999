import Foundation
import LibrarySchema
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

struct TripStorageTests {
  let scratch = Scratch()
  let details = TripDetails(
    name: "North “and” south 🌊", color: .green, firstDay: CalendarDay("2026-05-01"),
    lastDay: CalendarDay("2026-05-14"))

  private func pins(_ store: TravelStore, _ count: Int) async throws -> [Pin.ID] {
    try await store.addPins((0..<count).map { NewPin(at: kyoto, titled: "Pin \($0)") }).pins.map(
      \.id)
  }

  private func make(
    _ store: TravelStore, _ stops: [Pin.ID], called name: String? = nil
  ) async throws -> Trip {
    try await store.addTrip(name.map { TripDetails(name: $0) } ?? details, stops: stops).trip
  }

  @Test func `trips are there again as they were`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pins = try await pins(store, 3)
    let made = [
      try await make(store, [pins[2], pins[0], pins[1], pins[2]]),
      try await make(store, [], called: "Empty"),
    ]
    let again = try await TravelStore(folder: scratch.folder)
    #expect(try await again.trips() == made)
    var changed = made[0]
    changed.details = TripDetails(name: "South")
    changed.stops = [pins[1], pins[0]]
    _ = try await again.setTrip(changed)
    #expect(try await again.trips() == [changed, made[1]])
  }

  @Test func `what is done to a trip is undone and done again, also after a restart`() async throws
  {
    var states: [[Trip]] = [[]]
    do {
      let store = try await TravelStore(folder: scratch.folder)
      let pins = try await pins(store, 2)
      var trip = try await make(store, pins)
      states.append(try await store.trips())
      trip.stops.reverse()
      trip.details.name = "South"
      _ = try await store.setTrip(trip)
      states.append(try await store.trips())
      _ = try await store.removeTrip(trip.id)
      states.append(try await store.trips())
      #expect(try await store.pins().count == 2)
    }
    for _ in 0..<2 {
      let store = try await TravelStore(folder: scratch.folder)
      for state in states.dropLast().reversed() {
        let step = try #require(try await store.nextStep(.undo))
        #expect(step.kind == .tripChanged)
        _ = try await store.apply(step, .undo)
        #expect(try await store.trips() == state)
      }
      for state in states.dropFirst() {
        let step = try #require(try await store.nextStep(.redo))
        _ = try await store.apply(step, .redo)
        #expect(try await store.trips() == state)
      }
    }
  }

  @Test func `a removed pin keeps its places in trips as long as it can come back`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pins = try await pins(store, 3)
    var trip = try await make(store, pins + [pins[1]])
    let step = try await store.removePins([pins[1]])
    #expect(try await store.trips() == [trip])
    // The order may change meanwhile.
    trip.stops = [pins[2], pins[1], pins[0], pins[1]]
    _ = try await store.setTrip(trip)
    #expect(try await store.trips() == [trip])
    try await store.forget(step)
    #expect(try await store.trips()[0].stops == [pins[2], pins[0]])
    // Who still believes that the pin is there loses nothing else.
    _ = try await store.setTrip(trip)
    #expect(try await store.trips()[0].stops == [pins[2], pins[0]])
    try scratch.sql("PRAGMA foreign_keys = OFF; DELETE FROM pin WHERE id = \(pins[0].number)")
    #expect(try await store.trips()[0].stops == [pins[2]])
  }

  @Test func `what can be undone of trips ends with its step`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let trip = try await make(store, try await pins(store, 2))
    let step = try await store.removeTrip(trip.id)
    await #expect(throws: StoreError.gone) { _ = try await store.removeTrip(trip.id) }
    await #expect(throws: StoreError.gone) { _ = try await store.setTrip(trip) }
    try await store.forget(step)
    try scratch.sql(
      """
      CREATE TABLE test (rows INTEGER CHECK (rows = 1));
      INSERT INTO test SELECT count(*) FROM undo_trip; DROP TABLE test
      """)
    #expect(try await store.trips().isEmpty)
  }

  @Test func `a library from before trips has all of its pins, and none`() async throws {
    let before = LibrarySchema.steps.firstIndex(of: LibrarySchema.trips)!
    try FileManager.default.createDirectory(
      atPath: scratch.folder, withIntermediateDirectories: true)
    try scratch.sql(
      """
      \(LibrarySchema.steps[..<before].joined())
      PRAGMA application_id = \(LibrarySchema.applicationID); PRAGMA user_version = \(before);
      INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'Here'), (3, 4, 'There')
      """)
    let store = try await TravelStore(folder: scratch.folder)
    #expect(try await store.pins().count == 2)
    #expect(try await store.trips().isEmpty)
    _ = try await make(store, [])
    #expect(try await store.trips().count == 1)
  }
}
