import SQLite
public import TravelModel

extension TravelStore {
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

  /// Adds a pin; `wantsPhotos` marks its album to be filled.
  public func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool = false
  ) throws(StoreError) -> Pin {
    try addPins([NewPin(at: coordinate, titled: title)], wantsPhotos: wantsPhotos).pins[0]
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
        details: pin.details)
    }
    for pin in pins {
      try connection.run(
        """
        INSERT INTO pin (id, latitude, longitude, title, note, color, mark)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          pin.id.number, pin.coordinate.latitude, pin.coordinate.longitude, pin.title,
          pin.details.note, pin.details.color?.rawValue, pin.details.mark?.rawValue,
        ])
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
}

/// The columns that are read of a pin.
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
