import Glibc
import LibrarySchema
import SQLite
public import TravelModel

extension TravelStore {
  /// Reads the pins of the library in a folder without opening it for use; none if it cannot be read as
  /// it is.
  public static func pins(ofLibraryIn folder: String) -> [Pin] {
    let path = "\(folder)/\(fileName)"
    // Where there is no log, nobody uses it, and SQLite would leave an empty one.
    let isStill = access("\(path)-wal", F_OK) != 0
    guard let connection = try? LibraryConnection(reading: path, isStill: isStill),
      (try? connection.version()) == LibrarySchema.steps.count
    else { return [] }
    return (try? connection.pins("")) ?? []
  }

  /// All pins in order of creation; in a damaged library, those that can be read.
  public func pins() throws(StoreError) -> [Pin] {
    var pins: [Pin] = []
    do {
      try read("ORDER BY id", into: &pins)
    } catch {
      guard case .damaged = error else { throw error }
      // Pins beyond the damage are read from the other end.
      var last: [Pin] = []
      try? read("ORDER BY id DESC", into: &last)
      let end = pins.last?.id
      pins += last.reversed().filter { pin in end.map { $0 < pin.id } ?? true }
      guard !pins.isEmpty else { throw error }
    }
    return pins
  }

  private func read(_ order: String, into pins: inout [Pin]) throws(StoreError) {
    try connection.run("SELECT \(pinColumns) FROM pin \(order)") { row throws(StoreError) in
      if let pin = Pin(row) { pins.append(pin) }
    }
  }

  public func pin(_ id: Pin.ID) throws(StoreError) -> Pin? {
    try connection.pins("WHERE id = ?", [id.number]).first
  }

