import Files
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

/// Random changes of a library, each of which is one step, with all that it needs to be whole.
struct RandomChanges {
  private var dice: SeededNumbers
  private var lastPhoto = 0

  /// The paths of all photos that are kept.
  static let paths: String = """
    SELECT path FROM photo WHERE path IS NOT NULL
    UNION ALL SELECT path FROM kept_photo WHERE path IS NOT NULL
    """

  init(seed: UInt64) { dice = SeededNumbers(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }

  /// Does something, or undoes or does again what was done.
  mutating func change(_ store: TravelStore) async throws {
    if chance(60) { return try await step(in: store) }
    let direction: StepDirection = chance(60) ? .undo : .redo
    if let step = try await store.nextStep(direction) { _ = try await store.apply(step, direction) }
  }

  /// Does something that is one step.
  mutating func step(in store: TravelStore) async throws {
    let pins = try await store.pins()
    guard let pin = pins.randomElement(using: &dice), pins.count < 12 || !chance(20) else {
      return pins.isEmpty ? try await makePin(in: store) : try await removePins(pins, in: store)
    }
    switch Int.random(in: 0..<10, using: &dice) {
    case 0, 1: try await makePin(in: store)
    case 2: try await removePins(pins, in: store)
    case 3: try await store.movePin(pin.id, to: place(), titled: title())
    case 4: try await store.renamePin(pin.id, to: title())
    case 5:
      let details = PinDetails(note: title(), color: PinColor.allCases.randomElement(using: &dice))
      try await store.setDetails(details, of: pin.id)
      _ = try await store.recordDetails(pin.details, of: pin.id)
    case 6:
      // The last one stays: without a photo, a move would forget what was known of the album.
      let photos = try await store.album(of: pin.id)
      guard photos.count > 1 else { return try await makePin(in: store) }
      try await store.removePhotos(photos.dropFirst().filter { _ in chance(50) }.map(\.id))
    case 7, 8: try await changeTrips(among: pins, in: store)
    default: try await fillAlbum(of: pin.id, in: store)
    }
  }

  private mutating func makePin(in store: TravelStore) async throws {
    let pin = try await store.addPin(at: place(), titled: title())
    try await fillAlbum(of: pin.id, in: store)
  }

  private mutating func removePins(_ pins: [Pin], in store: TravelStore) async throws {
    let chosen = pins.shuffled(using: &dice).prefix(Int.random(in: 1...3, using: &dice))
    try await store.removePins(chosen.map(\.id))
  }

  private mutating func fillAlbum(of pin: Pin.ID, in store: TravelStore) async throws {
    let new = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
      lastPhoto += 1
      return photo("\(lastPhoto) \(Int.random(in: 0..<1_000_000_000, using: &dice))")
    }
    _ = try await fill(
      try await store.replaceAlbum(of: pin, with: commons(new)).photos, in: store)
  }

  /// Makes, changes or removes a trip.
  private mutating func changeTrips(among pins: [Pin], in store: TravelStore) async throws {
    let stops = pins.shuffled(using: &dice).prefix(3).map(\.id)
    guard var trip = try await store.trips().randomElement(using: &dice), chance(70) else {
      _ = try await store.addTrip(TripDetails(name: title()), stops: stops)
      return
    }
    if chance(30) {
      _ = try await store.removeTrip(trip.id)
    } else {
      (trip.details.name, trip.stops) = (title(), stops)
      _ = try await store.setTrip(trip)
    }
  }

  private mutating func place() -> Coordinate {
    Coordinate(
      latitude: Double.random(in: -80...80, using: &dice),
      longitude: Double.random(in: -179...179, using: &dice))!
  }

  private mutating func title() -> String { "T\(Int.random(in: 0..<1_000_000, using: &dice))" }
}

/// Whatever is done, undone and done again: the library is as it was each time.
struct JournalPropertyTests {
  let scratch = Scratch()

  @Test(arguments: 1...4)
  func `the library is as it was before and after each step`(seed: UInt64) async throws {
    var changes = RandomChanges(seed: seed)
    var store: TravelStore! = try await TravelStore(folder: scratch.folder)
    // The library before and after each step.
    var (done, undone): ([(before: [String], after: [String])], [([String], [String])]) = ([], [])
    var content = try scratch.content()
    for _ in 0..<150 {
      if changes.chance(10) {
        store = nil
        store = try await TravelStore(folder: scratch.folder)
        try await store.sweep()
        #expect(try scratch.content() == content)
      }
      if changes.chance(55) {
        let before = content
        try await changes.step(in: store)
        content = try scratch.content()
        // Of some photos, none may have been chosen.
        if content != before {
          done.append((before, content))
          if done.count > 50 { done.removeFirst() }
          undone = []
        }
      } else if changes.chance(60) {
        if let step = done.popLast() {
          try await store.undo()
          content = try scratch.content()
          #expect(content == step.before)
          undone.append((step.before, step.after))
        } else {
          #expect(try await store.nextStep(.undo) == nil)
        }
      } else if let step = undone.popLast() {
        try await store.redo()
        content = try scratch.content()
        #expect(content == step.1)
        done.append((step.0, step.1))
      } else {
        #expect(try await store.nextStep(.redo) == nil)
      }
      let paths = try scratch.rows(RandomChanges.paths)
      #expect(scratch.photoFiles == Set(paths))
    }
    while let step = done.popLast() {
      try await store.undo()
      #expect(try scratch.content() == step.before)
    }
  }
}
