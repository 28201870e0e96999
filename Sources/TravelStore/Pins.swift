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
    try connection.run(
      [
        "SELECT id, latitude, longitude, title, photo_count FROM pin WHERE removed_at IS NULL",
        order,
      ], []
    ) { row throws(StoreError) in
      if let pin = Pin(row) { pins.append(pin) }
    }
  }

  public func addPin(at coordinate: Coordinate, titled title: String) throws(StoreError) -> Pin {
    try connection.transaction { () throws(StoreError) in
      try insertPin(at: coordinate, titled: title)
    }
  }

  /// Adds all of some pins, or none of them; their albums are awaited if there is a source for them.
  public func addPins(
    _ pins: [NewPin], filledFrom source: String? = nil
  ) throws(StoreError) -> [Pin] {
    try connection.transaction { () throws(StoreError) in
      var added: [Pin] = []
      for pin in pins {
        added.append(try insertPin(at: pin.coordinate, titled: pin.title ?? ""))
        if let source { try awaitAlbum(of: added[added.count - 1].id, from: source) }
      }
      return added
    }
  }

  private func insertPin(
    at coordinate: Coordinate, titled title: String
  ) throws(StoreError) -> Pin {
    let pin = Pin(id: Pin.ID(0), coordinate: coordinate, title: title)
    try connection.run(
      "INSERT INTO pin (latitude, longitude, title) VALUES (?, ?, ?)",
      [coordinate.latitude, coordinate.longitude, pin.title])
    return Pin(
      id: Pin.ID(connection.lastInsertedNumber), coordinate: coordinate, title: pin.title)
  }

  /// Removes a pin; `restorePin` can bring it back until the library is opened again.
  public func removePin(_ id: Pin.ID) throws(StoreError) {
    try change(id, "UPDATE pin SET removed_at = unixepoch() WHERE id = ? AND removed_at IS NULL")
  }

  /// Removes all of some pins that are there, or none of them.
  public func removePins(_ ids: [Pin.ID]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for id in ids {
        try connection.run(
          "UPDATE pin SET removed_at = unixepoch() WHERE id = ? AND removed_at IS NULL",
          [id.number])
      }
    }
  }

  /// Brings back a removed pin with its album.
  public func restorePin(_ id: Pin.ID) throws(StoreError) {
    try change(id, "UPDATE pin SET removed_at = NULL WHERE id = ?")
  }

  public func renamePin(_ id: Pin.ID, to title: String) throws(StoreError) {
    try change(id, "UPDATE pin SET title = ?2 WHERE id = ?1", title)
  }

  /// Moves a pin and its album to another place, where sources begin anew.
  public func movePin(
    _ id: Pin.ID, to place: Coordinate, titled title: String
  ) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE pin SET latitude = ?2, longitude = ?3, title = ?4 WHERE id = ?1",
        [id.number, place.latitude, place.longitude, title])
      guard connection.changedRows == 1 else { throw .gone }
      try connection.run("DELETE FROM bookmark WHERE pin_id = ?", [id.number])
      // That there was nothing elsewhere says nothing of this place.
      try connection.run(
        """
        DELETE FROM album WHERE pin_id = ?1
          AND NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1)
        """, [id.number])
    }
  }

  func removedPins() throws(StoreError) -> [Pin.ID] {
    var pins: [Pin.ID] = []
    try connection.run("SELECT id FROM pin WHERE removed_at IS NOT NULL") {
      row throws(StoreError) in pins.append(Pin.ID(row.integer(0)))
    }
    return pins
  }

  /// Deletes a removed pin with its album.
  ///
  /// A damaged index may lead to other rows, so each row is checked before it is deleted.
  func delete(_ pin: Pin.ID) throws(StoreError) {
    let isRemoved =
      try connection.first(
        "SELECT 1 FROM pin WHERE id = ? AND +removed_at IS NOT NULL", [pin.number], read: { _ in })
      != nil
    guard isRemoved else { throw .damaged(path: connection.path) }
    try deletePhotos(of: pin, butFavorites: false)
    try connection.run("DELETE FROM pin WHERE id = ?", [pin.number])
  }

  private func change(
    _ id: Pin.ID, _ sql: StaticString, _ values: any Bindable...
  ) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run(sql, [id.number] + values)
      guard connection.changedRows == 1 else { throw .gone }
    }
  }
}

extension Pin {
  /// Reads a pin; nil where its coordinate is invalid: such a row is kept, but not shown.
  fileprivate init?(_ row: Row) {
    guard let place = Coordinate(latitude: row.number(1), longitude: row.number(2)) else {
      return nil
    }
    self.init(
      id: ID(row.integer(0)), coordinate: place, title: row.text(3) ?? "",
      photoCount: max(0, Int(row.integer(4))))
  }
}
