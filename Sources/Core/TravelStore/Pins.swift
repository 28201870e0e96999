import SQLite
public import TravelModel

extension TravelStore {
  /// All pins in the order they were dropped; of a damaged library, those that can be read.
  public func pins() throws(StoreError) -> [Pin] {
    var pins: [Pin] = []
    do {
      try read("ORDER BY id", into: &pins)
    } catch {
      guard case .damaged = error else { throw error }
      // Pins behind the damage are read from the other end.
      var last: [Pin] = []
      try? read("ORDER BY id DESC", into: &last)
      let end = pins.last?.id
      pins += last.reversed().filter { pin in end.map { $0 < pin.id } ?? true }
      guard !pins.isEmpty else { throw error }
    }
    return pins
  }

  private func read(_ order: StaticString, into pins: inout [Pin]) throws(StoreError) {
    try connection.run(["SELECT", pinColumns, "FROM pin", order]) { row throws(StoreError) in
      if let pin = Pin(row) { pins.append(pin) }
    }
  }

  /// Reads pins from a table that has the columns of pins.
  func pins(
    _ condition: StaticString, _ values: [any Bindable]
  ) throws(StoreError) -> [Pin] {
    var pins: [Pin] = []
    try connection.run(["SELECT", pinColumns, condition], values) { row throws(StoreError) in
      if let pin = Pin(row) { pins.append(pin) }
    }
    return pins
  }

  public func pin(_ id: Pin.ID) throws(StoreError) -> Pin? {
    try pins("FROM pin WHERE id = ?", [id.number]).first
  }

