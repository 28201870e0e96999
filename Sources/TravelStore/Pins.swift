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
        """
        SELECT id, latitude, longitude, title, photo_count, note, color, mark
        FROM pin WHERE removed_at IS NULL
        """,
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
        added.append(
          try insertPin(at: pin.coordinate, titled: pin.title ?? "", words: pin.words))
        if let source { try awaitAlbum(of: added[added.count - 1].id, from: source) }
      }
      return added
    }
  }

  private func insertPin(
    at coordinate: Coordinate, titled title: String, words: PinWords = PinWords()
  ) throws(StoreError) -> Pin {
    let pin = Pin(id: Pin.ID(0), coordinate: coordinate, title: title)
    try connection.run(
      "INSERT INTO pin (latitude, longitude, title) VALUES (?, ?, ?)",
      [coordinate.latitude, coordinate.longitude, pin.title])
    let id = Pin.ID(connection.lastInsertedNumber)
    if words != PinWords() { try write(words, of: id) }
    return Pin(id: id, coordinate: coordinate, title: pin.title, words: words)
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

  /// Brings back all of some removed pins with their albums, or none of them.
  public func restorePins(_ ids: [Pin.ID]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for id in ids {
        try connection.run("UPDATE pin SET removed_at = NULL WHERE id = ?", [id.number])
        guard connection.changedRows == 1 else { throw .gone }
      }
    }
  }

  public func renamePin(_ id: Pin.ID, to title: String) throws(StoreError) {
    try change(id, "UPDATE pin SET title = ?2 WHERE id = ?1", title)
  }

  /// Keeps what the user says of a pin.
  public func setWords(_ words: PinWords, of id: Pin.ID) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try write(words, of: id)
      guard connection.changedRows == 1 else { throw .gone }
    }
  }

  private func write(_ words: PinWords, of id: Pin.ID) throws(StoreError) {
    try connection.run(
      "UPDATE pin SET note = ?2, color = ?3, mark = ?4 WHERE id = ?1",
      [id.number, words.note, words.color?.rawValue, words.mark?.rawValue])
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
      photoCount: max(0, Int(row.integer(4))),
      words: PinWords(
        note: row.text(5), color: row.text(6).flatMap(PinColor.init),
        mark: row.text(7).flatMap(PinMark.init)))
  }
}