  /// Adds a pin, whose album begins with a photo if one is given; `wantsPhotos` marks it to be filled.
  public func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool = false,
    showing photo: PhotoDetails? = nil
  ) throws(StoreError) -> Pin {
    let new = NewPin(at: coordinate, titled: title, showing: [photo].compactMap { $0 })
    return try addPins([new], wantsPhotos: wantsPhotos).pins[0]
  }

  /// Adds pins and the trips through them, all or none; `wantsPhotos` marks the albums to be
  /// filled, from a source if one is given.
  ///
  /// Throws `cancelled`, and adds nothing, if `isWanted` returns false.
  public func addPins(
    _ pins: [NewPin], along routes: [NewRoute] = [], wantsPhotos: Bool = false,
    from source: String? = nil,
    isWanted: @Sendable () -> Bool = { true }
  ) throws(StoreError) -> (pins: [Pin], trips: [Trip], step: StepID) {
    try recording { () throws(StoreError) in
      let step = try addStep(pins.isEmpty ? .tripChanged : .pinsMade)
      let added = try insert(pins)
      if let first = added.first?.id, let last = added.last?.id {
        try add(first...last, to: step)
        if wantsPhotos { try awaitAlbums(of: first...last, from: source) }
      }
      let trips = try insertTrips(along: routes, through: added, by: step, isWanted)
      guard isWanted() else { throw .cancelled }
      return (added, trips, step)
    }
  }

  /// Inserts pins, which get consecutive ids.
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
        photoCount: pin.photos.count, details: pin.details)
    }
    try connection.insert(
      into: "pin (id, latitude, longitude, title, note, color, mark)", pins
    ) { pin in
      [
        pin.id.number, pin.coordinate.latitude, pin.coordinate.longitude, pin.title,
        pin.details.note, pin.details.color?.rawValue, pin.details.mark?.rawValue,
      ]
    }
    for (pin, new) in zip(pins, new) where !new.photos.isEmpty {
      let photos = new.photos.enumerated().map { ($0, $1) }
      try connection.insert(photos, by: "INSERT INTO photo", for: pin.id)
      try connection.run(
        "UPDATE photo SET is_favorite = 1 WHERE pin_id = ?", [pin.id.number])
    }
    return pins
  }

  /// Removes those of the pins that exist, with their albums; throws `gone` if none does.
  @discardableResult
  public func removePins(_ ids: [Pin.ID]) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      let step = try addStep(.pinsRemoved)
      for id in ids { try add(id, to: step) }
      guard try !moveRows(into: step, as: .pinsRemoved).pins.isEmpty else { throw .gone }
      return step
    }
  }

  // A change of a pin's place, title or details stores the old values in `undo_pin`; undoing or
  // redoing it exchanges them with those of the pin.

  public func renamePin(_ id: Pin.ID, to title: String) throws(StoreError) {
    try recording { () throws(StoreError) in
      guard let old = try pin(id) else { throw .gone }
      guard old.title != title else { return }
      try copy("title", of: id, into: try addStep(.pinRenamed))
      try connection.run("UPDATE pin SET title = ?2 WHERE id = ?1", [id.number, title])
    }
  }

  /// Saves the details of a pin; `recordDetails` makes that a step.
  public func setDetails(_ details: PinDetails, of id: Pin.ID) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE pin SET note = ?2, color = ?3, mark = ?4 WHERE id = ?1",
        [id.number, details.note, details.color?.rawValue, details.mark?.rawValue])
      guard connection.changedRows == 1 else { throw .gone }
    }
  }

  public func recordDetails(_ before: PinDetails, of id: Pin.ID) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      try requirePin(id)
      let step = try addStep(.pinDetails)
      try connection.run(
        "INSERT INTO undo_pin (step_id, pin_id, note, color, mark) VALUES (?, ?, ?, ?, ?)",
        [
          step.number, id.number, before.note, before.color?.rawValue, before.mark?.rawValue,
        ])
      return step
    }
  }

  /// Moves a pin and its album to another place, where its sources start anew.
  @discardableResult
  public func movePin(
    _ id: Pin.ID, to place: Coordinate, titled title: String
  ) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      try requirePin(id)
      let step = try addStep(.pinMoved)
      try copy("latitude, longitude, title", of: id, into: step)
      try connection.run(
        "UPDATE pin SET latitude = ?2, longitude = ?3, title = ?4 WHERE id = ?1",
        [id.number, place.latitude, place.longitude, title])
      try pinMoved(id, by: step)
      return step
    }
  }

  func exchangePlace(by step: Step) throws(StoreError) -> Pin {
    // A title that the pin was given after the move stays.
    let isRenamed = try connection.has(
      """
      SELECT 1 FROM undo_pin JOIN pin ON pin.id = pin_id
      WHERE step_id = ? AND present_title IS NOT pin.title
      """, [step.id.number])
    let pin = try exchange(
      isRenamed ? "latitude, longitude" : "latitude, longitude, title", by: step)
    try pinMoved(pin.id, by: isRenamed ? nil : step.id)
    return try self.pin(pin.id) ?? pin
  }

  /// Deletes what sources have said of a pin's old place, and records the title that a step has
  /// given it.
  private func pinMoved(_ id: Pin.ID, by step: StepID?) throws(StoreError) {
    try connection.run(
      """
      UPDATE undo_pin SET present_title = (SELECT title FROM pin WHERE id = pin_id)
      WHERE step_id = ?
      """, [step?.number])
    try connection.run("DELETE FROM bookmark WHERE pin_id = ?", [id.number])
    // An empty album of the old place says nothing about the new one.
    try connection.run(
      """
      DELETE FROM album WHERE pin_id = ?1
        AND NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1)
      """, [id.number])
  }

  private func copy(_ columns: String, of pin: Pin.ID, into step: StepID) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO undo_pin (step_id, pin_id, \(columns)) SELECT ?, id, \(columns)
      FROM pin WHERE id = ?
      """, [step.number, pin.number])
  }

  /// Exchanges columns of a step's pin with those in the step, and returns the pin.
  func exchange(_ columns: String, by step: Step) throws(StoreError) -> Pin {
    guard let pin = step.pin else { throw .gone }
    try requirePin(pin)
    let aside = StepID(-step.id.number)
    try copy(columns, of: pin, into: aside)
    try connection.run(
      """
      UPDATE pin SET (\(columns)) = (SELECT \(columns) FROM undo_pin WHERE step_id = ?1) WHERE id = ?2
      """, [step.id.number, pin.number])
    try connection.run(
      """
      UPDATE undo_pin SET (\(columns)) = (SELECT \(columns) FROM undo_pin WHERE step_id = ?2)
      WHERE step_id = ?1
      """, [step.id.number, aside.number])
    try connection.run("DELETE FROM undo_pin WHERE step_id = ?", [aside.number])
    guard let changed = try self.pin(pin) else { throw .gone }
    return changed
  }
}

private let pinColumns = "id, latitude, longitude, title, photo_count, note, color, mark"

extension LibraryConnection {
  func pins(
    of library: String = "main", _ condition: String, _ values: [any Bindable] = []
  ) throws(StoreError) -> [Pin] {
    try all("SELECT \(pinColumns) FROM \(library).pin \(condition)", values, read: Pin.init)
  }
}

extension Pin {
  /// Reads a pin; nil if its coordinate is invalid.
  ///
  /// Such a row is kept, but not shown.
  fileprivate init?(_ row: Row) {
    guard let place = row.coordinate(1) else { return nil }
    self.init(
      id: ID(row.integer(0)), coordinate: place, title: row.text(3) ?? "",
      photoCount: max(0, Int(row.integer(4))),
      details: PinDetails(
        note: row.text(5), color: row.text(6).flatMap(PinColor.init),
        mark: row.text(7).flatMap(PinMark.init)))
  }
}