  /// Adds a pin, whose album is awaited if photos of it are wanted.
  public func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool = false
  ) throws(StoreError) -> Pin {
    try addPins([NewPin(at: coordinate, titled: title)], wantsPhotos: wantsPhotos).pins[0]
  }

  /// Adds all of some pins and the trips through them, or nothing; the pins' albums are awaited if
  /// photos of them are wanted, from a source if one was chosen for them.
  ///
  /// Throws `cancelled`, and adds nothing, where nobody wants them any more.
  public func addPins(
    _ pins: [NewPin], along routes: [NewRoute] = [], wantsPhotos: Bool = false,
    from source: String? = nil,
    isWanted: @Sendable () -> Bool = { true }
  ) throws(StoreError) -> MadePins {
    try asStep { () throws(StoreError) in
      let step = try noteStep(pins.isEmpty ? .tripChanged : .pinsMade)
      let added = try insert(pins)
      if let first = added.first?.id, let last = added.last?.id {
        try note(first...last, of: step)
        if wantsPhotos { try awaitAlbums(of: first...last, from: source) }
      }
      let trips = try insertTrips(along: routes, through: added, noting: step, isWanted)
      guard isWanted() else { throw .cancelled }
      return MadePins(pins: added, trips: trips, step: step)
    }
  }

  /// Inserts pins, which get numbers that follow each other.
  private func insert(_ new: [NewPin]) throws(StoreError) -> [Pin] {
    let last = try connection.first(
      """
      SELECT max(ifnull((SELECT max(id) FROM pin), 0),
        ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'pin'), 0))
      """, read: { $0.integer(0) })
    guard let last, last < Int64.max - Int64(new.count) else {
      throw .failed(path: connection.path, reason: "no more numbers for pins")
    }
    let pins = new.enumerated().map { place, pin in
      Pin(
        id: Pin.ID(last + 1 + Int64(place)), coordinate: pin.coordinate, title: pin.title ?? "",
        words: pin.words)
    }
    try connection.insert(
      "INSERT INTO pin (id, latitude, longitude, title, note, color, mark) VALUES", columns: 7,
      rows: pins.count
    ) { place, row in
      let pin = pins[place]
      row.set(0, to: pin.id.number)
      row.set(1, to: pin.coordinate.latitude)
      row.set(2, to: pin.coordinate.longitude)
      row.set(3, to: pin.title)
      row.set(4, to: pin.words.note)
      row.set(5, to: pin.words.color?.rawValue)
      row.set(6, to: pin.words.mark?.rawValue)
    }
    return pins
  }

  /// Removes those of some pins that are there, with their albums; throws `gone` where none is.
  @discardableResult
  public func removePins(_ ids: [Pin.ID]) throws(StoreError) -> StepID {
    try asStep { () throws(StoreError) in
      let step = try noteStep(.pinsRemoved)
      for id in ids { try note(id, of: step) }
      _ = try takeAwayPins(of: step)
      return step
    }
  }

  public func renamePin(_ id: Pin.ID, to title: String) throws(StoreError) {
    try asStep { () throws(StoreError) in
      guard let old = try pin(id) else { throw .gone }
      guard old.title != title else { return }
      let step = try noteStep(.pinRenamed)
      try connection.run(
        "INSERT INTO undo_pin (step_id, pin_id, title) VALUES (?, ?, ?)",
        [step.number, id.number, old.title])
      try connection.run("UPDATE pin SET title = ?2 WHERE id = ?1", [id.number, title])
    }
  }

  /// Keeps what the user says of a pin; `noteWords` makes that a step.
  public func setWords(_ words: PinWords, of id: Pin.ID) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try write(words, of: id)
      guard connection.changedRows == 1 else { throw .gone }
    }
  }

  /// Notes that the user has said something else of a pin than before.
  public func noteWords(_ before: PinWords, of id: Pin.ID) throws(StoreError) -> StepID {
    try asStep { () throws(StoreError) in
      try requirePin(id)
      let step = try noteStep(.pinWords)
      try note(id, of: step)
      try keep(before, in: step)
      return step
    }
  }

  private func write(_ words: PinWords, of id: Pin.ID) throws(StoreError) {
    try connection.run(
      "UPDATE pin SET note = ?2, color = ?3, mark = ?4 WHERE id = ?1",
      [id.number, words.note, words.color?.rawValue, words.mark?.rawValue])
  }

  /// Moves a pin and its album to another place, where sources begin anew.
  @discardableResult
  public func movePin(
    _ id: Pin.ID, to place: Coordinate, titled title: String
  ) throws(StoreError) -> StepID {
    try asStep { () throws(StoreError) in
      guard let old = try pin(id) else { throw .gone }
      let step = try noteStep(.pinMoved)
      try connection.run(
        """
        INSERT INTO undo_pin (step_id, pin_id, latitude, longitude, title, present_title)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          step.number, id.number, old.coordinate.latitude, old.coordinate.longitude, old.title,
          title,
        ])
      try put(id, at: place, titled: title)
      return step
    }
  }

  /// Gives a pin another place, of which its sources know nothing yet.
  func put(_ id: Pin.ID, at place: Coordinate, titled title: String) throws(StoreError) {
    try connection.run(
      "UPDATE pin SET latitude = ?2, longitude = ?3, title = ?4 WHERE id = ?1",
      [id.number, place.latitude, place.longitude, title])
    try connection.run("DELETE FROM bookmark WHERE pin_id = ?", [id.number])
    // That there was nothing elsewhere says nothing of this place.
    try connection.run(
      """
      DELETE FROM album WHERE pin_id = ?1
        AND NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1)
      """, [id.number])
  }
}

/// Pins that were made together, and trips through them.
public struct MadePins: Hashable, Sendable {
  public let pins: [Pin]
  public let trips: [Trip]
  public let step: StepID
  public init(pins: [Pin], trips: [Trip] = [], step: StepID) {
    (self.pins, self.trips, self.step) = (pins, trips, step)
  }
}

/// The columns that `pin` and `removed_pin` have in common, but for the time.
let pinColumns: StaticString = "id, latitude, longitude, title, photo_count, note, color, mark"

extension Pin {
  /// Reads a pin; nil where its coordinate is invalid: such a row is kept, but not shown.
  init?(_ row: Row) {
    guard let place = Coordinate(latitude: row.number(1), longitude: row.number(2)) else {
      return nil
    }
    self.init(
      id: ID(row.integer(0)), coordinate: place, title: row.text(3) ?? "",
      photoCount: max(0, Int(row.integer(4))),
      words: PinWords(
        note: row.text(5), color: row.text(6).flatMap(PinColor.init),
        mark: row.text(7).flatMap(PinMark.init)))
  }
}
